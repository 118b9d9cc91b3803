import { encode } from "uqr";

/** Encodes a string as rows of a QR code, where `1` is dark. Uses medium error correction, since paper gets folded. */
export const renderQrRows = (text: string): string[] =>
  encode(text, { ecc: "M", border: 0 }).data.map((row) => row.map((dark) => (dark ? "1" : "0")).join(""));
