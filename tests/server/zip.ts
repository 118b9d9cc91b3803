/** ZIP archives for tests, both valid and malicious. */
import { deflateRawSync } from "node:zlib";

/**
 * Builds a ZIP archive of the given entries. The `claimed` and `packed` sizes and the `method` in the directory may be
 * wrong, and a name may be given as bytes.
 */
export function zip(
  entries: {
    name: string | Buffer;
    content?: Buffer;
    claimed?: number;
    packed?: number;
    method?: number;
    mode?: number;
  }[],
  comment = "",
): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const {
    name,
    content = Buffer.from("x"),
    claimed,
    packed: claimedPacked,
    method = 8,
    mode = 0o100644,
  } of entries) {
    const packed = deflateRawSync(content);
    const names = Buffer.from(name as string);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(claimed ?? content.length, 22);
    local.writeUInt16LE(names.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(method, 10);
    central.writeUInt32LE(claimedPacked ?? packed.length, 20);
    central.writeUInt32LE(claimed ?? content.length, 24);
    central.writeUInt16LE(names.length, 28);
    central.writeUInt16LE(mode, 40);
    central.writeUInt32LE(at, 42);
    parts.push(local, names, packed);
    directory.push(central, names);
    at += local.length + names.length + packed.length;
  }
  const whole = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length & 0xffff, 8);
  end.writeUInt16LE(entries.length & 0xffff, 10);
  end.writeUInt32LE(whole.length, 12);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  return Buffer.concat([...parts, whole, end, Buffer.from(comment)]);
}
