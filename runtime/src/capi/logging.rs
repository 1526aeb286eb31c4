//! The log, switched by the program: AMD's levels, our lines. Semantics: `trace::log_level`.

use super::guard::hip_api;
use crate::trace;

hip_api! {
    /// What the log is to have once it is enabled: AMD's level and mask. There is no limit to its size.
    fn hipExtSetLoggingParams(level: usize, size: usize, mask: usize) => |level: usize, _size: usize, mask: usize| {
        trace::set_log(level as u64, mask as u64);
        Ok(())
    };

    /// The log shows that from now on.
    fn hipExtEnableLogging() => | | {
        trace::switch_log(true);
        Ok(())
    };

    /// The log shows nothing.
    fn hipExtDisableLogging() => | | {
        trace::switch_log(false);
        Ok(())
    };
}
