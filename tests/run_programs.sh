# run_programs.sh: runs programs that judge themselves, or whose output is known, and counts. Sourced by tests/{integers,lanes,varity,yarpgen}.sh, whose programs travel to
# machines with a GPU.

# run_programs PROGRAM...: each for up to SECONDS_EACH (100). One passes that exits with 0 and says what PROGRAM.expected holds, where there is that file; what others say is printed.
run_programs() {
  local program said status expected passed=0 failed=0
  for program; do
    status=0
    said=$(timeout "${SECONDS_EACH:-100}" "$program" 2>&1) || status=$?
    expected=$said
    [ ! -e "$program.expected" ] || expected=$(cat "$program.expected")
    if [ "$status" = 0 ] && [ "$said" = "$expected" ]; then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
      echo "$(basename "$program") (status $status): $said"
      [ "$said" = "$expected" ] || echo "  not $expected"
    fi
  done
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ]
}
