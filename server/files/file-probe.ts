/**
 * Input of a format check: the first bytes, the last bytes (at most 64 KiB + 22), the size, and a function that reads
 * any range.
 */
export interface FileProbe {
  size: number;
  head: Buffer;
  tail: Buffer;
  read(offset: number, length: number): Promise<Buffer>;
}
