// png.h: writes an RGB picture as a PNG file, uncompressed.
// Included by mandelbrot.hip. A PNG is a list of chunks (length, name, data, CRC); its pixels are a zlib stream, which
// may consist of "stored" blocks of at most 65,535 bytes.
#ifndef HIPVK_EXAMPLES_PNG_H
#define HIPVK_EXAMPLES_PNG_H

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace png {

inline void put_u32(std::string &out, uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) out.push_back((char)(value >> shift));
}

/// CRC-32 of PNG's annex D, one bit at a time.
inline uint32_t crc32(const std::string &bytes) {
    uint32_t crc = 0xffffffffu;
    for (unsigned char byte : bytes) {
        crc ^= byte;
        for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

inline void put_chunk(std::string &out, const char *name, const std::string &data) {
    put_u32(out, (uint32_t)data.size());
    out += name + data;
    put_u32(out, crc32(name + data));
}

/// `raw` as a zlib stream of stored blocks.
inline std::string stored(const std::string &raw) {
    std::string out = "\x78\x01";
    for (size_t at = 0; at < raw.size();) {
        const size_t length = std::min<size_t>(65535, raw.size() - at);
        out.push_back(at + length == raw.size());
        for (const size_t field : {length, ~length}) {
            out.push_back((char)field);
            out.push_back((char)(field >> 8));
        }
        out.append(raw, at, length);
        at += length;
    }
    uint32_t a = 1, b = 0;
    for (unsigned char byte : raw) {
        a = (a + byte) % 65521;
        b = (b + a) % 65521;
    }
    put_u32(out, b << 16 | a);
    return out;
}

/// Writes `width * height` pixels of three bytes. False if the file cannot be written.
inline bool write_rgb(const char *path, int width, int height, const std::vector<unsigned char> &rgb) {
    std::string header;
    put_u32(header, (uint32_t)width);
    put_u32(header, (uint32_t)height);
    // 8 bits, RGB, deflate, the usual filters, not interlaced.
    header += std::string("\x08\x02\x00\x00\x00", 5);
    std::string rows;
    for (int y = 0; y < height; ++y) {
        rows.push_back(0);
        rows.append((const char *)&rgb[(size_t)3 * width * y], (size_t)3 * width);
    }
    std::string file = "\x89PNG\r\n\x1a\n";
    put_chunk(file, "IHDR", header);
    put_chunk(file, "IDAT", stored(rows));
    put_chunk(file, "IEND", "");
    std::FILE *out = std::fopen(path, "wb");
    if (out == nullptr) return false;
    const bool written = std::fwrite(file.data(), 1, file.size(), out) == file.size();
    return std::fclose(out) == 0 && written;
}

} // namespace png

#endif // HIPVK_EXAMPLES_PNG_H
