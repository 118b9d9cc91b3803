import { escapeXml } from "./xml.ts";

/**
 * Indexes of the fixed cell formats. `text` has the format `@` with quotePrefix, so that `=1+1` and `007` remain text
 * when edited.
 */
export const STYLE = { plain: 0, header: 1, text: 2 } as const;
const FIRST_FREE = 3;
/** First id after Excel's built-in number formats. */
const FIRST_FORMAT = 164;

/** Collects the cell styles of a workbook: the fixed ones, and one for each number format in order of first use. */
export class Styles {
  readonly #formats = new Map<string, number>();

  /** Returns the style index for a number format, adding the style on first use. */
  findStyle(format: string): number {
    const cached = this.#formats.get(format) ?? this.#formats.size;
    this.#formats.set(format, cached);
    return FIRST_FREE + cached;
  }

  /** Returns the content of `xl/styles.xml`. Call it after the last cell. */
  toXml(): string {
    const formats = [...this.#formats]
      .map(([format, index]) => `<numFmt numFmtId="${FIRST_FORMAT + index}" formatCode="${escapeXml(format)}"/>`)
      .join("");
    const cells = [...this.#formats.values()]
      .map(
        (index) =>
          `<xf numFmtId="${FIRST_FORMAT + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
      )
      .join("");
    const count = this.#formats.size;
    return (
      '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
      (count > 0 ? `<numFmts count="${count}">${formats}</numFmts>` : "") +
      '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
      '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      `<cellXfs count="${FIRST_FREE + count}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
      '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyAlignment="1" quotePrefix="1"><alignment vertical="center" wrapText="1"/></xf>' +
      `<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/>${cells}</cellXfs>` +
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
    );
  }
}
