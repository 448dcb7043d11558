// A driver without a card: the calls of NVIDIA's driver that `--gpu` makes, done
// by the processor and by the kernels on emulated warps. Tests put it in the
// place of libcuda.so. Modules are not looked at: the kernels are in here.

#include <cstdlib>
#include <cstring>

#define EMULATED_WARPS
#include "kernel.cu"

struct Function {
    const char* name;
    void (*run)(Table);
};

static const Function FUNCTIONS[] = {
    {"orbits_first", orbits_first}, {"orbits_number", orbits_number}, {"level_1", level_1}, {"level_2", level_2},
    {"level_4", level_4},           {"count_1", count_1},             {"count_2", count_2}, {"count_4", count_4},
};

const int SUCCESS = 0, NOT_FOUND = 500;
const int MAJOR = 75, MINOR = 76; // attributes: the compute capability

static void* const CONTEXT = (void*)&FUNCTIONS;
static void* current_context;

#define CALL extern "C" int

CALL cuInit(unsigned) { return SUCCESS; }
CALL cuGetErrorString(int, const char** words) { return *words = "no such kernel", SUCCESS; }

CALL cuDeviceGet(int* device, int) { return *device = 0, SUCCESS; }
CALL cuDeviceGetName(char* name, int length, int) { return strncpy(name, "no card", length), SUCCESS; }
CALL cuDeviceGetAttribute(int* value, int attribute, int) {
    return *value = attribute == MAJOR ? 9 : attribute == MINOR ? 0 : 1, SUCCESS;
}

CALL cuDevicePrimaryCtxRetain(void** context, int) { return *context = CONTEXT, SUCCESS; }
CALL cuDevicePrimaryCtxRelease_v2(int) { return SUCCESS; }
CALL cuCtxGetCurrent(void** context) { return *context = current_context, SUCCESS; }
CALL cuCtxSetCurrent(void* context) { return current_context = context, SUCCESS; }

CALL cuModuleLoadData(void** module, const void*) { return *module = CONTEXT, SUCCESS; }
CALL cuModuleUnload(void*) { return SUCCESS; }
CALL cuModuleGetFunction(void** to, void*, const char* name) {
    for (const Function& function : FUNCTIONS) {
        if (strcmp(function.name, name) == 0) return *to = (void*)&function, SUCCESS;
    }
    return NOT_FOUND;
}

CALL cuMemGetInfo_v2(size_t* free, size_t* all) { return *free = *all = 1 << 30, SUCCESS; }
CALL cuMemAlloc_v2(u64* address, size_t bytes) { return *address = (u64)malloc(bytes), SUCCESS; }
CALL cuMemFree_v2(u64 address) { return free((void*)address), SUCCESS; }
CALL cuMemsetD8_v2(u64 to, u8 byte, size_t bytes) { return memset((void*)to, byte, bytes), SUCCESS; }
CALL cuMemcpyHtoD_v2(u64 to, const void* from, size_t bytes) { return memcpy((void*)to, from, bytes), SUCCESS; }
CALL cuMemcpyDtoH_v2(void* to, u64 from, size_t bytes) { return memcpy(to, (void*)from, bytes), SUCCESS; }

CALL cuStreamSynchronize(void*) { return SUCCESS; }
CALL cuLaunchKernel(void* function, unsigned blocks, unsigned, unsigned, unsigned threads, unsigned, unsigned,
                    unsigned, void*, void** arguments, void**) {
    Table table;
    memcpy(&table, arguments[0], sizeof table);
    all_warps = (u64)blocks * threads / LANES;
    for (this_warp = 0; this_warp < all_warps; ++this_warp) ((const Function*)function)->run(table);
    return SUCCESS;
}
