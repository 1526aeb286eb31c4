// command: a program of an installation whose code is in the library (`runtime/src/capi/commands.rs`): hipcc, hipvk-precompile. Compiled by
// `./hipvk install`, once for each, with COMMAND set to the function.
#include <csignal>
#include <fcntl.h>

extern "C" int COMMAND();

int main() {
    // As Rust's own programs begin: descriptors 0 to 2 are open, and a reader that has gone is an error of the write.
    for (int standard = 0; standard < 3; ++standard)
        if (fcntl(standard, F_GETFD) < 0) open("/dev/null", O_RDWR);
    std::signal(SIGPIPE, SIG_IGN);
    return COMMAND();
}
