/** The file as text: findings at their places, completion of the language's words, undo as long as the page stands. */
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, defaultHighlightStyle, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorSelection, EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "react";
import type { Finding } from "../protocol.ts";
import { completion } from "./complete.ts";
import type { Spot } from "./spots.ts";
import { chosenLang, t } from "./words.ts";

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
  spot?: Spot;
}

/** One editor a file, kept with its undo history while other files are looked at. */
const kept = new Map<string, EditorState>();

export function Source({ path, text, onEdit, findings, spot }: SourceProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef({ onEdit });
  latest.current = { onEdit };
  useEffect(() => {
    const heard = EditorView.updateListener.of((update) => {
      kept.set(path, update.state);
      if (update.docChanged) latest.current.onEdit(update.state.doc.toString());
    });
    const folder = path.split("/").at(-2) ?? "";
    const extensions = [
      lineNumbers(), history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(), highlightActiveLine(), highlightSelectionMatches(), lintGutter(), EditorView.lineWrapping,
      json(), syntaxHighlighting(colours), syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
      autocompletion({ override: [completion(folder, chosenLang())] }),
      // Tab leaves the editor: nobody is caught in it. Escape, then Tab, indents nothing.
      keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap.filter(({ key }) => key !== indentWithTab.key)]),
      EditorView.contentAttributes.of({ "aria-label": t("source.of", { path }) }), heard,
    ];
    const before = kept.get(path);
    const made = new EditorView({ parent: host.current!, state: before ?? EditorState.create({ doc: text, extensions }) });
    view.current = made;
    return () => made.destroy();
    // The text comes in by the next effect; a file has one editor.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [path]);
  useEffect(() => {
    const editor = view.current!;
    const now = editor.state.doc.toString();
    if (now !== text) editor.dispatch({ changes: smallest(now, text) });
  }, [path, text]);
  useEffect(() => {
    const editor = view.current!;
    editor.dispatch(setDiagnostics(editor.state, findings.filter((finding) => finding.file === path).map((finding) => diagnostic(editor.state, finding))));
  }, [path, findings, text]);
  useEffect(() => {
    const editor = view.current!;
    if (spot?.path !== path || spot.line > editor.state.doc.lines) return;
    const line = editor.state.doc.line(spot.line);
    const from = Math.min(line.to, line.from + (spot.column ?? 1) - 1);
    const to = Math.min(line.to, from + (spot.length ?? 0));
    editor.dispatch({ selection: EditorSelection.single(from, to), effects: EditorView.scrollIntoView(from, { y: "center" }) });
    editor.focus();
  }, [path, spot]);
  return <div className="wb-source" ref={host} />;
}

/** Only what differs, so that the cursor and the history stay. */
function smallest(before: string, after: string) {
  let from = 0;
  while (from < before.length && from < after.length && before[from] === after[from]) from += 1;
  let back = 0;
  while (back < before.length - from && back < after.length - from && before[before.length - 1 - back] === after[after.length - 1 - back]) back += 1;
  return { from, to: before.length - back, insert: after.slice(from, after.length - back) };
}

function diagnostic({ doc }: EditorState, { line, column, length, message, suggestion, severity }: Finding): Diagnostic {
  const at = doc.line(Math.min(line, doc.lines));
  const from = Math.min(at.to, at.from + column - 1);
  return { from, to: Math.min(at.to, from + Math.max(1, length)), severity: severity === "error" ? "error" : "warning", message: suggestion === undefined ? message : `${message} — ${t("meant", { suggestion })}` };
}
