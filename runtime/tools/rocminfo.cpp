// rocminfo: the devices that programs see, in the words of ROCm's program of this name, which build scripts search for gfx names,
// "Device Type" and "Compute Unit". Compiled by `./hipvk install` against the installed library.
#include <hip/hip_runtime_api.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <thread>

static void line_of(const char *name, const std::string &value, int depth = 1) {
    std::printf("%*s%-25s%-35s\n", 2 * depth, "", (std::string(name) + ":").c_str(), value.c_str());
}

// As ROCm's program prints numbers: 64(0x40).
static std::string both(unsigned long long value) {
    char text[64];
    std::snprintf(text, sizeof text, "%llu(0x%llx)", value, value);
    return text;
}

static void title(const std::string &text, char fence) {
    const std::string line(text.size() < 7 ? 7 : text.size(), fence);
    std::printf("%s\n%s\n%s\n", line.c_str(), text.c_str(), line.c_str());
}

static std::string cpu_name() {
    std::string name = "CPU";
    if (std::FILE *file = std::fopen("/proc/cpuinfo", "r")) {
        char line[512];
        while (std::fgets(line, sizeof line, file)) {
            const char *value = std::strncmp(line, "model name", 10) == 0 ? std::strchr(line, ':') : nullptr;
            if (value != nullptr) {
                name.assign(value + 2, std::strcspn(value + 2, "\n"));
                break;
            }
        }
        std::fclose(file);
    }
    return name;
}

static void cpu() {
    title("Agent 1", '*');
    const std::string name = cpu_name();
    line_of("Name", name);
    line_of("Uuid", "CPU-XX");
    line_of("Marketing Name", name);
    line_of("Vendor Name", "CPU");
    line_of("Feature", "None specified");
    line_of("Device Type", "CPU");
    line_of("Compute Unit", both(std::thread::hardware_concurrency()));
}

// As ROCR_VISIBLE_DEVICES takes it.
static std::string uuid_of(int device) {
    hipUUID uuid{};
    if (hipDeviceGetUuid(&uuid, device) != hipSuccess) return "GPU-XX";
    std::string text = "GPU-";
    for (const char c : uuid.bytes) {
        char digits[3];
        std::snprintf(digits, sizeof digits, "%02X", static_cast<unsigned char>(c));
        text += digits;
    }
    return text;
}

static void sizes(const char *name, const int (&size)[3]) {
    std::printf("  %s:\n", name);
    const char *const axes[] = {"x", "y", "z"};
    for (int i = 0; i < 3; i++) line_of(axes[i], both(static_cast<unsigned>(size[i])), 2);
}

static bool gpu(int device) {
    hipDeviceProp_t of{};
    if (hipGetDeviceProperties(&of, device) != hipSuccess) return false;
    title("Agent " + std::to_string(device + 2), '*');
    std::string arch = of.gcnArchName;
    arch = arch.substr(0, arch.find(':'));
    line_of("Name", arch);
    line_of("Uuid", uuid_of(device));
    line_of("Marketing Name", of.name);
    line_of("Vendor Name", "Vulkan");
    line_of("Feature", "KERNEL_DISPATCH");
    line_of("Node", std::to_string(device + 1));
    line_of("Device Type", "GPU");
    line_of("Max Clock Freq. (MHz)", std::to_string(of.clockRate / 1000));
    line_of("BDFID", std::to_string((of.pciBusID << 8) | (of.pciDeviceID << 3)));
    line_of("Compute Unit", std::to_string(of.multiProcessorCount));
    line_of("Wavefront Size", both(static_cast<unsigned>(of.warpSize)));
    line_of("Workgroup Max Size", both(static_cast<unsigned>(of.maxThreadsPerBlock)));
    sizes("Workgroup Max Size per Dimension", of.maxThreadsDim);
    sizes("Grid Max Size per Dimension", of.maxGridSize);
    std::printf("  Pool Info:\n    Pool 1\n");
    line_of("Segment", "GLOBAL; FLAGS: COARSE GRAINED", 3);
    line_of("Size", both(of.totalGlobalMem / 1024) + " KB", 3);
    std::printf("    Pool 2\n");
    line_of("Segment", "GROUP", 3);
    line_of("Size", both(of.sharedMemPerBlock / 1024) + " KB", 3);
    std::printf("  ISA Info:\n    ISA 1\n");
    line_of("Name", "amdgcn-amd-amdhsa--" + arch, 3);
    return true;
}

int main() {
    std::printf("HIP on Vulkan: these are Vulkan devices, under the name of the architecture that hipcc compiles for.\n");
    title("HSA System Attributes", '=');
    int version = 0, count = 0;
    if (hipRuntimeGetVersion(&version) != hipSuccess || hipGetDeviceCount(&count) != hipSuccess) count = 0;
    std::printf("%-25s%d\n", "HIP Runtime Version:", version);
    title("HSA Agents", '=');
    cpu();
    for (int device = 0; device < count; device++) {
        if (!gpu(device)) return 1;
    }
    std::printf("*** Done ***\n");
    return 0;
}
