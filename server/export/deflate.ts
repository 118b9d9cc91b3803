import { pipeline, Readable } from "node:stream";
import { constants, crc32, createDeflateRaw } from "node:zlib";
import type { ZipTools } from "@portolan/engine";

/** Size of output chunks in bytes. With the default of 16 KiB, passing chunks on took a sixth of the writing time. */
const PIECE = 128 * 1024;

/**
 * `node:zlib` for the engine's ZIP writer. Level 3 is more than twice as fast as level 9, and its output is a quarter
 * larger. Level 4 would make the output 4% smaller but take 10% longer.
 */
export const nodeZip: ZipTools = {
  crc32: (data, before) => crc32(data, before),
  deflate(source) {
    const packer = createDeflateRaw({ level: 3, strategy: constants.Z_DEFAULT_STRATEGY, chunkSize: PIECE });
    // When the source fails, `pipeline` destroys the packer with the error, so the packer's reader receives it.
    pipeline(Readable.from(source), packer, () => {});
    return packer;
  },
};
