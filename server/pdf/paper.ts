/** Writes a paper as a PDF on A4: paragraphs and tables in Chinese and English, with text that can be selected and searched. */
import Pdf from "pdfkit";
import { cutFace, type Face, type Weight } from "./face.ts";
import { type Bit, breakLines, type Span } from "./lines.ts";

/** A paragraph; sizes and distances in points. */
export interface Paragraph {
  spans: Span[];
  size?: number;
  align?: "center";
  after?: number;
}
/** `widths`: shares of the paper's width. A row is at least `height` points high, and never broken. */
export interface Table {
  widths: number[];
  rows: { cells: Paragraph[][]; height?: number }[];
  after?: number;
}
export type Block = Paragraph | Table;
export interface Paper {
  title: string;
  blocks: Block[];
  /** Milliseconds since the epoch: equal papers of one moment are equal files. */
  at: number;
}

const MARGIN = 57;
const SIZE = 10.5;
const LEADING = 1.7;
const PAD = 6;
const [INK, QUIET, RULE] = ["#0e1b2a", "#44566b", "#7f8d9e"];
const isTable = (block: Block): block is Table => "rows" in block;
const chooseWeight = ({ bold }: Span): Weight => (bold ? 600 : 400);

/** The whole file. */
export async function writePaper({ title, blocks, at }: Paper): Promise<Buffer> {
  const paragraphs = blocks.flatMap((block) =>
    isTable(block) ? block.rows.flatMap(({ cells }) => cells.flat()) : [block],
  );
  const face = await cutFace(
    paragraphs.flatMap(({ spans }) => spans.map((span) => ({ text: clean(span).text, weight: chooseWeight(span) }))),
  );
  const doc = new Pdf({
    size: "A4",
    margin: MARGIN,
    lang: "zh-CN",
    displayTitle: true,
    info: { Title: title, Producer: "Portolan", Creator: "Portolan", CreationDate: new Date(at) },
  });
  const parts: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) =>
    doc
      .on("data", (part: Buffer) => parts.push(part))
      .on("end", () => resolve(Buffer.concat(parts)))
      .on("error", reject),
  );
  for (const [name, font] of face.fonts) doc.registerFont(name, font);
  const pen = new Pen(doc, face);
  for (const block of blocks) {
    if (isTable(block)) pen.drawTable(block);
    else pen.drawParagraph(block);
  }
  doc.end();
  return done;
}

/** Replaces control characters, so that no value affects the layout. */
const clean = (span: Span): Span => ({ ...span, text: span.text.replace(/[\s\p{Cc}]+/gu, " ") });

class Pen {
  private y = MARGIN;
  constructor(
    private readonly doc: PDFKit.PDFDocument,
    private readonly face: Face,
  ) {}

  drawParagraph(block: Paragraph): void {
    const width = this.doc.page.width - 2 * MARGIN;
    for (const line of this.breakLines(block, width)) {
      this.reserveRoom(line.height);
      this.draw(line.bits, block, { left: MARGIN, top: this.y, width });
      this.y += line.height;
    }
    this.y += block.after ?? 6;
  }

  drawTable({ widths, rows, after }: Table): void {
    const whole = this.doc.page.width - 2 * MARGIN;
    const sum = widths.reduce((all, one) => all + one, 0);
    const columns = widths.map((share) => (whole * share) / sum);
    for (const { cells, height = 0 } of rows) {
      const laid = cells.map((cell, index) => {
        const column = columns[index] ?? 0;
        return { column, blocks: cell.map((block) => ({ block, lines: this.breakLines(block, column - 2 * PAD) })) };
      });
      const tall = Math.max(
        height,
        ...laid.map(({ blocks }) =>
          blocks.reduce((all, { lines }) => all + lines.reduce((one, line) => one + line.height, 0), 2 * PAD),
        ),
      );
      this.reserveRoom(tall);
      let x = MARGIN;
      for (const { column, blocks } of laid) {
        this.doc.lineWidth(0.6).strokeColor(RULE).rect(x, this.y, column, tall).stroke();
        let y = this.y + PAD;
        for (const { block, lines } of blocks) {
          for (const line of lines) {
            this.draw(line.bits, block, { left: x + PAD, top: y, width: column - 2 * PAD });
            y += line.height;
          }
        }
        x += column;
      }
      this.y += tall;
    }
    this.y += after ?? 12;
  }

  /** Begins a new page when less than `height` is left. */
  private reserveRoom(height: number): void {
    if (this.y + height <= this.doc.page.height - MARGIN || this.y === MARGIN) return;
    this.doc.addPage();
    this.y = MARGIN;
  }

  private breakLines({ spans, size = SIZE }: Paragraph, width: number): { bits: Bit[]; height: number }[] {
    const measure = (text: string, span: Span) =>
      this.face
        .runs(text, chooseWeight(span))
        .reduce(
          (sum, run) => sum + this.doc.font(run.font).fontSize(chooseSize(span, size)).widthOfString(run.text),
          0,
        );
    return breakLines(spans.map(clean), width, measure).map((bits) => ({ bits, height: size * LEADING }));
  }

  private draw(
    bits: readonly Bit[],
    { size = SIZE, align }: Paragraph,
    { left, top, width }: { left: number; top: number; width: number },
  ): void {
    const { doc } = this;
    const baseline = top + size * 1.25;
    let x = left + (align === "center" ? (width - bits.reduce((sum, bit) => sum + bit.width, 0)) / 2 : 0);
    for (const { span, text, width: wide } of bits) {
      const from = x;
      doc.fillColor(span.quiet ? QUIET : INK);
      for (const run of this.face.runs(text, chooseWeight(span))) {
        doc
          .font(run.font)
          .fontSize(chooseSize(span, size))
          .text(run.text, x, baseline, { lineBreak: false, baseline: "alphabetic" });
        x += doc.widthOfString(run.text);
      }
      x = from + wide;
      if (span.blank !== undefined)
        doc
          .lineWidth(0.6)
          .strokeColor(INK)
          .moveTo(from, baseline + 3)
          .lineTo(x, baseline + 3)
          .stroke();
    }
  }
}
const chooseSize = ({ quiet }: Span, size: number): number => (quiet ? size * 0.9 : size);
