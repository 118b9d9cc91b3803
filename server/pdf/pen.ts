/** Draws blocks from top to bottom and starts new pages. */
import type { Letterhead, Paragraph, Rule, Table } from "./blocks.ts";
import type { Face, Weight } from "./typeface.ts";
import { type Bit, breakLines, type Span } from "./lines.ts";
import { drawMark } from "./mark.ts";

export const MARGIN = 57;
const SIZE = 10.5;
const LEADING = 1.7;
const PAD = 6;
/** Space in points above and below the text of a table row with the frame `line`. */
const LINE_PAD = 2;
const MARK = 34;
const FOOT_SIZE = 8;
/** Distance of the footer from the bottom edge of the page. */
const FOOT = 34;
const [INK, QUIET, RULE, HAIR, TEAL] = ["#0e1b2a", "#44566b", "#7f8d9e", "#dfe5eb", "#0b6664"];

export const chooseWeight = ({ bold }: Span): Weight => (bold ? 600 : 400);
const chooseSize = ({ quiet }: Span, size: number): number => (quiet ? size * 0.9 : size);
/** Replaces whitespace and control characters with single spaces, so that no value affects the layout. */
export const clean = (span: Span): Span => ({ ...span, text: span.text.replace(/[\s\p{Cc}]+/gu, " ") });

interface Line {
  bits: Bit[];
  height: number;
}
/** A row whose texts have been broken into lines. `tall`: its height. */
interface LaidRow {
  cells: { left: number; width: number; blocks: { block: Paragraph; lines: Line[] }[] }[];
  tall: number;
}
interface Box {
  left: number;
  top: number;
  width: number;
}

const sumHeights = (lines: readonly Line[]): number => lines.reduce((sum, line) => sum + line.height, 0);

export class Pen {
  private y = MARGIN;
  private readonly width: number;
  constructor(
    private readonly doc: PDFKit.PDFDocument,
    private readonly face: Face,
  ) {
    this.width = doc.page.width - 2 * MARGIN;
  }

  drawParagraph(block: Paragraph): void {
    for (const line of this.breakLines(block, this.width)) {
      this.reserveRoom(line.height);
      this.draw(line.bits, block, { left: MARGIN, top: this.y, width: this.width });
      this.y += line.height;
    }
    this.y += block.after ?? 6;
  }

  drawRule({ rule, after }: Rule): void {
    const [colour, thickness] = rule === "mark" ? [TEAL, 1] : [HAIR, 0.6];
    this.doc.lineWidth(thickness).strokeColor(colour);
    this.doc
      .moveTo(MARGIN, this.y)
      .lineTo(MARGIN + this.width, this.y)
      .stroke();
    this.y += after ?? 10;
  }

  drawLetterhead({ title, aside }: Letterhead): void {
    const indent = MARK + 12;
    const laid = this.layRow([title, aside], [this.width * 0.7, this.width * 0.3], { pad: 0, indent });
    const height = Math.max(MARK, laid.tall);
    drawMark(this.doc, { left: MARGIN, top: this.y + (height - MARK) / 2, size: MARK, colour: TEAL });
    this.drawRow(laid, this.y + (height - laid.tall) / 2);
    this.y += height + 12;
    this.drawRule({ rule: "mark", after: 12 });
  }

  drawTable({ widths, rows, after, frame = "box", headed }: Table): void {
    const sum = widths.reduce((all, item) => all + item, 0);
    const columns = widths.map((share) => (this.width * share) / sum);
    const pad = frame === "line" ? LINE_PAD : PAD;
    const laid = rows.map(({ cells, height = 0 }) => {
      const row = this.layRow(cells, columns, { pad, ...(frame === "last" && { indent: 0 }) });
      return { ...row, tall: Math.max(height, row.tall) };
    });
    const [head] = laid;
    for (const row of laid) {
      if (this.reserveRoom(row.tall) && headed && head && row !== head)
        this.drawTableRow(head, columns, { frame, pad });
      this.drawTableRow(row, columns, { frame, pad });
    }
    this.y += after ?? 12;
  }

  drawFeet(foot: Span[]): void {
    const { start, count } = this.doc.bufferedPageRange();
    for (let index = 0; index < count; index++) {
      this.doc.switchToPage(start + index);
      const top = this.doc.page.height - FOOT;
      const box = { left: MARGIN, top, width: this.width };
      const page: Paragraph = {
        spans: [{ text: `第 ${index + 1} 页，共 ${count} 页 Page ${index + 1} of ${count}`, quiet: true }],
        size: FOOT_SIZE,
        align: "end",
      };
      this.draw(
        this.breakLines({ spans: foot, size: FOOT_SIZE }, this.width * 0.7)[0]?.bits ?? [],
        { spans: foot, size: FOOT_SIZE },
        box,
      );
      this.draw(this.breakLines(page, this.width)[0]?.bits ?? [], page, box);
    }
  }

  private drawTableRow(
    row: LaidRow,
    columns: readonly number[],
    { frame, pad }: { frame: Table["frame"]; pad: number },
  ): void {
    const { doc, y } = this;
    if (frame === "last") this.drawDashes(columns, row.tall);
    if (frame === "box") {
      doc.lineWidth(0.6).strokeColor(RULE);
      columns.reduce((x, column) => {
        doc.rect(x, y, column, row.tall).stroke();
        return x + column;
      }, MARGIN);
    }
    this.drawRow(row, y + pad);
    this.y += row.tall;
    if (frame === "line") this.drawRule({ rule: "thin", after: 0 });
  }

  private drawDashes(columns: readonly number[], height: number): void {
    const column = columns.at(-1) ?? 0;
    const { doc, y } = this;
    doc.save().lineWidth(0.6).strokeColor(RULE).dash(3, { space: 3 });
    doc
      .roundedRect(MARGIN + this.width - column, y, column, height, 6)
      .stroke()
      .restore();
  }

  /**
   * Breaks the texts of a row into lines. Cells have padding `pad` above and below. Those of framed tables also have it
   * on both sides (`indent` on the left of the first cell), others only have room between columns.
   */
  private layRow(
    cells: readonly Paragraph[][],
    columns: readonly number[],
    { pad, indent = pad === PAD ? PAD : 0 }: { pad: number; indent?: number },
  ): LaidRow {
    let x = MARGIN;
    const laid = cells.map((cell, index) => {
      const column = columns[index] ?? 0;
      const isLast = index === cells.length - 1;
      const [before, behind] = [index === 0 ? indent : pad === PAD ? PAD : 2, pad === PAD ? PAD : isLast ? 0 : 4];
      const box = { left: x + before, width: column - before - behind };
      x += column;
      return { ...box, blocks: cell.map((block) => ({ block, lines: this.breakLines(block, box.width) })) };
    });
    const tall = Math.max(
      ...laid.map(({ blocks }) => blocks.reduce((all, { lines }) => all + sumHeights(lines), 2 * pad)),
    );
    return { cells: laid, tall };
  }

  private drawRow({ cells }: LaidRow, top: number): void {
    for (const { left, width, blocks } of cells) {
      let y = top;
      for (const { block, lines } of blocks) {
        for (const line of lines) {
          this.draw(line.bits, block, { left, top: y, width });
          y += line.height;
        }
      }
    }
  }

  /** Starts a new page if less than `height` is left, unless the page is empty. Returns whether it did. */
  private reserveRoom(height: number): boolean {
    if (this.y + height <= this.doc.page.height - MARGIN || this.y === MARGIN) return false;
    this.doc.addPage();
    this.y = MARGIN;
    return true;
  }

  private breakLines({ spans, size = SIZE }: Paragraph, width: number): Line[] {
    const measure = (text: string, span: Span) =>
      this.face
        .runs(text, chooseWeight(span))
        .reduce(
          (sum, run) => sum + this.doc.font(run.font).fontSize(chooseSize(span, size)).widthOfString(run.text),
          0,
        );
    return breakLines(spans.map(clean), width, measure).map((bits) => ({ bits, height: size * LEADING }));
  }

  private draw(bits: readonly Bit[], { size = SIZE, align }: Paragraph, { left, top, width }: Box): void {
    const { doc } = this;
    const baseline = top + size * 1.25;
    const free = width - bits.reduce((sum, bit) => sum + bit.width, 0);
    let x = left + (align === "center" ? free / 2 : align === "end" ? free : 0);
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
