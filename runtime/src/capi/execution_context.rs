//! Device resources, green contexts and execution contexts. Semantics: `hip::execution_context`.

use std::ffi::{c_int, c_uint, c_ulonglong};
use std::sync::Arc;

use super::convert::{FromC, In, MaybeOut, Out, pointer};
use super::guard::hip_api;
use super::types::execution_context::{hipDevResource, hipDevSmResource, hipDevSmResourceGroupParams};
use super::types::{hipDevResourceDesc_t, hipDevice_t, hipEvent_t, hipExecutionCtx_t, hipStream_t};
use crate::hip::device::Device;
use crate::hip::error::{HipError, HipResult};
use crate::hip::event::Event;
use crate::hip::execution_context::resource::{Group, MULTIPROCESSORS, Whole, check_type};
use crate::hip::execution_context::{self, ExecutionContext};
use crate::hip::handle::Id;
use crate::hip::runtime;
use crate::hip::stream::Stream;

/// The upper bits of a descriptor, which is nothing but a device's number: HIP has no function that frees one.
const DESCRIPTOR: u64 = 0x74 << 56;

impl FromC<hipExecutionCtx_t> for Id<ExecutionContext> {
    unsafe fn from_c(value: hipExecutionCtx_t) -> HipResult<Id<ExecutionContext>> {
        Ok(Id::from_raw(value.0 as u64))
    }
}

/// A context that exists; anything else is `InvalidValue`.
impl FromC<hipExecutionCtx_t> for Arc<ExecutionContext> {
    unsafe fn from_c(value: hipExecutionCtx_t) -> HipResult<Arc<ExecutionContext>> {
        runtime::find(Id::from_raw(value.0 as u64))
    }
}

fn handle(id: Id<ExecutionContext>) -> hipExecutionCtx_t {
    hipExecutionCtx_t(pointer(id.raw()))
}

/// A device's multiprocessors as C has them: its number is in the padding.
fn to_c(whole: Whole, together: u32, flags: u32) -> hipDevResource {
    let mut resource = hipDevResource { type_: MULTIPROCESSORS, ..hipDevResource::default() };
    resource.padding[0] = 1;
    resource.padding[1] = whole.device as u32;
    // HIP: the "smallest CU count this resource can be split into" and what is "guaranteed to be co-scheduled together".
    let sm = hipDevSmResource {
        smCount: whole.count,
        minSmPartitionSize: whole.count,
        smCoscheduledAlignment: together,
        flags,
    };
    resource.sm = sm;
    resource
}

/// HIP: hipErrorInvalidResourceType for another type, as what no group got has.
fn from_c(resource: &hipDevResource) -> HipResult<Whole> {
    check_type(resource.type_)?;
    match resource.padding[0] {
        1 => Whole::told(resource.padding[1], resource.sm.smCount),
        _ => Err(HipError::InvalidResourceConfiguration.because("this is no resource that a device has given")),
    }
}

hip_api! {
    /// A device's multiprocessors. hipErrorInvalidValue: null; hipErrorInvalidDevice; hipErrorInvalidResourceType: anything else.
    fn hipDeviceGetDevResource(device: hipDevice_t, resource: *mut hipDevResource, kind: c_uint) =>
        |device: i32, out: Out<hipDevResource>, kind: u32| {
            let whole = Whole::of(runtime::device(device)?);
            check_type(kind)?;
            out.set(to_c(whole, whole.count, 0))
        };

    /// Groups of at least so many. hipErrorInvalidValue: null, flags; hipErrorInvalidResourceType, hipErrorInvalidResourceConfiguration: no
    /// device's resource.
    fn hipDevSmResourceSplitByCount(
        result: *mut hipDevResource, groups: *mut c_uint, input: *const hipDevResource, remainder: *mut hipDevResource,
        flags: c_uint, least: c_uint,
    ) => |result: MaybeOut<hipDevResource>, groups: Out<u32>, input: In<hipDevResource>, remainder: MaybeOut<hipDevResource>,
        flags: u32, least: u32| {
            let whole = from_c(&input.0)?;
            let possible = whole.groups_of(least, flags)?;
            if result.is_null() {
                return groups.set(possible);
            }
            let made = groups.get().min(possible);
            if made == 1 {
                result.set(to_c(whole, whole.count, 0));
            }
            remainder.set(if made == 1 { hipDevResource::default() } else { to_c(whole, whole.count, 0) });
            groups.set(made)
        };

    /// Groups of given sizes. hipErrorInvalidValue: null, flags; hipErrorInvalidResourceType, hipErrorInvalidResourceConfiguration: no
    /// device's resource, more than it has, or a part of it.
    fn hipDevSmResourceSplit(
        result: *mut hipDevResource, count: c_uint, input: *const hipDevResource, remainder: *mut hipDevResource,
        flags: c_uint, groups: *mut hipDevSmResourceGroupParams,
    ) => |result: MaybeOut<hipDevResource>, count: u32, input: In<hipDevResource>, remainder: MaybeOut<hipDevResource>,
        flags: u32, groups: Out<hipDevSmResourceGroupParams>| {
            if flags != 0 || count == 0 {
                return Err(HipError::InvalidValue.because(format_args!("{count} groups, flags {flags:#x}")));
            }
            let whole = from_c(&input.0)?;
            if count > 1 {
                return Err(Whole::several());
            }
            let asked = groups.get();
            let (preferred, together) = (asked.preferredCoscheduledSmCount, asked.coscheduledSmCount);
            let got = whole.group(Group { count: asked.smCount, together, preferred, flags: asked.flags })?;
            result.set(to_c(whole, got.together, got.flags));
            remainder.set(hipDevResource::default());
            groups.set(hipDevSmResourceGroupParams {
                smCount: got.count,
                coscheduledSmCount: got.together,
                preferredCoscheduledSmCount: got.preferred,
                ..asked
            })
        };

    /// What a green context is made of. hipErrorInvalidValue: null, none; hipErrorInvalidResourceType, hipErrorInvalidResourceConfiguration: no
    /// device's resource, or several of one device.
    fn hipDevResourceGenerateDesc(out: *mut hipDevResourceDesc_t, resources: *mut hipDevResource, count: c_uint) =>
        |out: Out<hipDevResourceDesc_t>, resources: Out<hipDevResource>, count: u32| {
            if count == 0 {
                return Err(HipError::InvalidValue.because("a descriptor of nothing"));
            }
            let whole = from_c(&resources.get())?;
            if count > 1 {
                return Err(HipError::InvalidResourceConfiguration.because("one resource is all of a device"));
            }
            out.set(hipDevResourceDesc_t(pointer(DESCRIPTOR | whole.device as u64)))
        };

    /// A context with all of a device. hipErrorInvalidValue: null, no descriptor, flags; hipErrorInvalidDevice: none, or another.
    fn hipGreenCtxCreate(out: *mut hipExecutionCtx_t, descriptor: hipDevResourceDesc_t, device: c_int, flags: c_uint) =>
        |out: Out<hipExecutionCtx_t>, descriptor: hipDevResourceDesc_t, device: i32, flags: u32| {
            let raw = descriptor.0 as u64;
            let device: &Arc<Device> = runtime::device(device)?;
            if flags != 0 || raw & DESCRIPTOR != DESCRIPTOR || runtime::device((raw ^ DESCRIPTOR) as i32).is_err() {
                return Err(HipError::InvalidValue.because(format_args!("descriptor {raw:#x}, flags {flags:#x}")));
            }
            if raw ^ DESCRIPTOR != device.index as u64 {
                return Err(HipError::InvalidDevice.because("the descriptor is of another device's resources"));
            }
            out.set(handle(execution_context::create(device)?))
        };

    /// Ends a green context; its streams are detached. hipErrorInvalidValue: none, or a device's own.
    fn hipExecutionCtxDestroy(context: hipExecutionCtx_t) => |id: Id<ExecutionContext>| execution_context::destroy(id);

    /// A device's own context. hipErrorInvalidValue: null; hipErrorInvalidDevice.
    fn hipDeviceGetExecutionCtx(out: *mut hipExecutionCtx_t, device: c_int) => |out: Out<hipExecutionCtx_t>, device: i32|
        out.set(handle(execution_context::primary(runtime::device(device)?)?));

    /// A stream in a context. hipErrorInvalidValue: null, no context, flags.
    fn hipExecutionCtxStreamCreate(out: *mut hipStream_t, context: hipExecutionCtx_t, flags: c_uint, priority: c_int) =>
        |out: Out<hipStream_t>, context: Arc<ExecutionContext>, flags: u32, priority: i32|
            out.set(hipStream_t(pointer(context.create_stream(flags, priority)?.raw())));

    /// A context's multiprocessors, which are the device's. hipErrorInvalidValue: null, no context; hipErrorInvalidResourceType.
    fn hipExecutionCtxGetDevResource(context: hipExecutionCtx_t, resource: *mut hipDevResource, kind: c_uint) =>
        |context: Arc<ExecutionContext>, out: Out<hipDevResource>, kind: u32| {
            check_type(kind)?;
            let whole = Whole::of(runtime::device(context.device as i32)?);
            out.set(to_c(whole, whole.count, 0))
        };

    /// The device of a context. hipErrorInvalidValue: null, no context.
    fn hipExecutionCtxGetDevice(device: *mut c_int, context: hipExecutionCtx_t) =>
        |out: Out<i32>, context: Arc<ExecutionContext>| out.set(context.device as i32);

    /// A number that no other context has. hipErrorInvalidValue: null, no context.
    fn hipExecutionCtxGetId(context: hipExecutionCtx_t, number: *mut c_ulonglong) =>
        |id: Id<ExecutionContext>, out: Out<u64>| {
            runtime::find(id)?;
            out.set(id.raw())
        };

    /// A stream's multiprocessors: all of the device's, whatever mask it was made with. hipErrorInvalidValue: null;
    /// hipErrorInvalidResourceType; hipErrorContextIsDestroyed: no stream.
    fn hipStreamGetDevResource(stream: hipStream_t, resource: *mut hipDevResource, kind: c_uint) =>
        |stream: Arc<Stream>, out: Out<hipDevResource>, kind: u32| {
            check_type(kind)?;
            let whole = Whole::of(runtime::device(stream.device_index() as i32)?);
            out.set(to_c(whole, whole.count, 0))
        };

    /// An event that stands for what all streams of a context do now. hipErrorInvalidValue: no context; hipErrorInvalidHandle: no event.
    fn hipExecutionCtxRecordEvent(context: hipExecutionCtx_t, event: hipEvent_t) =>
        |context: Arc<ExecutionContext>, event: Arc<Event>| context.record(&event);

    /// Waits for all streams of a context. hipErrorInvalidValue: no context.
    fn hipExecutionCtxSynchronize(context: hipExecutionCtx_t) => |context: Arc<ExecutionContext>| context.synchronize();

    /// All streams of a context wait for an event. hipErrorInvalidValue: no context; hipErrorInvalidHandle: no event.
    fn hipExecutionCtxWaitEvent(context: hipExecutionCtx_t, event: hipEvent_t) =>
        |context: Arc<ExecutionContext>, event: Arc<Event>| context.wait(&event);
}
