import { pipeline, Readable } from "node:stream";
import { constants, crc32, createDeflateRaw } from "node:zlib";
import type { ZipTools } from "../../src/engine/index.ts";

/** node:zlib for the engine's ZIP writer. Level 4: a fifth larger than the best and twice as fast. */
export const nodeZip: ZipTools = {
  crc32: (data, before) => crc32(data, before),
  deflate(source) {
    const packer = createDeflateRaw({ level: 4, strategy: constants.Z_DEFAULT_STRATEGY });
    // The error reaches whoever reads the packer, because `pipeline` destroys it with that error.
    pipeline(Readable.from(source), packer, () => {});
    return packer;
  },
};
