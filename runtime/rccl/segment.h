// segment.h: the memory that one rank shows the others: a control block, and data that devices copy from and to.
//
// Made by its rank; ranks of the same process hold it too, those of other processes open its file in memory. A rank's copy of what lies on another machine is one
// as well. Used by peers and init.
#pragma once

#include <memory>

#include "layout.h"

namespace rccl {

class Segment {
   public:
    ~Segment();

    // Of this process alone.
    static ncclResult_t make(const Layout &layout, std::shared_ptr<Segment> &segment);
    // For other processes of this machine too, which know it by `descriptor`.
    static ncclResult_t make_shared(const Layout &layout, std::shared_ptr<Segment> &segment);
    // Another process'. Fails without a word where this process may not.
    static ncclResult_t open(const Layout &layout, int process, int descriptor, std::shared_ptr<Segment> &segment);
    // Once all have opened it.
    void close_descriptor();

    Control &control() const { return *control_; }
    char *data() const { return data_; }
    int descriptor() const { return descriptor_; }
    // Whether devices reach the data. Some drivers refuse memory that processes share; then it goes through other memory.
    bool pinned() const { return pinned_; }
    // The number by which this process' other ranks find it.
    uint64_t number() const { return number_; }
    static std::shared_ptr<Segment> numbered(uint64_t number);

   private:
    Segment() = default;
    ncclResult_t map(const Layout &layout);

    Control *control_ = nullptr;
    char *data_ = nullptr;
    size_t mapped_ = 0;
    int descriptor_ = -1;
    bool pinned_ = false;
    uint64_t number_ = 0;
};

}  // namespace rccl
