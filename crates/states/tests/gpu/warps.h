// Warps without a card: what kernel.cu asks of a card, on vectors of 32 numbers.
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
typedef u32 Lanes __attribute__((vector_size(32 * 4)));
typedef u64 WideLanes __attribute__((vector_size(32 * 8)));
typedef int32_t Truth __attribute__((vector_size(32 * 4)));

#define DEVICE static inline
#define KERNEL static void
#define CONSTANT static const

// The warp at work, and how many there are.
static u64 this_warp, all_warps;

DEVICE Lanes lane() {
    return Lanes{0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
}
DEVICE u64 warp() { return this_warp; }
DEVICE u64 warps() { return all_warps; }
DEVICE WideLanes widen(Lanes x) { return __builtin_convertvector(x, WideLanes); }
DEVICE u64 widen(u32 x) { return x; }
DEVICE Lanes narrow(WideLanes x) { return __builtin_convertvector(x, Lanes); }
DEVICE Lanes everywhere(u32 x) { return Lanes{} + x; }
DEVICE u32 vote(Truth x) {
    u32 bits = 0;
    for (int i = 0; i < 32; ++i) bits |= (x[i] ? 1u : 0u) << i;
    return bits;
}
DEVICE u32 from_lane(Lanes x, u32 from) { return x[from % 32]; }
DEVICE Lanes shuffle_xor(Lanes x, u32 mask) {
    u32 words[32];
    memcpy(words, &x, sizeof words);
    for (u32 bit = 1; bit < 32; bit *= 2) {
        if (!(mask & bit)) continue;
        for (u32 i = 0; i < 32; i += 2 * bit) {
            for (u32 j = i; j < i + bit; ++j) std::swap(words[j], words[j + bit]);
        }
    }
    memcpy(&x, words, sizeof words);
    return x;
}
DEVICE u32 first_bit(u32 x) { return __builtin_ctz(x); }
DEVICE Lanes popcount(Lanes x) {
    for (int i = 0; i < 32; ++i) x[i] = __builtin_popcount(x[i]);
    return x;
}
DEVICE u32 total(Lanes x) {
    u32 sum = 0;
    for (int i = 0; i < 32; ++i) sum += x[i];
    return sum;
}
template <class T> DEVICE Lanes gather(Truth wanted, const T* from, Lanes at) {
    Lanes x{};
    for (int i = 0; i < 32; ++i) {
        if (wanted[i]) x[i] = from[at[i]];
    }
    return x;
}
DEVICE WideLanes gather(Truth wanted, const u64* from, Lanes at) {
    WideLanes x{};
    for (int i = 0; i < 32; ++i) {
        if (wanted[i]) x[i] = from[at[i]];
    }
    return x;
}
template <class T> DEVICE void scatter(Truth wanted, T* to, Lanes at, Lanes x) {
    for (int i = 0; i < 32; ++i) {
        if (wanted[i]) to[at[i]] = (T)x[i];
    }
}
template <class T> DEVICE void put(T* to, T x) { *to = x; }
DEVICE void add(u64* to, u64 x) { *to += x; }
