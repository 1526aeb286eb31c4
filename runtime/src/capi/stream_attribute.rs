//! What a stream is told about itself: `hipStreamSetAttribute` and its kin. Semantics: `hip::stream`.

use std::ffi::c_uint;
use std::sync::Arc;

use super::convert::{In, Out};
use super::guard::hip_api;
use super::pool::stream_of;
use super::types::{hipLaunchAttributeID, hipStream_t};
use crate::hip::error::{HipError, HipResult};
use crate::hip::stream::{Stream, StreamRef};

/// `hipLaunchAttributeValue`: 64 bytes, of which an attribute uses the first.
type Value = [u64; 8];

/// `hipStreamAttributeSynchronizationPolicy`.
const SYNCHRONIZATION_POLICY: u32 = 3;
/// `hipStreamAttributePriority`.
const PRIORITY: u32 = 8;

fn unknown(attribute: u32) -> HipError {
    HipError::InvalidValue.because(format_args!("stream attribute {attribute}"))
}

/// The first word of a value, the rest zero.
fn value(word: u32) -> Value {
    let mut value = [0; 8];
    value[0] = word.into();
    value
}

fn set(stream: &Stream, attribute: u32, value: Value) -> HipResult {
    match attribute {
        SYNCHRONIZATION_POLICY => stream.attributes.set_synchronization_policy(value[0] as u32),
        _ => Err(unknown(attribute)),
    }
}

hip_api! {
    /// Sets how the host waits for a stream: accepted, without effect. hipErrorInvalidValue: null, another attribute or no such policy;
    /// hipErrorInvalidHandle: no such stream.
    fn hipStreamSetAttribute(stream: hipStream_t, attribute: hipLaunchAttributeID, value: *const Value) =>
        |stream: StreamRef, attribute: u32, value: In<Value>| set(&*stream_of(stream)?, attribute, value.0);

    /// Tells it, or the priority. hipErrorInvalidValue: null or another attribute; hipErrorInvalidHandle: no such stream.
    fn hipStreamGetAttribute(stream: hipStream_t, attribute: hipLaunchAttributeID, place: *mut Value) =>
        |stream: StreamRef, attribute: u32, out: Out<Value>| {
            let stream: Arc<Stream> = stream_of(stream)?;
            match attribute {
                SYNCHRONIZATION_POLICY => out.set(value(stream.attributes.synchronization_policy())),
                PRIORITY => out.set(value(stream.attributes.priority as c_uint)),
                _ => Err(unknown(attribute)),
            }
        };

    /// Gives a stream what another one was told. hipErrorInvalidHandle: no such stream.
    fn hipStreamCopyAttributes(to: hipStream_t, from: hipStream_t) => |to: StreamRef, from: StreamRef| {
        let (to, from) = (stream_of(to)?, stream_of(from)?);
        to.attributes.set_synchronization_policy(from.attributes.synchronization_policy())
    };
}
