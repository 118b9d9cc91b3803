/**
 * Input of a format check: the first bytes, the last bytes (at most 64 KiB + 22), the size, and a function that reads
 * any range.
 */
export interface Probe {
  size: number;
  head: Buffer;
  tail: Buffer;
  read(at: number, length: number): Promise<Buffer>;
}
