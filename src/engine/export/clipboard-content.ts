/**
 * Formats cells for the clipboard: as tab-separated text, and as an HTML table in which spreadsheets keep digits as
 * text.
 */
import type { ClipboardContent } from "../base/copy-text.ts";
import type { Cell } from "../model/kind.ts";
import { escapeFormula, isRounded } from "./spreadsheet-text.ts";

/**
 * Returns lines of cells as clipboard content, below a header if one is given. Identifiers are text cells, so that they
 * keep all digits when pasted into a spreadsheet.
 * @example
 * formatClipboard([[{ type: "text", value: "007" }, { type: "number", value: "12.50", format: "0.00" }]]).text // => "007\t12.50"
 */
export function formatClipboard(lines: readonly (readonly Cell[])[], header?: readonly string[]): ClipboardContent {
  const head = header ? [header] : [];
  const text = [
    ...head.map((labels) => labels.map((label) => formatText(label))),
    ...lines.map((cells) => cells.map(formatPlain)),
  ];
  const html = [
    ...head.map((labels) => `<tr>${labels.map((label) => `<th>${escapeText(label)}</th>`).join("")}</tr>`),
    ...lines.map((cells) => `<tr>${cells.map(formatCell).join("")}</tr>`),
  ];
  return {
    text: text.map((cells) => cells.join("\t")).join("\n"),
    html: `<meta charset="utf-8"><table>${html.join("")}</table>`,
  };
}

/**
 * Guards text against being run as a formula, and replaces line breaks and tabs, which would end the cell, with spaces.
 * Text that starts with a quotation mark is quoted, because spreadsheets would remove the mark.
 */
function formatText(text: string): string {
  const line = escapeFormula(text.replace(/[\t\r\n]+/g, " "));
  return line.startsWith('"') ? `"${line.replaceAll('"', '""')}"` : line;
}

const formatPlain = (cell: Cell): string =>
  cell.type === "empty" ? "" : cell.type === "text" ? formatText(cell.value) : cell.value;

/** Excel, WPS and LibreOffice read the number format from the cell's style. `@` means text. */
const AS_TEXT = ` style="mso-number-format:'\\@'"`;

function formatCell(cell: Cell): string {
  if (cell.type === "empty") return "<td></td>";
  const isText = cell.type === "text" || (cell.type === "number" && isRounded(cell.value));
  return `<td${isText ? AS_TEXT : ""}>${escapeText(cell.value)}</td>`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeText = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
