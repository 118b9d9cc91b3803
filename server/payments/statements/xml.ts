/**
 * Reads XML as a stream of elements with their text. Rejects DOCTYPE, so that entities are never expanded, and limits
 * the nesting depth and the length of texts.
 */
import { SaxesParser } from "saxes";
import { createFault, type Found } from "./model.ts";

/** Maximum nesting depth. A statement has about 15 levels. */
const MAX_DEPTH = 40;
/** Maximum length of one text in characters. ISO 20022 allows 500. */
const MAX_TEXT = 4_000;

/** Receives elements by path: the local names from the root, joined by `/`. */
export interface ElementSink {
  open(path: string, attributes: Readonly<Record<string, string>>, line: number): void;
  /** `text`: text of the element, without that of its children. */
  close(path: string, text: string, line: number): void;
}

/** Parses an XML document that is written in chunks. */
export interface XmlFeed {
  write(text: string): void;
  end(): void;
  /** Returns the first fault of the document, or undefined if there is none. Input after a fault is ignored. */
  broken(): Extract<Found, { fault: unknown }> | undefined;
}

export function createXmlFeed(sink: ElementSink): XmlFeed {
  let broken: Extract<Found, { fault: unknown }> | undefined;
  const parser = new SaxesParser({ xmlns: false, position: true });
  const path: string[] = [];
  const texts: string[] = [];
  const refuse = (field: string, zh: string, en: string) => (broken ??= createFault(parser.line, field, zh, en));
  parser.on("error", ({ message }) =>
    refuse("XML", `不是格式正确的 XML：${message}`, `not well-formed XML: ${message}`),
  );
  parser.on("doctype", () => refuse("DOCTYPE", "不接受含 DOCTYPE 的文件", "a file with a DOCTYPE is not taken"));
  parser.on("opentag", ({ name, attributes }) => {
    if (path.length >= MAX_DEPTH)
      refuse(name, `嵌套不得超过 ${MAX_DEPTH} 层`, `elements may be nested ${MAX_DEPTH} deep at most`);
    const parent = path.at(-1);
    const local = name.slice(name.indexOf(":") + 1);
    path.push(parent === undefined ? local : `${parent}/${local}`);
    texts.push("");
    if (!broken) sink.open(path.at(-1) ?? "", attributes, parser.line);
  });
  parser.on("text", (text) => {
    const last = texts.length - 1;
    // Skip whitespace between elements.
    if (last < 0 || (texts[last] === "" && text.trim() === "")) return;
    texts[last] += text;
    if ((texts[last]?.length ?? 0) > MAX_TEXT)
      refuse(path.at(-1) ?? "", `文本不得超过 ${MAX_TEXT} 个字符`, `a text may have ${MAX_TEXT} characters at most`);
  });
  parser.on("closetag", () => {
    const [name, text] = [path.pop(), texts.pop()];
    if (!broken) sink.close(name ?? "", (text ?? "").trim(), parser.line);
  });
  return {
    write: (text) => void (broken ?? parser.write(text)),
    end: () => void (broken ?? parser.close()),
    broken: () => broken,
  };
}
