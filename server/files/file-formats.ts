/**
 * Detects the format of a file. Magic bytes alone would accept polyglots, so the end is checked too if the format has a
 * fixed one, and ZIP entries are inflated and counted, but not stored.
 */
import type { FileProbe } from "./file-probe.ts";
import { checkArchive, listArchive } from "./zip.ts";

export interface Format {
  /** Extensions in lower case without the dot, the preferred one first. */
  extensions: readonly string[];
  mime: string;
  fits(probe: FileProbe): boolean | Promise<boolean>;
  /** Lists the entries of an accepted archive: names and sizes in bytes. */
  entries?(probe: FileProbe): Promise<ReadonlyMap<string, number> | undefined>;
}

const startsWith = (bytes: Buffer, ...signatures: string[]) =>
  signatures.some((hex) => bytes.subarray(0, hex.length / 2).equals(Buffer.from(hex, "hex")));
const endsWith = (bytes: Buffer, hex: string) => bytes.subarray(-hex.length / 2).equals(Buffer.from(hex, "hex"));

/** Formats in the specification (zip rar pdf jpe jpeg png, xlsx xls), plus jpg, which phones use. */
export const formats: readonly Format[] = [
  {
    extensions: ["pdf"],
    mime: "application/pdf",
    fits: ({ head, tail }) =>
      startsWith(head, "255044462d") && /%%EOF\s*$/.test(tail.subarray(-1024).toString("latin1")),
  },
  {
    extensions: ["png"],
    mime: "image/png",
    fits: ({ head, tail }) => startsWith(head, "89504e470d0a1a0a") && endsWith(tail, "0000000049454e44ae426082"),
  },
  {
    extensions: ["jpg", "jpeg", "jpe"],
    mime: "image/jpeg",
    fits: ({ head, tail }) => startsWith(head, "ffd8ff") && endsWith(tail, "ffd9"),
  },
  {
    extensions: ["zip"],
    mime: "application/zip",
    fits: async (probe) => startsWith(probe.head, "504b0304") && (await checkArchive(probe)) !== undefined,
    entries: listArchive,
  },
  // The entries are not inspected, because the server only stores and returns the archive.
  {
    extensions: ["rar"],
    mime: "application/vnd.rar",
    fits: ({ head }) => startsWith(head, "526172211a0700", "526172211a070100"),
  },
  {
    extensions: ["xlsx"],
    mime: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    fits: async (probe) => {
      const names = startsWith(probe.head, "504b0304") ? await checkArchive(probe) : undefined;
      return names?.has("[Content_Types].xml") === true && names.has("xl/workbook.xml");
    },
  },
  { extensions: ["xls"], mime: "application/vnd.ms-excel", fits: ({ head }) => startsWith(head, "d0cf11e0a1b11ae1") },
];

/** Returns the format for a file name's extension; undefined for an extension that is not accepted. */
export function formatNamed(name: string): Format | undefined {
  const extension = /\.([A-Za-z]{2,4})$/.exec(name)?.[1]?.toLowerCase();
  return extension === undefined ? undefined : formats.find((format) => format.extensions.includes(extension));
}
