//! Points on a stream: complete when what came before them is, whatever was recorded behind.
//!
//! The kernels behind the points here end only when a word in host memory changes, and the tests change it only after the wait that they
//! are about. Where a point waits for such a kernel, nothing would ever end: a guard then changes the word, and the test fails.

mod common;

use std::sync::{Arc, mpsc};
use std::time::Duration;

use common::{add_pipeline, device, launch_add, memory_of, own_device, secret_spin_pipeline, spin_pipeline, words_of};
use hipvk::vk::{Arguments, Device, Dispatch, Memory, MemoryUse, Pipeline, Point, Stream};

/// A word that kernels wait for.
struct Gate {
    memory: Arc<Memory>,
    spin: Arc<Pipeline>,
}

impl Gate {
    fn closed(device: &Arc<Device>) -> Gate {
        Gate::of(device, spin_pipeline(device))
    }

    fn of(device: &Arc<Device>, spin: Arc<Pipeline>) -> Gate {
        let gate = Gate { memory: device.allocate(MemoryUse::Host, 256).unwrap(), spin };
        gate.set(0);
        gate
    }

    fn set(&self, value: u32) {
        let word = self.memory.host_address().unwrap().cast::<u32>();
        // SAFETY: the memory is mapped and 256 bytes long.
        unsafe { word.write_volatile(value) };
    }

    /// Records a kernel that ends when the gate is open.
    fn wait_in(&self, stream: &Arc<Stream>) {
        let push = self.memory.address().to_le_bytes();
        let arguments = Arguments::Push(&push);
        stream.dispatch(&Dispatch::new(&self.spin, [1, 1, 1], arguments)).unwrap();
    }

    /// Does `work`, which must end although the gate is closed; opens it behind it.
    fn while_closed<R>(&self, work: impl FnOnce() -> R) -> R {
        let (done, ended) = mpsc::channel::<()>();
        let (result, in_time) = std::thread::scope(|scope| {
            let guard = scope.spawn(move || {
                let in_time = ended.recv_timeout(Duration::from_secs(30)) != Err(mpsc::RecvTimeoutError::Timeout);
                self.set(1);
                in_time
            });
            let result = work();
            drop(done);
            (result, guard.join().unwrap())
        });
        assert!(in_time, "what came before the point waited for the kernel behind it");
        result
    }
}

#[test]
fn a_point_is_complete_although_the_kernel_behind_it_goes_on() {
    let device = device();
    let stream = device.create_stream().unwrap();
    let (add, gate) = (add_pipeline(&device, 64), Gate::closed(&device));
    let data = memory_of(&stream, &[0; 64]);
    launch_add(&stream, &add, data.address(), 3, 1);
    let point = stream.point();
    gate.wait_in(&stream);
    launch_add(&stream, &add, data.address(), 5, 1);
    gate.while_closed(|| {
        point.wait().unwrap();
        assert!(point.is_done().unwrap());
        assert!(!stream.is_done().unwrap());
        assert!(point.is_done().unwrap());
    });
    assert_eq!(words_of(&stream, &data), [8; 64]);
}

#[test]
fn points_are_complete_although_the_batch_that_they_may_lie_in_goes_on() {
    let device = own_device();
    let stream = device.create_stream().unwrap();
    let (add, gate) = (add_pipeline(&device, 64), Gate::of(&device, secret_spin_pipeline(&device)));
    let data = memory_of(&stream, &[0; 64]);
    // Each has a batch of its own the first time, for the driver's compiler.
    gate.set(1);
    gate.wait_in(&stream);
    launch_add(&stream, &add, data.address(), 1, 1);
    stream.wait().unwrap();
    gate.set(0);
    let points: Vec<Point> = (0..10)
        .map(|_| {
            launch_add(&stream, &add, data.address(), 1, 1);
            stream.point()
        })
        .collect();
    gate.wait_in(&stream);
    let behind = stream.point();
    launch_add(&stream, &add, data.address(), 1, 1);
    gate.while_closed(|| {
        points[3].wait().unwrap();
        points[9].wait().unwrap();
        assert!(points.iter().all(|point| point.is_done().unwrap()));
        assert!(!behind.is_done().unwrap() && !stream.is_done().unwrap());
    });
    behind.wait().unwrap();
    assert_eq!(words_of(&stream, &data), [12; 64]);
}

#[test]
fn who_asks_again_and_again_for_a_point_gets_there() {
    let device = device();
    let stream = device.create_stream().unwrap();
    let (add, gate) = (add_pipeline(&device, 64), Gate::closed(&device));
    let data = memory_of(&stream, &[0; 64]);
    launch_add(&stream, &add, data.address(), 3, 1);
    let (point, place) = stream.timestamp(&device.timestamp().unwrap()).unwrap();
    gate.wait_in(&stream);
    gate.while_closed(|| {
        while !(point.is_done().unwrap() && place.is_done().unwrap()) {
            std::thread::yield_now();
        }
    });
    assert_eq!(words_of(&stream, &data), [3; 64]);
}

#[test]
fn a_timestamp_before_a_kernel_holds_nobody_up() {
    let device = device();
    let stream = device.create_stream().unwrap();
    let gate = Gate::closed(&device);
    let (start, end) = (device.timestamp().unwrap(), device.timestamp().unwrap());
    let (point, written) = stream.timestamp(&start).unwrap();
    gate.wait_in(&stream);
    let (after, ended) = stream.timestamp(&end).unwrap();
    gate.while_closed(|| {
        point.wait().unwrap();
        // It may be in one batch with the kernel: it is written before that starts.
        start.wait(&written).unwrap();
        assert!(end.since(&start).unwrap().is_none());
    });
    after.wait().unwrap();
    end.wait(&ended).unwrap();
    assert!(end.since(&start).unwrap().unwrap() > 0.0);
}

#[test]
fn a_stream_that_waits_for_a_point_goes_on_although_a_kernel_behind_it_waits_for_that_stream() {
    let device = device();
    let (first, second) = (device.create_stream().unwrap(), device.create_stream().unwrap());
    let (add, gate) = (add_pipeline(&device, 1), Gate::closed(&device));
    let data = memory_of(&first, &[0; 64]);
    launch_add(&first, &add, data.address(), 3, 1);
    let point = first.point();
    gate.wait_in(&first);
    second.wait_for(&point).unwrap();
    launch_add(&second, &add, gate.memory.address(), 1, 1);
    gate.while_closed(|| {
        second.wait().unwrap();
        first.wait().unwrap();
    });
    assert_eq!(words_of(&second, &data)[0], 3);
}

#[test]
fn who_waits_long_is_told_of_the_kernel_that_runs_and_not_while_the_driver_compiles_it() {
    let device = device();
    let stream = device.create_stream().unwrap();
    let (add, gate) = (add_pipeline(&device, 1), Gate::closed(&device));
    device.explain_long_waits("spin", "it spins".into());
    device.explain_long_waits("add", "it adds".into());
    gate.wait_in(&stream);
    launch_add(&stream, &add, gate.memory.address() + 64, 1, 1);
    stream.flush().unwrap();
    gate.while_closed(|| {
        // The driver may compile first, and another test's stream may be in front.
        let mut seen = stream.waits_for();
        while seen.as_deref() != Some("it spins") {
            let compiles = |text: &str| text == "the driver is compiling kernel 'spin'";
            assert!(seen.as_deref().is_none_or(compiles), "{seen:?}");
            std::thread::yield_now();
            seen = stream.waits_for();
        }
    });
    stream.wait().unwrap();
    assert_eq!(stream.waits_for(), None);
}

#[test]
fn each_of_a_thousand_points_is_complete_with_the_launch_before_it() {
    let device = device();
    let stream = device.create_stream().unwrap();
    let add = add_pipeline(&device, 64);
    let host = device.allocate(MemoryUse::Host, 256).unwrap();
    let word = host.host_address().unwrap().cast::<u32>();
    // SAFETY: the memory is mapped and 256 bytes long.
    unsafe { word.write_bytes(0, 64) };
    let points: Vec<Point> = (0..1000)
        .map(|_| {
            launch_add(&stream, &add, host.address(), 1, 1);
            stream.point()
        })
        .collect();
    for (index, point) in points.iter().enumerate() {
        point.wait().unwrap();
        // SAFETY: as above; the device only ever makes it larger.
        let seen = unsafe { word.read_volatile() };
        assert!(seen > index as u32, "{seen} launches are complete at point {index}");
    }
    stream.wait().unwrap();
    // SAFETY: as above; nothing runs.
    assert_eq!(unsafe { word.read_volatile() }, 1000);
}
