declare module "subset-font" {
  /** Subsets a font to the characters of a text. The given variation axes are fixed at their values. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: "truetype"; variationAxes: Record<string, number> },
  ): Promise<Buffer>;
}
