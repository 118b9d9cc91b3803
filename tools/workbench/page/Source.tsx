/** Text editor for the file, with findings, completion and undo history. */
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import {
  bracketMatching,
  defaultHighlightStyle,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorSelection, EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "react";
import type { Finding } from "../protocol.ts";
import { createCompletionSource } from "./complete.ts";
import type { Spot } from "./spots.ts";
import { readLang, t, pickText } from "./texts.ts";

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--primary)" },
  { tag: tags.string, color: "var(--ink)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--brass)" },
  { tag: tags.punctuation, color: "var(--ink-3)" },
]);

interface SourceProps {
  path: string;
  text: string;
  onEdit(text: string): void;
  findings: readonly Finding[];
  spot: Spot | undefined;
  /** Called after the location was shown. */
  onSpot(): void;
}

/** Translations of the editor's own texts. */
const PHRASES = {
  en: {},
  zh: {
    Find: "查找",
    Replace: "替换为",
    next: "下一个",
    previous: "上一个",
    all: "全部",
    "match case": "区分大小写",
    regexp: "正则",
    "by word": "整词",
    replace: "替换",
    "replace all": "全部替换",
    close: "关闭",
    "current match": "当前匹配",
    "on line": "在第",
    "replaced $ matches": "替换了 $ 处",
    "replaced match on line $": "替换了第 $ 行",
    Diagnostics: "问题",
    "No diagnostics": "没有问题",
    Completions: "可以写的",
    "Go to line": "到第几行",
    go: "去",
  },
};

/** One editor state per file and language, which preserves its undo history. */
const editorStates = new Map<string, EditorState>();

export function Source({ path, text, onEdit, findings, spot, onSpot }: SourceProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef({ onEdit });
  latest.current = { onEdit };
  const name = `${readLang()} ${path}`;
  useEffect(() => {
    const listener = EditorView.updateListener.of((update) => {
      editorStates.set(name, update.state);
      if (update.docChanged) latest.current.onEdit(update.state.doc.toString());
    });
    const folder = path.split("/").at(-2) ?? "";
    const extensions = [
      lineNumbers(),
      history(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      lintGutter(),
      EditorView.lineWrapping,
      json(),
      syntaxHighlighting(colours),
      syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
      autocompletion({ override: [createCompletionSource(folder, readLang())] }),
      // Tab moves the focus out of the editor, so that keyboard users are not trapped.
      keymap.of([
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...lintKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...defaultKeymap.filter(({ key }) => key !== indentWithTab.key),
      ]),
      EditorView.contentAttributes.of({ "aria-label": t("source.of", { path }), tabindex: "0" }),
      EditorState.phrases.of(PHRASES[readLang()]),
      listener,
    ];
    const before = editorStates.get(name);
    const made = new EditorView({
      parent: host.current!,
      state: before ?? EditorState.create({ doc: text, extensions }),
    });
    view.current = made;
    return () => made.destroy();
    // The next effect sets the text; each file has one editor.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [path]);
  useEffect(() => {
    const editor = view.current!;
    const now = editor.state.doc.toString();
    if (now !== text) editor.dispatch({ changes: findSmallestChange(now, text) });
  }, [path, text]);
  useEffect(() => {
    const editor = view.current!;
    editor.dispatch(
      setDiagnostics(
        editor.state,
        findings.filter((finding) => finding.file === path).map((finding) => toDiagnostic(editor.state, finding)),
      ),
    );
  }, [path, findings, text]);
  useEffect(() => {
    const editor = view.current!;
    if (spot?.path !== path || spot.line > editor.state.doc.lines) return;
    const line = editor.state.doc.line(spot.line);
    const from = Math.min(line.to, line.from + (spot.column ?? 1) - 1);
    const to = Math.min(line.to, from + (spot.length ?? 0));
    editor.dispatch({
      selection: EditorSelection.single(from, to),
      effects: EditorView.scrollIntoView(from, { y: "center" }),
    });
    editor.focus();
    onSpot();
  }, [path, spot, onSpot]);
  return <div className="wb-source" ref={host} />;
}

/** Returns the smallest replacement, to preserve cursor and history. */
function findSmallestChange(before: string, after: string) {
  let from = 0;
  while (from < before.length && from < after.length && before[from] === after[from]) from += 1;
  let back = 0;
  while (
    back < before.length - from &&
    back < after.length - from &&
    before[before.length - 1 - back] === after[after.length - 1 - back]
  )
    back += 1;
  return { from, to: before.length - back, insert: after.slice(from, after.length - back) };
}

function toDiagnostic(
  { doc }: EditorState,
  { line, column, length, messages: message, suggestion, severity }: Finding,
): Diagnostic {
  const at = doc.line(Math.min(line, doc.lines));
  const from = Math.min(at.to, at.from + column - 1);
  return {
    from,
    to: Math.min(at.to, from + Math.max(1, length)),
    severity: severity === "error" ? "error" : "warning",
    message: suggestion === undefined ? pickText(message) : `${pickText(message)} — ${t("meant", { suggestion })}`,
  };
}
