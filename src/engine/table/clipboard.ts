/**
 * Formats rows for the clipboard: as tab-separated text, and as an HTML table in which spreadsheets keep digits as
 * text.
 */
import { guard } from "../export/write-csv.ts";
import { type ExportTable, listHeaders, isRounded, listLineCells } from "../export/table.ts";
import type { Row } from "../model/entity.ts";
import type { Cell } from "../model/kind.ts";

/** Clipboard content. Programs that support tables read `html`, all others `text`. */
export interface Clip {
  text: string;
  html: string;
}

/**
 * Returns the rows as clipboard content, with a header row unless `headed` is false. Identifiers are text cells, so
 * that they keep all digits when pasted into a spreadsheet.
 */
export function buildClip(table: ExportTable, rows: readonly Row[], headed = true): Clip {
  const header = headed ? [listHeaders(table)] : [];
  const lines = rows.flatMap((row) => listLineCells(table, row));
  const text = [
    ...header.map((labels) => labels.map((label) => guard(joinLines(label)))),
    ...lines.map((cells) => cells.map(formatPlain)),
  ];
  const html = [
    ...header.map((labels) => `<tr>${labels.map((label) => `<th>${escapeText(label)}</th>`).join("")}</tr>`),
    ...lines.map((cells) => `<tr>${cells.map(formatCell).join("")}</tr>`),
  ];
  return {
    text: text.map((cells) => cells.join("\t")).join("\n"),
    html: `<meta charset="utf-8"><table>${html.join("")}</table>`,
  };
}

/** Writes both formats to the clipboard, or only the text with `copyText` if the browser supports no other format. */
export async function writeClip({ text, html }: Clip, copyText: (text: string) => Promise<void>): Promise<void> {
  if (typeof ClipboardItem === "undefined" || navigator.clipboard?.write === undefined) return copyText(text);
  const part = (type: string, value: string) => [type, new Blob([value], { type })] as const;
  const item = new ClipboardItem(Object.fromEntries([part("text/plain", text), part("text/html", html)]));
  return navigator.clipboard.write([item]);
}

/** Replaces line breaks and tabs, which would end the cell, with a space. */
const joinLines = (text: string) => text.replace(/[\t\r\n]+/g, " ");

const formatPlain = (cell: Cell): string =>
  cell.type === "empty" ? "" : cell.type === "text" ? guard(joinLines(cell.value)) : cell.value;

/** Excel, WPS and LibreOffice read the number format from the cell's style. `@` means text. */
const AS_TEXT = ` style="mso-number-format:'\\@'"`;

function formatCell(cell: Cell): string {
  if (cell.type === "empty") return "<td></td>";
  const isText = cell.type === "text" || (cell.type === "number" && isRounded(cell.value));
  return `<td${isText ? AS_TEXT : ""}>${escapeText(cell.value)}</td>`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeText = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
