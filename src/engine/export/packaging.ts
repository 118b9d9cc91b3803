/** Builds the package parts of an XLSX file around its sheets: content types, relationships, workbook (ECMA-376). */
import { escapeXml } from "./xml.ts";
import type { ZipEntry } from "./zip.ts";

export const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Creates a part from its XML, to which it adds the XML declaration. */
export const createPart = (name: string, text: string): ZipEntry => ({ name, content: encodeOnce(HEAD + text) });
async function* encodeOnce(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

/** Returns the part name of a sheet. `number` starts at 1. */
export const nameSheetPart = (number: number): string => `xl/worksheets/sheet${number}.xml`;
export const STYLES_PART = "xl/styles.xml";

const listNumbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const writeRelations = (...targets: [type: string, target: string][]): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${targets.map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`).join("")}</Relationships>`;

/** Returns the content types and package relationships of an archive with this number of sheets. */
export function createPackageParts(sheets: number): ZipEntry[] {
  const type = (name: string, kind: string) =>
    `<Override PartName="/${name}" ContentType="${SHEET_TYPE}.${kind}+xml"/>`;
  const types = [
    type("xl/workbook.xml", "sheet.main"),
    ...listNumbers(sheets).map((number) => type(nameSheetPart(number), "worksheet")),
    type(STYLES_PART, "styles"),
  ];
  const defaults =
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>';
  return [
    createPart("[Content_Types].xml", `<Types xmlns="${PACKAGE}/content-types">${defaults}${types.join("")}</Types>`),
    createPart("_rels/.rels", writeRelations(["officeDocument", "xl/workbook.xml"])),
  ];
}

/**
 * Returns the workbook and its relationships for sheets with these titles. `names` is the XML of the `definedNames`.
 */
export function createWorkbookParts(titles: readonly string[], names = ""): ZipEntry[] {
  const sheets = titles.map(
    (title, index) => `<sheet name="${escapeXml(title)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return [
    createPart(
      "xl/workbook.xml",
      `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets>${sheets.join("")}</sheets>${names}</workbook>`,
    ),
    createPart(
      "xl/_rels/workbook.xml.rels",
      writeRelations(...titles.map((_, index): [string, string] => ["worksheet", `worksheets/sheet${index + 1}.xml`]), [
        "styles",
        "styles.xml",
      ]),
    ),
  ];
}

/**
 * Returns a valid sheet name: without `[]:*?/\`, control characters and outer apostrophes, at most `maxLength`
 * characters (Excel allows 31), or `Sheet` when nothing remains.
 */
export const sanitizeSheetName = (name: string, maxLength = 31): string =>
  [
    ...name
      .replace(/[[\]:*?/\\\p{Cc}]/gu, " ")
      .replace(/^'+|'+$/g, "")
      .trim(),
  ]
    .slice(0, maxLength)
    .join("") || "Sheet";

/** Converts a 0-based column index to letters: 0 -> `A`, 26 -> `AA`. */
export function toColumnLetters(index: number): string {
  return (index >= 26 ? toColumnLetters(Math.floor(index / 26) - 1) : "") + String.fromCodePoint(65 + (index % 26));
}
