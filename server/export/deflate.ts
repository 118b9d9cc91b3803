import { pipeline, Readable } from "node:stream";
import { constants, crc32, createDeflateRaw } from "node:zlib";
import type { ZipTools } from "../../src/engine/index.ts";

/** Bytes that come out at a time: with the default of 16 KiB handing pieces on was a sixth of the writer's time by profile. */
const PIECE = 128 * 1024;

/** node:zlib for the engine's ZIP writer. Level 3: a quarter larger than the best and more than twice as fast; 4 is 4 % smaller and a tenth slower. */
export const nodeZip: ZipTools = {
  crc32: (data, before) => crc32(data, before),
  deflate(source) {
    const packer = createDeflateRaw({ level: 3, strategy: constants.Z_DEFAULT_STRATEGY, chunkSize: PIECE });
    // `pipeline` destroys the packer with the error, so its reader gets it.
    pipeline(Readable.from(source), packer, () => {});
    return packer;
  },
};
