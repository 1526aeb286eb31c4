//! A device's clock and the host's: what the trace (`stream::spans`) turns device times into host times by.
//!
//! Drivers with VK_KHR_calibrated_timestamps tell both at once, and are asked again from time to time, as the clocks drift apart by some us a
//! second. For others timestamps are submitted when the device is opened, each between two looks at the host's clock: lavapipe's clock is
//! found to be the host's. Nobody is asked while no trace is written.

use std::time::{Duration, Instant};

use ash::vk;

use super::instance::Instance;
use super::raw::RawDevice;
use crate::clock::monotonic_ns;
use crate::vk::error::{VkError, driver};

/// How long a comparison of the clocks is good.
const GOOD_FOR: Duration = Duration::from_millis(50);

/// One moment on both clocks.
#[derive(Debug, Clone, Copy)]
pub(in crate::vk) struct Moment {
    pub(in crate::vk) ticks: u64,
    pub(in crate::vk) ns: u64,
    pub(in crate::vk) seen: Instant,
}

impl Moment {
    /// The host's time at a moment that the device's clock, of so many bits, calls `ticks`, of so many ns each.
    pub(in crate::vk) fn to_host(self, ticks: u64, bits: u32, period: f64) -> u64 {
        let unused = 64 - bits.clamp(1, 64);
        // The counter may have fewer than 64 bits: shift them to the top, so that the difference wraps as the counter.
        let since = ((ticks << unused).wrapping_sub(self.ticks << unused) as i64) >> unused;
        self.ns.saturating_add_signed((since as f64 * period) as i64)
    }
}

impl Instance {
    /// The driver of a device with VK_KHR_calibrated_timestamps tells its clock and the monotonic one. Asked for a trace only.
    pub(super) fn compares_clocks(&self, physical: vk::PhysicalDevice) -> bool {
        // A loader that is older than the extension may not have the function, and ash ends the process where one is missing.
        let name = c"vkGetPhysicalDeviceCalibrateableTimeDomainsKHR";
        // SAFETY: the instance is live, and the name is a string.
        if unsafe { self.entry.get_instance_proc_addr(self.raw.handle(), name.as_ptr()) }.is_none() {
            return false;
        }
        let functions = ash::khr::calibrated_timestamps::Instance::new(&self.entry, &self.raw);
        // SAFETY: `physical` comes from this instance, and the extension is offered.
        let domains = unsafe { functions.get_physical_device_calibrateable_time_domains(physical) };
        let domains = domains.unwrap_or_default();
        [vk::TimeDomainKHR::DEVICE, vk::TimeDomainKHR::CLOCK_MONOTONIC].iter().all(|domain| domains.contains(domain))
    }
}

impl RawDevice {
    /// The moment to reckon from. Asks the driver if the last answer is old.
    pub(in crate::vk) fn moment(&self) -> Option<Moment> {
        let mut last = self.calibration.lock();
        if last.is_none_or(|last| last.seen.elapsed() >= GOOD_FOR)
            && let Some(asked) = self.ask_for_both()
        {
            *last = asked.map_err(|error| log::warn!("the trace's device times: {error}")).ok().or(*last);
        }
        *last
    }

    /// What a timestamp that was submitted has found, where the driver tells nothing.
    pub(in crate::vk) fn set_moment(&self, moment: Moment) {
        *self.calibration.lock() = Some(moment);
    }

    /// Both clocks, as the driver tells them. Nothing where it does not.
    fn ask_for_both(&self) -> Option<Result<Moment, VkError>> {
        let functions = self.functions.calibrated.as_ref()?;
        let domains = [vk::TimeDomainKHR::DEVICE, vk::TimeDomainKHR::CLOCK_MONOTONIC];
        let infos = domains.map(|domain| vk::CalibratedTimestampInfoKHR::default().time_domain(domain));
        let ask = || {
            // SAFETY: the extension is enabled, and both domains are offered (`Instance::compares_clocks`).
            let told = unsafe { functions.get_calibrated_timestamps(&infos) };
            let (times, deviation) = told.map_err(|result| driver("vkGetCalibratedTimestampsKHR", result))?;
            Ok((deviation, Moment { ticks: times[0], ns: times[1], seen: Instant::now() }))
        };
        Some(closest(ask))
    }
}

/// The moment of measurements, each of which reads `ticks`, of so many ns each, between two looks at the host's clock: so the difference of the
/// clocks lies between two numbers, and several measurements bring those together. If none is among them the clocks are one, as on a CPU.
pub(in crate::vk) fn between(
    period: f64,
    mut measure: impl FnMut() -> Result<u64, VkError>,
) -> Result<Moment, VkError> {
    const TIMES: u32 = 16;
    let (mut least, mut most, mut last) = (i64::MIN, i64::MAX, (0, 0));
    for _ in 0..TIMES {
        let before = monotonic_ns();
        let ticks = measure()?;
        let device = (ticks as f64 * period) as u64;
        least = least.max(before.wrapping_sub(device) as i64);
        most = most.min(monotonic_ns().wrapping_sub(device) as i64);
        last = (ticks, device);
    }
    let (ticks, device) = last;
    let difference = if (least..=most).contains(&0) { 0 } else { least + (most - least) / 2 };
    Ok(Moment { ticks, ns: device.wrapping_add_signed(difference), seen: Instant::now() })
}

/// Of several answers that with the least deviation (ns), as a thread may be kept waiting between its looks at the two clocks; the first that
/// is good enough.
fn closest(mut ask: impl FnMut() -> Result<(u64, Moment), VkError>) -> Result<Moment, VkError> {
    const TIMES: usize = 8;
    const GOOD: u64 = 2000;
    let mut best = ask()?;
    for _ in 1..TIMES {
        if best.0 <= GOOD {
            break;
        }
        let other = ask()?;
        if other.0 < best.0 {
            best = other;
        }
    }
    Ok(best.1)
}

#[cfg(test)]
mod tests {
    use super::{Instant, Moment, between, closest, monotonic_ns};

    #[test]
    fn ticks_before_and_behind_the_moment_and_around_the_counters_end_are_told_from_each_other() {
        let moment = |ticks| Moment { ticks, ns: 1_000_000, seen: Instant::now() };
        assert_eq!(moment(500).to_host(700, 64, 1.0), 1_000_200);
        assert_eq!(moment(500).to_host(300, 64, 2.5), 999_500);
        assert_eq!(moment((1 << 36) - 10).to_host(10, 36, 1.0), 1_000_020);
        assert_eq!(moment(10).to_host((1 << 36) - 10, 36, 1.0), 999_980);
    }

    #[test]
    fn the_answer_with_the_least_deviation_counts() {
        let answers = |deviations: &[u64]| {
            let mut left: Vec<u64> = deviations.iter().rev().copied().collect();
            let moment = closest(|| {
                let deviation = left.pop().expect("no more is asked for");
                Ok((deviation, Moment { ticks: deviation, ns: 0, seen: Instant::now() }))
            });
            moment.expect("nothing fails").ticks
        };
        assert_eq!(answers(&[9000, 1500]), 1500, "good enough, no third");
        assert_eq!(answers(&[9000, 8000, 3000, 7000, 9000, 9000, 9000, 9000]), 3000);
    }

    #[test]
    fn a_measurement_lies_between_its_looks_at_the_clock() {
        let before = monotonic_ns();
        let moment = between(1.0, || Ok(monotonic_ns() - 1_000_000_000)).expect("nothing fails");
        let now = moment.to_host(monotonic_ns() - 1_000_000_000, 64, 1.0);
        assert!((before..=monotonic_ns()).contains(&moment.ns));
        assert!(now.abs_diff(monotonic_ns()) < 1_000_000, "{now}");
    }

    #[test]
    fn a_clock_that_may_be_the_hosts_is_the_hosts() {
        let moment = between(1.0, || Ok(monotonic_ns())).expect("nothing fails");
        assert_eq!(moment.to_host(123_456_789, 64, 1.0), 123_456_789);
    }
}
