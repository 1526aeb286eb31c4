// captured.h: calls that a stream captures, as a graph to launch. Used by the programs of tests/{blas,blaslt,rand,rocsparse,solver,sparse}.
#pragma once

#include "judged.h"

// What `calls` put into `stream`; gone with its scope.
class Captured {
    hipStream_t stream;
    hipGraph_t graph;
    hipGraphExec_t executable;

   public:
    template <class Calls> Captured(hipStream_t stream, Calls calls) : stream(stream) {
        HIP(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
        calls();
        HIP(hipStreamEndCapture(stream, &graph));
        HIP(hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
    }
    Captured(const Captured &) = delete;
    ~Captured() {
        HIP(hipGraphExecDestroy(executable));
        HIP(hipGraphDestroy(graph));
    }
    void launch() const { HIP(hipGraphLaunch(executable, stream)); }
};
