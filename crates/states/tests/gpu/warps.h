// Warps without a card: what kernel.cu asks of a card, on vectors of numbers.
//
// There are 2^LANE_BITS lanes, 32 unless told otherwise. With fewer lanes small
// boards take several words a lane, as only boards of more tiles do on a card.
//
// All lanes go in step because an operation is done to a whole vector. What the
// kernels take for the same in all lanes (`u32`, `u64`, conditions of `if`) is a
// plain number here, so a branch that lanes could take apart does not compile.
// This uses the vector types that GCC and Clang have.

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>

typedef uint8_t u8;
typedef uint32_t u32;
typedef uint64_t u64;

#ifndef LANE_BITS
#define LANE_BITS 5
#endif
const u32 LANES = 1 << LANE_BITS;

typedef u32 Lanes __attribute__((vector_size((1 << LANE_BITS) * 4)));
typedef u64 WideLanes __attribute__((vector_size((1 << LANE_BITS) * 8)));
typedef int32_t Truth __attribute__((vector_size((1 << LANE_BITS) * 4)));

#define DEVICE static inline
#define KERNEL static void
#define CONSTANT static const

// The warp at work, and how many there are.
static u64 this_warp, all_warps;

DEVICE Lanes lane() {
    Lanes x{};
    for (u32 i = 0; i < LANES; ++i) x[i] = i;
    return x;
}
DEVICE u64 warp() { return this_warp; }
DEVICE u64 warps() { return all_warps; }
DEVICE WideLanes widen(Lanes x) { return __builtin_convertvector(x, WideLanes); }
DEVICE u64 widen(u32 x) { return x; }
DEVICE Lanes narrow(WideLanes x) { return __builtin_convertvector(x, Lanes); }
DEVICE Lanes everywhere(u32 x) { return Lanes{} + x; }
DEVICE u32 vote(Truth x) {
    u32 bits = 0;
    for (u32 i = 0; i < LANES; ++i) bits |= (x[i] ? 1u : 0u) << i;
    return bits;
}
DEVICE u32 from_lane(Lanes x, u32 from) { return x[from % LANES]; }
DEVICE Lanes shuffle_xor(Lanes x, u32 mask) {
    u32 words[LANES];
    memcpy(words, &x, sizeof words);
    for (u32 bit = 1; bit < LANES; bit *= 2) {
        if (!(mask & bit)) continue;
        for (u32 i = 0; i < LANES; i += 2 * bit) {
            for (u32 j = i; j < i + bit; ++j) std::swap(words[j], words[j + bit]);
        }
    }
    memcpy(&x, words, sizeof words);
    return x;
}
DEVICE u32 first_bit(u32 x) { return __builtin_ctz(x); }
DEVICE Lanes popcount(Lanes x) {
    for (u32 i = 0; i < LANES; ++i) x[i] = __builtin_popcount(x[i]);
    return x;
}
DEVICE u32 total(Lanes x) {
    u32 sum = 0;
    for (u32 i = 0; i < LANES; ++i) sum += x[i];
    return sum;
}
template <class T> DEVICE Lanes gather(Truth wanted, const T* from, Lanes at) {
    Lanes x{};
    for (u32 i = 0; i < LANES; ++i) {
        if (wanted[i]) x[i] = from[at[i]];
    }
    return x;
}
DEVICE WideLanes gather(Truth wanted, const u64* from, Lanes at) {
    WideLanes x{};
    for (u32 i = 0; i < LANES; ++i) {
        if (wanted[i]) x[i] = from[at[i]];
    }
    return x;
}
template <class T> DEVICE void scatter(Truth wanted, T* to, Lanes at, Lanes x) {
    for (u32 i = 0; i < LANES; ++i) {
        if (wanted[i]) to[at[i]] = (T)x[i];
    }
}
template <class T> DEVICE void put(T* to, T x) { *to = x; }
DEVICE void add(u64* to, u64 x) { *to += x; }
