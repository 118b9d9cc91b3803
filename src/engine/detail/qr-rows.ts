import { encode } from "uqr";

/** A text as rows of a QR code, `1` is dark. Medium error correction: paper gets folded. */
export const drawQrRows = (text: string): string[] =>
  encode(text, { ecc: "M", border: 0 }).data.map((row) => row.map((dark) => (dark ? "1" : "0")).join(""));
