// Distance tables by rows, on a card.
//
// A warp works at one row: the 2^n boards of one permutation, a bit each. Board
// number s of a row is bit (s & 31) of word (s >> 5); word w is kept by lane
// (w & 31) in its register (w >> 5). So bits 0 to 4 of a board's number say
// where in a word it is, bits 5 to 9 in which lane, bits 10 and 11 in which
// register. Maps and moves permute and toggle the bits of numbers:
// - bits of registers by taking another register,
// - bits of lanes by a shuffle,
// - bits within words by exchanging runs of bits of the word.
//
// A level: `now` has all boards up to a distance, and a row pulls into `next`
// what is there or beside it. Nothing is written that another warp reads. A byte
// a row says whether it is FULL (then it is never read again, and makes its
// neighbours full) and whether it GAINED boards at the last level (only such
// rows can have something new for their neighbours).
//
// The source is compiled as CUDA, and as C++ for tests (tests/gpu/warps.h),
// where `Lanes` are vectors of numbers and an `if` over one is an error: all
// branches are the same for a whole warp, choices in a lane are made by `?:`.

#ifdef EMULATED_WARPS
#include "warps.h"
#else

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef u32 Lanes;     // a number in every lane
typedef u64 WideLanes; // the same with 64 bits
typedef bool Truth;    // yes or no in every lane

#define DEVICE static __device__ __forceinline__
#define KERNEL extern "C" __global__ void __launch_bounds__(256)
#define CONSTANT static __constant__ const

const u32 LANE_BITS = 5, LANES = 1 << LANE_BITS;

DEVICE Lanes lane() { return threadIdx.x % LANES; }
DEVICE u64 warp() { return (blockIdx.x * (u64)blockDim.x + threadIdx.x) / LANES; }
DEVICE u64 warps() { return gridDim.x * (u64)blockDim.x / LANES; }
DEVICE WideLanes widen(Lanes x) { return x; }
DEVICE Lanes narrow(WideLanes x) { return (u32)x; }
DEVICE Lanes everywhere(u32 x) { return x; }
DEVICE u32 vote(Truth x) { return __ballot_sync(~0u, x); }
DEVICE u32 from_lane(Lanes x, u32 from) { return __shfl_sync(~0u, x, from); }
DEVICE Lanes shuffle_xor(Lanes x, u32 mask) { return __shfl_xor_sync(~0u, x, mask); }
DEVICE u32 first_bit(u32 x) { return __ffs(x) - 1; }
DEVICE Lanes popcount(Lanes x) { return __popc(x); }
DEVICE u32 total(Lanes x) {
    for (u32 step = LANES / 2; step > 0; step /= 2) x += shuffle_xor(x, step);
    return x;
}
template <class T> DEVICE T gather(Truth wanted, const T* from, Lanes at) {
    return wanted ? from[at] : 0;
}
template <class T> DEVICE void scatter(Truth wanted, T* to, Lanes at, Lanes x) {
    if (wanted) to[at] = (T)x;
}
template <class T> DEVICE void put(T* to, T x) {
    if (lane() == 0) *to = x;
}
DEVICE void add(u64* to, u64 x) {
    if (lane() == 0) atomicAdd(to, x);
}
#endif

// What the host says. All are 64 bits wide, on both sides.
struct Table {
    // The part of the work that is asked for: rows, or warps of permutations.
    u64 from, to;
    u64 tiles, moves;
    u64 maps;     // twice the symmetries: each without and with an inversion before it
    u64 map_bits; // of an entry of `dense`, for the map; the row is above
    u64 permutations;
    const u64* move_sources;      // of each move: the position that each position's tile comes from, four bits each
    const u32* move_turned;       // of each move: the source positions whose tiles it turns
    const u8* move_exchanges;     // of each move: what it does to signs by position
    const u8* move_before;        // of each symmetry and move: the move that the symmetry makes it of
    const u64* symmetries;        // four bits a position
    const u64* inverses;          // of the symmetries
    const u8* symmetry_exchanges; // of each symmetry: what it does to rows
    u32* first;                   // of each warp of permutations: a bit each, whether it is the first of its orbit
    const u32* rows_before;       // of each warp of permutations: rows of those before
    u32* dense;                   // of each permutation: its row and the map from the row's own permutation
    u32* representatives;         // of each row: its permutation
    u8* sizes;                    // of each row: permutations that share it
    const u32* now;
    u32* next;
    const u8* state_now;
    u8* state_next;
    u64* sums; // boards, orbits, rows moved
};

const u32 FULL = 1, GAINED = 2;
const u32 LIST = 24; // bytes of a list of exchanges
const u32 END = 255; // its last

// Permutations: four bits an image, numbered lexicographically.

const u64 IDENTITY = 0xfedcba9876543210ull;

template <class Wide> DEVICE Wide image(Wide p, Wide i) { return p >> (i * 4) & 15; }

template <class Wide, class Number> DEVICE Wide unrank(Number rank, u32 n) {
    Wide digits = widen(rank) * 0;
    for (u32 radix = 1; radix <= n; ++radix) {
        digits |= widen(rank % radix) << (4 * (n - radix));
        rank /= radix;
    }
    Wide left = digits * 0 + IDENTITY, p = digits * 0;
    for (u32 i = 0; i < n; ++i) {
        Wide shift = (digits >> (4 * i) & 15) * 4;
        Wide below = ((digits * 0 + 1) << shift) - 1;
        p |= (left >> shift & 15) << (4 * i);
        left = (left & below) | (left >> 4 & ~below);
    }
    return p;
}

// The number of the permutation of which `tile(i)` is at i. Four bits a tile of
// `smaller` count the tiles below it that have not been seen.
template <class Tile> DEVICE Lanes rank(u32 n, Tile tile) {
    WideLanes smaller = widen(lane()) * 0 + IDENTITY;
    Lanes rank = everywhere(0);
    for (u32 i = 0; i < n; ++i) {
        WideLanes shift = tile(i) * 4;
        rank = rank * (n - i) + narrow(smaller >> shift & 15);
        smaller -= (widen(lane()) * 0 + 0x1111111111111110ull) << shift;
    }
    return rank;
}

DEVICE Lanes rank(u32 n, WideLanes p) {
    return rank(n, [=](u32 i) { return p >> (4 * i) & 15; });
}

// What a map makes of a permutation.
template <class Wide> DEVICE Wide carried(const Table& table, Wide p, u32 map) {
    u64 symmetry = table.symmetries[map / 2];
    Wide q = p * 0;
    for (u32 i = 0; i < table.tiles; ++i) {
        Wide here = p * 0 + i, there = image(p, here);
        Wide at = map % 2 ? there : here, tile = map % 2 ? here : there;
        at = image(p * 0 + symmetry, at), tile = image(p * 0 + symmetry, tile);
        q |= tile << (at * 4);
    }
    return q;
}

// Rows of R words a lane.

template <int R> struct Row {
    Lanes word[R];
};

// For the bits of a number within a word: the places where they are 0.
CONSTANT u32 LOWER[5] = {0x55555555, 0x33333333, 0x0f0f0f0f, 0x00ff00ff, 0x0000ffff};

DEVICE Lanes word_number(u32 r) { return lane() + LANES * r; }

DEVICE u64 words(const Table& table) { return table.tiles > 5 ? 1ull << (table.tiles - 5) : 1; }

DEVICE u32 valid(const Table& table) { return table.tiles < 5 ? (1u << (1u << table.tiles)) - 1 : ~0u; }

template <int R> DEVICE Row<R> empty() {
    Row<R> row;
    for (int r = 0; r < R; ++r) row.word[r] = everywhere(0);
    return row;
}

template <int R> DEVICE void unite(Row<R>& row, const Row<R>& other) {
    for (int r = 0; r < R; ++r) row.word[r] |= other.word[r];
}

// Exchanges, in a word, the bits of `mask` with those `shift` above.
DEVICE Lanes delta(Lanes word, u32 shift, u32 mask) {
    Lanes differ = (word >> shift ^ word) & mask;
    return word ^ (differ | differ << shift);
}

// A row of a table, read so that number s gets what was at `s ^ flip`.
template <int R> DEVICE Row<R> load(const Table& table, const u32* rows, u64 row, u32 flip) {
    Row<R> to;
    const u32* from = rows + row * words(table);
    for (int r = 0; r < R; ++r) {
        Lanes w = word_number(r) ^ (flip >> 5);
        to.word[r] = gather(w < (u32)words(table), from, w);
    }
    for (u32 bit = 0; bit < 5; ++bit) {
        if (flip >> bit & 1) {
            for (int r = 0; r < R; ++r) to.word[r] = delta(to.word[r], 1 << bit, LOWER[bit]);
        }
    }
    return to;
}

template <int R> DEVICE void store(const Table& table, u64 row, const Row<R>& from) {
    u32* to = table.next + row * words(table);
    for (int r = 0; r < R; ++r) {
        Lanes w = word_number(r);
        scatter(w < (u32)words(table), to, w, from.word[r]);
    }
}

// The words whose numbers differ from register r's by `mask`.
template <int R> DEVICE Lanes toggled(const Row<R>& row, int r, u32 mask) {
    Lanes word = mask < LANES       ? row.word[r]
                 : mask < 2 * LANES ? row.word[(r ^ 1) % R]
                 : mask < 3 * LANES ? row.word[(r ^ 2) % R]
                                    : row.word[(r ^ 3) % R];
    return shuffle_xor(word, mask % LANES);
}

// Two bits a, b of all numbers are exchanged (a > b), exchanged and toggled
// (a < b), or toggled (a = b, one bit); `code` has a and b, four bits each.
template <int R> DEVICE void exchange(Row<R>& row, u32 code) {
    u32 a = code >> 4, b = code & 15;
    u32 high = a > b ? a : b, low = a > b ? b : a;
    bool toggles = a < b;
    Row<R> old = row;
    if (high < 5) {
        u32 shift = a == b ? 1u << a : toggles ? (1u << high) + (1u << low) : (1u << high) - (1u << low);
        u32 mask = LOWER[high] & (a > b ? ~LOWER[low] : LOWER[low]);
        for (int r = 0; r < R; ++r) row.word[r] = delta(old.word[r], shift, mask);
    } else if (low < 5) {
        // Half of each word stays, the other half comes from half of another word.
        u32 shift = 1u << low, mask = LOWER[low];
        for (int r = 0; r < R; ++r) {
            Lanes other = toggled(old, r, 1u << (high - 5));
            Lanes upper = (old.word[r] & mask) | (other & mask) << shift;
            Lanes lower = (old.word[r] & ~mask) | (other >> shift & mask);
            Lanes bit = word_number(r) >> (high - 5) & 1;
            row.word[r] = bit == (u32)toggles ? upper : lower;
        }
    } else {
        u32 mask = 1u << (high - 5) | 1u << (low - 5);
        for (int r = 0; r < R; ++r) {
            Lanes other = toggled(old, r, mask);
            Lanes bits = (word_number(r) >> (high - 5) ^ word_number(r) >> (low - 5)) & 1;
            // Of two bits exchanged, what differs moves; of two also toggled, what is
            // equal; of one toggled (its bit is equal to itself) all.
            row.word[r] = bits == (u32)(a > b) ? other : old.word[r];
        }
    }
}

template <int R> DEVICE void exchange_all(Row<R>& row, const u8* list) {
    for (; *list != END; ++list) exchange(row, *list);
}

// A row with signs by position becomes one with signs by tile: number s gets what
// was at the number whose bit i is bit p(i) of s.
template <int R> DEVICE void carry_through(Row<R>& row, u64 p, u32 n) {
    u64 inverse = 0;
    for (u32 i = 0; i < n; ++i) inverse |= (u64)i << (4 * image<u64>(p, i));
    for (u32 i = 0; i < n; ++i) {
        // Bit i should be read where i is: the exchange with that bit puts it right,
        // and what was read by bit i is read by that bit now.
        u32 j = image<u64>(inverse, i), from = image<u64>(p, i);
        if (i == j) continue;
        exchange(row, j << 4 | i);
        p = (p & ~(15ull << (4 * j))) | (u64)from << (4 * j);
        inverse = (inverse & ~(15ull << (4 * from))) | (u64)j << (4 * from);
    }
}

// The orbits: a lane a permutation.

DEVICE void find_first(const Table& table) {
    u32 n = table.tiles;
    for (u64 group = table.from + warp(); group < table.to; group += warps()) {
        Lanes number = lane() + (u32)(LANES * group);
        WideLanes p = unrank<WideLanes>(number, n);
        Truth first = number < (u32)table.permutations;
        for (u32 map = 1; map < table.maps; ++map) {
            first = first & (rank(n, carried(table, p, map)) >= number);
        }
        put(table.first + group, vote(first));
    }
}

DEVICE void number_rows(const Table& table) {
    u32 n = table.tiles;
    for (u64 group = table.from + warp(); group < table.to; group += warps()) {
        u32 bits = table.first[group];
        if (bits == 0) continue;
        Truth mine = ((everywhere(bits) >> lane()) & 1) != 0;
        Lanes row = popcount(everywhere(bits) & ((everywhere(1) << lane()) - 1)) + table.rows_before[group];
        Lanes number = lane() + (u32)(LANES * group);
        WideLanes p = unrank<WideLanes>(number, n);
        Lanes kept = everywhere(0);
        // Of maps with equal images the first stays.
        for (u32 map = table.maps; map-- > 0;) {
            Lanes to = rank(n, carried(table, p, map));
            kept = to == number ? kept + 1 : kept;
            scatter(mine, table.dense, to, row << (u32)table.map_bits | map);
        }
        scatter(mine, table.representatives, row, number);
        scatter(mine, table.sizes, row, everywhere(table.maps) / (mine ? kept : everywhere(1)));
    }
}

// The rows that some moves lead to, a lane each.
struct Near {
    Lanes row, map, state;
    Lanes flip;   // without inversion: the tiles that the move turns, as the row calls them
    Lanes before; // with inversion: the move as the row calls it
};

DEVICE Near look_up(const Table& table, u64 p, u32 first_move) {
    Near near;
    Lanes move = lane() + first_move;
    Truth there = move < (u32)table.moves;
    WideLanes sources = gather(there, table.move_sources, move);
    WideLanes tiles = sources * 0 + p;
    Lanes number = rank(table.tiles, [=](u32 i) { return image(tiles, sources >> (4 * i) & 15); });
    Lanes entry = gather(there, table.dense, number);
    near.row = entry >> (u32)table.map_bits;
    near.map = entry & ((1u << table.map_bits) - 1);
    near.state = gather(there, table.state_now, near.row);
    near.before = gather(there, table.move_before, near.map / 2 * (u32)table.moves + move);
    WideLanes inverse = gather(there, table.inverses, near.map / 2);
    Lanes turned = gather(there, table.move_turned, move);
    near.flip = everywhere(0);
    for (u32 i = 0; i < table.tiles; ++i) {
        Lanes tile = narrow(image(inverse, sources * 0 + (p >> (4 * i) & 15)));
        near.flip |= (turned >> i & 1) << tile;
    }
    return near;
}

template <int R> DEVICE bool is_full(const Table& table, const Row<R>& row) {
    Lanes missing = everywhere(0);
    for (int r = 0; r < R; ++r) {
        missing |= word_number(r) < (u32)words(table) ? ~row.word[r] & valid(table) : everywhere(0);
    }
    return vote(missing != 0) == 0;
}

// Adds to a row what the rows near it have. Those found through the same map are
// added up before they are carried through it, and those with an inversion before
// they are carried through p. Returns how many were read.
template <int R> DEVICE u32 pull(const Table& table, u64 p, const Near& near, Row<R>& row) {
    Row<R> by_position = empty<R>();
    bool inverted = false;
    u32 left = vote((near.state & GAINED) != 0);
    u32 read = 0;
    while (left) {
        u32 map = from_lane(near.map, first_bit(left));
        u32 same = left & vote(near.map == map);
        left &= ~same;
        Row<R> sum = empty<R>();
        for (; same; same &= same - 1, ++read) {
            u32 at = first_bit(same);
            u32 flip = map % 2 ? 0 : from_lane(near.flip, at);
            Row<R> from = load<R>(table, table.now, from_lane(near.row, at), flip);
            if (map % 2) exchange_all(from, table.move_exchanges + LIST * from_lane(near.before, at));
            unite(sum, from);
        }
        exchange_all(sum, table.symmetry_exchanges + LIST * (map / 2));
        if (map % 2) {
            unite(by_position, sum);
            inverted = true;
        } else {
            unite(row, sum);
        }
    }
    if (inverted) {
        carry_through(by_position, p, table.tiles);
        unite(row, by_position);
    }
    return read;
}

template <int R> DEVICE void level(const Table& table) {
    u64 moved = 0;
    for (u64 row = table.from + warp(); row < table.to; row += warps()) {
        u32 state = table.state_now[row];
        if (state & FULL) {
            put<u8>(table.state_next + row, FULL);
            continue;
        }
        u64 p = unrank<u64>(table.representatives[row], table.tiles);
        Row<R> old = load<R>(table, table.now, row, 0), boards = old;
        bool full = false;
        for (u32 first = 0; first < table.moves && !full; first += LANES) {
            Near near = look_up(table, p, first);
            full = vote((near.state & FULL) != 0) != 0;
            if (full || vote((near.state & GAINED) != 0) == 0) continue;
            moved += pull(table, p, near, boards);
            full = is_full(table, boards);
        }
        Lanes differ = everywhere(0);
        for (int r = 0; r < R; ++r) differ |= boards.word[r] ^ old.word[r];
        bool gained = full || vote(differ != 0) != 0;
        // `next` has the row as it was a level ago.
        if (!full && (gained || state & GAINED)) {
            store(table, row, boards);
            ++moved;
        }
        ++moved;
        put<u8>(table.state_next + row, (full ? FULL : 0) | (gained ? GAINED : 0));
    }
    add(table.sums + 2, moved);
}

// The numbers of a word whose bit is set.
DEVICE Lanes with_bit(u32 r, u32 bit) {
    Lanes high = everywhere(0) - (word_number(r) >> (bit < 5 ? 0 : bit - 5) & 1);
    return bit < 5 ? everywhere(~LOWER[bit % 5]) : high;
}

// How many of these boards of a row a map leaves as they are, which keeps the
// row's permutation: their signs are equal at tiles that it carries to each other.
template <int R> DEVICE u32 left_in_place(const Table& table, u64 p, u32 map, const Row<R>& boards) {
    u64 symmetry = table.symmetries[map / 2];
    Lanes count = everywhere(0);
    for (int r = 0; r < R; ++r) {
        Lanes fixed = boards.word[r];
        for (u32 i = 0; i < table.tiles; ++i) {
            u32 tile = map % 2 ? image<u64>(p, i) : i;
            fixed &= ~(with_bit(r, tile) ^ with_bit(r, image<u64>(symmetry, i)));
        }
        count += popcount(fixed);
    }
    return total(count);
}

// Counts what `next` has more than `now`: boards, and orbits of boards, of which
// the maps that keep a row's permutation make as many as they leave in place in
// the mean (Burnside).
template <int R> DEVICE void count(const Table& table) {
    u64 boards = 0, orbits = 0;
    for (u64 row = table.from + warp(); row < table.to; row += warps()) {
        u32 state = table.state_next[row], size = table.sizes[row];
        if (!(state & GAINED)) continue;
        Row<R> old = load<R>(table, table.now, row, 0), gained = empty<R>();
        if (!(state & FULL)) gained = load<R>(table, table.next, row, 0);
        Lanes ones = everywhere(0);
        for (int r = 0; r < R; ++r) {
            Lanes all = word_number(r) < (u32)words(table) ? everywhere(valid(table)) : everywhere(0);
            gained.word[r] = (state & FULL ? all : gained.word[r]) & ~old.word[r];
            ones += popcount(gained.word[r]);
        }
        u32 found = total(ones);
        boards += (u64)found * size;
        if (size == table.maps) {
            orbits += found;
            continue;
        }
        u64 p = unrank<u64>(table.representatives[row], table.tiles);
        u32 in_place = 0, keeping = 0;
        for (u32 map = 0; map < table.maps; ++map) {
            if (carried(table, p, map) != p) continue;
            in_place += left_in_place(table, p, map, gained);
            ++keeping;
        }
        orbits += in_place / keeping;
    }
    add(table.sums, boards);
    add(table.sums + 1, orbits);
}

KERNEL orbits_first(Table table) { find_first(table); }
KERNEL orbits_number(Table table) { number_rows(table); }
// By words a lane: up to ten tiles, eleven, twelve (with 32 lanes).
KERNEL level_1(Table table) { level<1>(table); }
KERNEL level_2(Table table) { level<2>(table); }
KERNEL level_4(Table table) { level<4>(table); }
KERNEL count_1(Table table) { count<1>(table); }
KERNEL count_2(Table table) { count<2>(table); }
KERNEL count_4(Table table) { count<4>(table); }
