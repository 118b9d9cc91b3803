/** What the checks look at: the first bytes, the last bytes (at most 64 KiB + 22), the size, and any part of the file. */
export interface Probe {
  size: number;
  head: Buffer;
  tail: Buffer;
  read(at: number, length: number): Promise<Buffer>;
}
