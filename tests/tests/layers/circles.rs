//! Circles of files: sets in which each imports every other, directly or by way of others (strongly connected components). Used by `main`.

use std::collections::{BTreeMap, BTreeSet};

use crate::modules::Arrows;

/// The circles among the files below `folder`, the largest first, of two files or more.
pub fn circles(arrows: &Arrows, folder: &str) -> Vec<BTreeSet<String>> {
    let mut next: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (from, to) in arrows.iter().filter(|(from, to)| from.starts_with(folder) && to.starts_with(folder)) {
        next.entry(from).or_default().push(to);
    }
    let reached: BTreeMap<&str, BTreeSet<&str>> = next.keys().map(|&file| (file, reached(&next, file))).collect();
    let meets = |a: &str, b: &str| reached.get(a).is_some_and(|r| r.contains(b));
    let circle = |file: &&str| -> BTreeSet<String> {
        reached[*file].iter().filter(|other| meets(other, file)).map(ToString::to_string).collect()
    };
    let found: BTreeSet<BTreeSet<String>> = next.keys().map(circle).filter(|c| c.len() > 1).collect();
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
    found
}

/// What a file imports, and what that imports, and so on.
fn reached<'a>(next: &BTreeMap<&'a str, Vec<&'a str>>, file: &'a str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut open = vec![file];
    while let Some(file) = open.pop() {
        open.extend(next.get(file).into_iter().flatten().filter(|file| found.insert(**file)));
    }
    found
}

/// What is wrong with circles of these sizes, where `listed` are the sizes of those over `most` files that are known, the largest first.
pub fn verdict(folder: &str, found: &[BTreeSet<String>], most: usize, listed: &[usize]) -> Result<(), String> {
    let large: Vec<&BTreeSet<String>> = found.iter().filter(|circle| circle.len() > most).collect();
    let sizes: Vec<usize> = large.iter().map(|circle| circle.len()).collect();
    if sizes == listed {
        return Ok(());
    }
    let grown = sizes.len() > listed.len() || sizes.iter().zip(listed).any(|(size, listed)| size > listed);
    let say = if grown {
        format!(
            "files below {folder} import each other in circles that are larger than the {listed:?} files listed: {sizes:?}.\n\
                 Break one: let the lower file be given what it needs, or move what both need below both. Moving files alone changes\n\
                 no size; if a circle was only cut in two, list both halves."
        )
    } else {
        format!(
            "well done: circles of files below {folder} are smaller than listed. Write {sizes:?} in place of {listed:?} in CIRCLES,\n\
                 in tests/tests/layers/main.rs, so that they stay so."
        )
    };
    let files =
        large.iter().map(|circle| format!("  {}: {}", circle.len(), Vec::from_iter((*circle).clone()).join(", ")));
    Err(format!("{say}\n{}", files.collect::<Vec<_>>().join("\n")))
}

#[cfg(test)]
mod tests {
    use super::{Arrows, circles, verdict};

    fn arrows(list: &[&str]) -> Arrows {
        list.iter()
            .map(|pair| pair.split_once('>').expect("two"))
            .map(|(a, b)| (a.to_string(), b.to_string()))
            .collect()
    }

    #[test]
    fn files_that_reach_each_other_are_a_circle() {
        let found = |list: &[&str]| -> Vec<String> {
            circles(&arrows(list), "x/").iter().map(|circle| Vec::from_iter(circle.clone()).join(" ")).collect()
        };
        assert_eq!(found(&["x/a>x/b", "x/b>x/c", "x/a>x/c"]), [""; 0]);
        assert_eq!(found(&["x/a>x/b", "x/b>x/c", "x/c>x/a", "x/c>x/d"]), ["x/a x/b x/c"]);
        assert_eq!(
            found(&["x/a>x/b", "x/b>x/a", "x/b>x/c", "x/c>x/d", "x/d>x/e", "x/e>x/c"]),
            ["x/c x/d x/e", "x/a x/b"]
        );
        assert_eq!(found(&["x/a>y/b", "y/b>x/a"]), [""; 0], "only one of them lies there");
    }

    #[test]
    fn circles_may_only_shrink_and_whoever_shrinks_one_is_told_what_to_write() {
        let ring = |n: usize| (0..n).map(|i| (format!("x/{i}"), format!("x/{}", (i + 1) % n))).collect::<Arrows>();
        let judge = |n, listed: &[usize]| verdict("x/", &circles(&ring(n), "x/"), 4, listed);
        assert_eq!(judge(4, &[]), Ok(()));
        assert_eq!(judge(7, &[7]), Ok(()));
        for (n, listed) in [(5, vec![]), (8, vec![7]), (8, vec![7, 5])] {
            let grown = judge(n, &listed).expect_err("it is larger");
            assert!(grown.contains("Break one") && grown.contains("x/4"), "{grown}");
        }
        for (n, listed, write) in
            [(6, vec![7], "Write [6] in place of [7]"), (4, vec![7, 5], "Write [] in place of [7, 5]")]
        {
            let shrunk = judge(n, &listed).expect_err("it is smaller");
            assert!(shrunk.contains(write), "{shrunk}");
        }
    }
}
