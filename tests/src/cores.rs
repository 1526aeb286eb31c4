//! Many things done on several threads at once, by who has them all: a test whose file has fewer of them than the machine has cores, and the
//! programs `hip_tests`, `demo` and `pack`.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// `each` of `items`, in their order, computed on as many threads as there are cores.
///
/// # Panics
/// If `each` does.
pub fn on_all<T: Sync, R: Send>(items: &[T], each: impl Fn(&T) -> R + Sync) -> Vec<R> {
    on(std::thread::available_parallelism().map_or(1, usize::from), items, each)
}

/// The same on so many threads.
///
/// # Panics
/// If `each` does.
pub fn on<T: Sync, R: Send>(threads: usize, items: &[T], each: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..threads.min(items.len()) {
            scope.spawn(|| {
                while let Some((index, item)) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|i| Some((i, items.get(i)?)))
                {
                    let result = each(item);
                    results.lock().expect("no thread panics with it").push((index, result));
                }
            });
        }
    });
    let mut results = results.into_inner().expect("all threads have ended");
    results.sort_by_key(|&(index, _)| index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::on_all;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<u32> = (0..100).collect();
        assert_eq!(on_all(&items, |item| item * 2), (0..200).step_by(2).collect::<Vec<u32>>());
        assert!(on_all(&[] as &[u32], |item| *item).is_empty());
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_is_the_callers() {
        on_all(&[1, 2, 3], |&item| assert!(item < 3, "three"));
    }
}
