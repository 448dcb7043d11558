// A card that is none: takes the orders of a host from standard input.
//
//   'z' bytes           memory, all zero; answered by its address
//   'w' address bytes   the bytes that follow, into memory
//   'r' address bytes   answered by so many bytes of memory
//   'k' name warps      runs a kernel on the table that follows
//
// Numbers have 64 bits, names 16 bytes. With an argument it checks how rows are
// carried, eleven and twelve tiles included, and takes no orders.

#include <cstdio>
#include <cstring>

#define EMULATED_WARPS
#include "kernel.cu"

static const struct {
    const char* name;
    void (*run)(Table);
} KERNELS[] = {
    {"orbits_first", orbits_first}, {"orbits_number", orbits_number}, {"level_1", level_1}, {"level_2", level_2},
    {"level_4", level_4},           {"count_1", count_1},             {"count_2", count_2}, {"count_4", count_4},
};

static void take(void* to, u64 bytes) {
    if (fread(to, 1, bytes, stdin) != bytes) exit(1);
}

static u64 number() {
    u64 x;
    take(&x, sizeof x);
    return x;
}

static void tell(const void* from, u64 bytes) {
    if (fwrite(from, 1, bytes, stdout) != bytes || fflush(stdout) != 0) exit(1);
}

static void launch() {
    char name[17] = {};
    take(name, 16);
    all_warps = number();
    Table table;
    take(&table, sizeof table);
    for (const auto& kernel : KERNELS) {
        if (strcmp(kernel.name, name) != 0) continue;
        for (this_warp = 0; this_warp < all_warps; ++this_warp) kernel.run(table);
        return;
    }
    fprintf(stderr, "no kernel %s\n", name);
    exit(1);
}

// Rows of R words a lane, exchanged and carried by the kernels, against what a
// number's bits should become one by one.
template <int R> struct Check {
    static const u32 n = 5 + LANE_BITS + (R == 1 ? 0 : R == 2 ? 1 : 2);
    u8 bits[1 << n];
    u64 state = 88172645463325252ull;

    u32 random() {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        return state >> 32;
    }

    Row<R> row() const {
        Row<R> row = empty<R>();
        for (u32 s = 0; s < 1u << n; ++s) row.word[(s >> 5) / LANES][(s >> 5) % LANES] |= (u32)bits[s] << (s & 31);
        return row;
    }

    template <class Before> void compare(const Row<R>& row, Before before, const char* what, u32 code) const {
        for (u32 s = 0; s < 1u << n; ++s) {
            if ((row.word[(s >> 5) / LANES][(s >> 5) % LANES] >> (s & 31) & 1) == bits[before(s)]) continue;
            fprintf(stderr, "%s %u with %u tiles: number %u is wrong\n", what, code, n, s);
            exit(1);
        }
    }

    Check() {
        for (u8& bit : bits) bit = random() & 1;
        for (u32 a = 0; a < n; ++a) {
            for (u32 b = 0; b < n; ++b) {
                Row<R> carried = row();
                exchange(carried, a << 4 | b);
                compare(carried, [=](u32 s) {
                    u32 x = s >> a & 1, y = s >> b & 1, toggle = a <= b;
                    s &= ~(1u << a | 1u << b);
                    return s | (y ^ toggle) << a | (x ^ toggle) << b;
                }, "exchange", a << 4 | b);
            }
        }
        for (u32 round = 0; round < 100; ++round) {
            u64 p = IDENTITY;
            for (u32 i = n; i-- > 1;) {
                u32 j = random() % (i + 1);
                u64 differ = (p >> (4 * i) ^ p >> (4 * j)) & 15;
                p ^= differ << (4 * i) | (i == j ? 0 : differ << (4 * j));
            }
            Row<R> carried = row();
            carry_through(carried, p, n);
            compare(carried, [=](u32 s) {
                u32 before = 0;
                for (u32 i = 0; i < n; ++i) before |= (s >> image<u64>(p, i) & 1) << i;
                return before;
            }, "permutation", round);

            u32 flip = random() % (1u << n);
            Row<R> plain = row();
            u32 words[1 << (n - 5)];
            for (u32 w = 0; w < 1u << (n - 5); ++w) words[w] = plain.word[w / LANES][w % LANES];
            Table table = {};
            table.tiles = n;
            compare(load<R>(table, words, 0, flip), [=](u32 s) { return s ^ flip; }, "flip", flip);
        }
    }
};

int main(int arguments, char**) {
    if (arguments > 1) {
        Check<1>(), Check<2>(), Check<4>();
        return 0;
    }
    for (int order; (order = getchar()) != EOF;) {
        if (order == 'z') {
            u64 bytes = number();
            u64 address = (u64)calloc(bytes ? bytes : 1, 1);
            tell(&address, sizeof address);
        } else if (order == 'w') {
            u64 address = number();
            take((void*)address, number());
        } else if (order == 'r') {
            u64 address = number();
            tell((void*)address, number());
        } else if (order == 'k') {
            launch();
        } else {
            return 1;
        }
    }
}
