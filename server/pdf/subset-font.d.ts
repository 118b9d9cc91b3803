declare module "subset-font" {
  /** Cuts a font to a text; axes that are named are fixed at these values. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: "truetype"; variationAxes: Record<string, number> },
  ): Promise<Buffer>;
}
