/**
 * Writes a workbook for filling in or correcting: a single sheet with coloured cells and drop-down lists. Uses the
 * export's ZIP and XML writers.
 */
import {
  toColumnLetters,
  MAIN,
  createPackageParts,
  createPart,
  sanitizeSheetName,
  nameSheetPart,
  STYLES_PART,
  createWorkbookParts,
} from "../export/packaging.ts";
import { escapeXml } from "../export/xml.ts";
import { type ZipEntry, writeZip, type ZipTools } from "../export/zip.ts";

/** Role of a cell, which determines its colours. */
export type CellLook = "plain" | "text" | "required" | "optional" | "rule" | "bad" | "reason";
/** A cell to write. A number's text is a plain decimal, optionally followed by `%`. */
export interface WrittenCell {
  text: string;
  look: CellLook;
  number?: true;
}
export interface WrittenSheet {
  title: string;
  /** For each column, its width in characters, whether input stays text, and its drop-down choices. */
  columns: { width: number; text?: boolean; choices?: readonly string[] }[];
  rows: WrittenCell[][];
  frozen: number;
  /** Number of rows below the written ones that get drop-down lists. */
  room?: number;
}

const LOOKS: readonly CellLook[] = ["plain", "text", "required", "optional", "rule", "bad", "reason"];
/** Excel's limit for the length of a drop-down list in characters. Longer lists are omitted. */
const MAX_CHOICES = 255;

/**
 * Yields the file in chunks. `now` is in milliseconds since the epoch.
 * @example
 * for await (const chunk of writeSheetFile(buildTemplateSheet(entity, "en", ports.t), zip, Date.now())) process.stdout.write(chunk);
 */
export function writeSheetFile(sheet: WrittenSheet, tools: ZipTools, now: number): AsyncGenerator<Uint8Array> {
  return writeZip(createParts(sheet), tools, now);
}

const createParts = (sheet: WrittenSheet): ZipEntry[] => [
  ...createPackageParts(1),
  ...createWorkbookParts([sanitizeSheetName(sheet.title)]),
  createPart(STYLES_PART, STYLES),
  createPart(nameSheetPart(1), writeSheet(sheet)),
];

const fill = (colour: string) =>
  `<fill><patternFill patternType="solid"><fgColor rgb="FF${colour}"/><bgColor indexed="64"/></patternFill></fill>`;
const createFont = (inner: string) => `<font>${inner}<sz val="11"/><name val="Calibri"/></font>`;
/**
 * Cell formats: those of LOOKS in order, then those of NUMBERS. Each is a number format (0 general, 49 text, 10
 * percent), a font and a fill. Text cells are quoted, so that `=1+1` and `007` stay text.
 */
const FORMATS: readonly [format: number, font: number, fill: number][] = [
  [0, 0, 0],
  [49, 0, 0],
  [49, 1, 2],
  [49, 1, 3],
  [49, 2, 4],
  [49, 3, 5],
  [49, 3, 0],
  [0, 3, 5],
  [10, 0, 0],
  [10, 3, 5],
];
/** Indexes in FORMATS for numbers and percentages, by role. Other roles write numbers as text. */
const NUMBERS: Partial<Record<CellLook, { general: number; percent: number }>> = {
  plain: { general: 0, percent: 8 },
  bad: { general: 7, percent: 9 },
};
const STYLES =
  `<styleSheet ${MAIN}><fonts count="4">${createFont("")}${createFont("<b/>")}<font><i/><sz val="10"/><color rgb="FF5F7185"/><name val="Calibri"/></font><font><sz val="11"/><color rgb="FFB3261E"/><name val="Calibri"/></font></fonts>` +
  `<fills count="6"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${fill("F8D7DD")}${fill("D9EFE0")}${fill("EEF1F4")}${fill("FBEAE9")}</fills>` +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${FORMATS.length}">${FORMATS.map(([format, ink, paper], index) => `<xf numFmtId="${format}" fontId="${ink}" fillId="${paper}" borderId="0" xfId="0"${index === 0 ? "" : ' applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1"' + (format === 49 ? ' quotePrefix="1"' : "") + '><alignment vertical="center"' + (index > 1 ? ' wrapText="1"' : "") + "/></xf>"}${index === 0 ? "/>" : ""}`).join("")}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

function writeSheet({ columns, rows, frozen, room = 0 }: WrittenSheet): string {
  const width = ({ width: letters, text }: WrittenSheet["columns"][number], index: number) =>
    `<col min="${index + 1}" max="${index + 1}" width="${letters}" customWidth="1"${text ? ` style="${LOOKS.indexOf("text")}"` : ""}/>`;
  const pane =
    frozen > 0 ? `<pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/>` : "";
  const lists = columns.flatMap(({ choices }, index) => {
    if (!choices) return [];
    const list = choices.join(",");
    if (room === 0 || list === "" || list.length > MAX_CHOICES || choices.some((choice) => /[",]/.test(choice)))
      return [];
    const letter = toColumnLetters(index);
    return `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${letter}${rows.length + 1}:${letter}${rows.length + room}"><formula1>"${escapeXml(list)}"</formula1></dataValidation>`;
  });
  return (
    `<worksheet ${MAIN}><sheetViews><sheetView workbookViewId="0" tabSelected="1">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="16"/>` +
    `<cols>${columns.map(width).join("")}</cols><sheetData>${rows.map((row, index) => `<row r="${index + 1}">${row.map((cell, column) => writeCell(`${toColumnLetters(column)}${index + 1}`, cell)).join("")}</row>`).join("")}</sheetData>` +
    (lists.length > 0 ? `<dataValidations count="${lists.length}">${lists.join("")}</dataValidations>` : "") +
    "</worksheet>"
  );
}

function writeCell(cellRef: string, { text, look, number }: WrittenCell): string {
  const style = LOOKS.indexOf(look);
  if (text === "") return look === "plain" ? "" : `<c r="${cellRef}" s="${style}"/>`;
  const styles = number && NUMBERS[look];
  if (styles && /^-?\d+(?:\.\d+)?$/.test(text))
    return `<c r="${cellRef}"${styles.general === 0 ? "" : ` s="${styles.general}"`}><v>${text}</v></c>`;
  if (styles && /^-?\d+(?:\.\d+)?%$/.test(text))
    return `<c r="${cellRef}" s="${styles.percent}"><v>${divideByHundred(text.slice(0, -1))}</v></c>`;
  return `<c r="${cellRef}" t="inlineStr" s="${look === "plain" ? LOOKS.indexOf("text") : style}"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
}

/** Divides a decimal by 100 without rounding: `12.5` -> `0.125`. */
function divideByHundred(text: string): string {
  const [, sign = "", whole = "", rest = ""] = /^(-?)(\d+)\.?(\d*)$/.exec(text) ?? [];
  const digits = whole.padStart(3, "0");
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}${rest}`;
}
