/** `npm run schemas -- diff`: lists the changes since a commit and what they break. */
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { compileSchemas } from "../../../server/payments/schemas.ts";
import type { CompiledSchemas } from "@portolan/engine/folder";
import {
  describe,
  createFinding,
  type Level,
  type LocalizedMessage,
  type Risk,
  type SchemaError,
} from "@portolan/engine/compiler";
import { NOTES, readBase, type Base } from "../base.ts";
import { readCases } from "../cases.ts";
import { diffSchemas } from "../changes.ts";
import { computeLevel, RANK, type Change } from "../changes/change.ts";
import { toolMessages } from "../tool-messages.ts";
import { countStored } from "../stored.ts";
import { createUnknownNameError, type Command, type Context, type Outcome } from "../context.ts";

export const diff: Command = {
  usage: "diff [--base REF] [--db URL|DATA_DIR] [entity…]",
  description: "what changed since a commit (HEAD), what that breaks, with a value that passed before",
  run: async (context) => {
    const after = compileSchemas(context.dir);
    const known = [...after.entities.keys(), ...after.calls.keys()];
    const base = readBase(context.dir, context.options.base);
    const names = [...known, ...base.schemas.entities.keys(), ...base.schemas.calls.keys()];
    const stranger = context.args.find((keyword) => !names.includes(keyword));
    if (stranger !== undefined) throw createUnknownNameError(stranger, known);
    const judged = judgeChanges(context, base, after);
    if (context.options.db !== undefined) await countStored(context.options.db, after, judged.changes);
    return formatChanges(context, judged);
  },
};

export interface Judged {
  changes: (Change & { level: Level; meant: boolean })[];
  /** Findings about notes, and about files that cannot be compared. */
  findings: SchemaError[];
  /** Breaking changes that are not declared as intended. */
  open: Change[];
}

/** Returns the changes since the base, and marks those declared as intended. */
export function judgeChanges({ dir, cases, args }: Context, base: Base, after: CompiledSchemas): Judged {
  const changes = diffSchemas(
    base.schemas,
    after,
    (name) => readCases(cases, name),
    args.length > 0 ? { only: args } : {},
  );
  const path = join(dir, NOTES);
  const file = `${basename(dir)}/${NOTES}`;
  const { notes, findings } = readNewNotes(file, existsSync(path) ? readFileSync(path, "utf8") : "", base.notes);
  const breaking = changes.filter((change) => computeLevel(change) === "breaking");
  return {
    changes: changes.map((change) => markIntended(isMeant(notes, change))(change)),
    findings: [
      ...base.skipped.map((finding): SchemaError =>
        createFinding(finding, "not-compared", toolMessages.notCompared(finding.messages), finding.suggestion, "warn"),
      ),
      ...findings,
      ...(args.length > 0 ? [] : findUnusedNotes(file, notes, breaking)),
    ],
    open: breaking.filter((change) => !isMeant(notes, change)),
  };
}

const markIntended = (meant: boolean) => (change: Change) => ({ ...change, level: computeLevel(change), meant });

function formatChanges({ options: { base, lang } }: Context, { changes, findings, open }: Judged): Outcome {
  const status = open.length > 0 ? 1 : 0;
  const json = {
    base,
    changes: changes.map(({ location, ...change }) => ({
      ...change,
      ...(location ? { file: location.file, line: location.line, column: location.column } : {}),
    })),
  };
  const shown = changes.filter(({ level }) => level !== "none");
  const quiet = changes.length - shown.length;
  const blocks = [
    ...groupChanges(shown).map((group) => formatGroup(group, lang)),
    ...findings.map((finding) => describe(finding, lang)),
  ];
  const summary = {
    zh:
      changes.length === 0
        ? `自 ${base} 以来没有改动。`
        : `自 ${base} 以来 ${formatCountZh(changes)}${quiet > 0 ? `，其中 ${quiet} 处只关文字与次序` : ""}。`,
    en:
      changes.length === 0
        ? `Nothing changed since ${base}.`
        : `${formatCount(changes)} since ${base}${quiet > 0 ? `, ${quiet} of them in wording and order only` : ""}.`,
  }[lang];
  const todo = {
    zh: `下一步：改回来，或在 schemas/${NOTES} 写明是有意的及原因：`,
    en: `Next: revert it, or record in schemas/${NOTES} that it is intended, and why:`,
  }[lang];
  const next =
    open.length === 0
      ? []
      : [
          todo,
          ...groupChanges(open.map(markIntended(false))).map(
            (group) => `  ${formatNote(group, new Date().toISOString().slice(0, 10))}`,
          ),
        ];
  return {
    status,
    text: [blocks.join("\n\n"), [summary, ...next].join("\n")].filter((part) => part !== "").join("\n\n"),
    json,
  };
}

/** Summarises the number and severity of the changes since the base. */
export const summarizeChanges = (changes: Judged["changes"], base: string): LocalizedMessage => ({
  zh: `自 ${base} 以来 ${formatCountZh(changes)}。`,
  en: `${formatCount(changes)} since ${base}.`,
});

/** Returns a count such as `3 changes (1 breaking, 1 meant)`. */
function formatCount(changes: Judged["changes"]): string {
  const breaking = changes.filter(({ level }) => level === "breaking");
  const meant = breaking.filter(({ meant }) => meant).length;
  const grave =
    breaking.length === 0
      ? "none breaks anything"
      : `${breaking.length} ${breaking.length === 1 ? "breaks" : "break"} something${meant > 0 ? `, ${meant} of them intended` : ""}`;
  return `${changes.length} change${changes.length === 1 ? "" : "s"}: ${grave}`;
}

function formatCountZh(changes: Judged["changes"]): string {
  const breaking = changes.filter(({ level }) => level === "breaking");
  const meant = breaking.filter(({ meant }) => meant).length;
  return `${changes.length} 处改动，${breaking.length === 0 ? "无一失效" : `${breaking.length} 处失效${meant > 0 ? `（${meant} 处有意）` : ""}`}`;
}

const SEVERITY: Record<Level, string> = { breaking: "error", warning: "warn", info: "info", none: "info" };

/** Groups identical changes of several entities that a shared definition causes. */
function groupChanges(changes: Judged["changes"]): Judged["changes"][] {
  const found = new Map<string, Judged["changes"]>();
  for (const change of changes) {
    const { location, what, level, meant, text } = change;
    const key = JSON.stringify([location?.file, location?.line, location?.column, what, level, meant, text.en]);
    found.set(key, [...(found.get(key) ?? []), change]);
  }
  return [...found.values()];
}

function formatGroup(group: Judged["changes"], lang: "zh" | "en"): string {
  const [first] = group as [Judged["changes"][number]];
  const { location, what, level, meant, text, risk } = first;
  const gravest = (side: "request" | "response") =>
    LEVELS[group.map((change) => change[side]).reduce((level, other) => (RANK[level] >= RANK[other] ? level : other))][
      lang
    ];
  const where = location ? `${location.file}:${location.line}:${location.column}  ` : "";
  const witness = group.find((change) => change.witness)?.witness;
  const touches = group.flatMap((change) => change.touches ?? []);
  const stored = group.flatMap((change) =>
    change.stored ? [`${change.at}: ${change.stored.count} stored records, ${change.stored.ids.join(", ")}`] : [],
  );
  return [
    `${where}${meant ? "meant" : SEVERITY[level]}  ${what}  ${group.map(({ at }) => at).join(", ")} — ${text[lang]}`,
    ...(risk ? [`    ${RISKS[risk][lang]}`] : []),
    ...(level === "info"
      ? []
      : [`    ${TEXTS.request[lang]}${gravest("request")}${TEXTS.response[lang]}${gravest("response")}`]),
    ...(witness
      ? [
          `    ${witness.value === null ? TEXTS.nothing[lang] : JSON.stringify(witness.value)} ${TEXTS.witness[lang]} ${witness.after}`,
        ]
      : []),
    ...(touches.length > 0 ? [`    ${TEXTS.touches[lang]}:`, ...touches.map((touch) => `      ${touch}`)] : []),
    ...(stored.length > 0 ? [`    ${TEXTS.stored[lang]}:`, ...stored.map((item) => `      ${item}`)] : []),
  ].join("\n");
}

const TEXTS = {
  request: { zh: "填写、导入与调用方：", en: "who fills in, imports or calls: " },
  response: { zh: "；列表、导出与读取方：", en: "; who lists, exports or reads: " },
  nothing: { zh: "不填，", en: "left out, it" },
  witness: { zh: "以前通过，现在被拒", en: "passed before and is refused now:" },
  touches: { zh: "牵动", en: "touches" },
  stored: { zh: "已存记录不再通过", en: "stored records that do not pass any more" },
} as const;
const RISKS: Record<Risk, Record<"zh" | "en", string>> = {
  "control-loosened": {
    zh: "放宽了控制：以前被拦下的，现在可能放行",
    en: "a control is loosened: what was stopped may pass now",
  },
  "price-changed": { zh: "改变了收费：资金变动的金额不同了", en: "a price changes: other amounts are moved" },
  "exposure-widened": {
    zh: "扩大了可见范围：以前遮住的，现在会显示",
    en: "exposure is widened: what was covered is shown now",
  },
};
const LEVELS: Record<Level, Record<"zh" | "en", string>> = {
  breaking: { zh: "失效", en: "breaks" },
  warning: { zh: "留意", en: "should look" },
  info: { zh: "知会", en: "may know" },
  none: { zh: "无影响", en: "not concerned" },
};

interface Note {
  line: number;
  text: string;
  /** What changed: `withdrawal.remark`, or `*.remark` for the field in all entities. */
  at: string[];
  what: string;
}
const LINE = /^[-*] (\d{4}-\d{2}-\d{2}) (.+) ([a-z-]+): \S/;

/** Returns the lines that are not in the base, and findings for invalid lines. */
function readNewNotes(file: string, text: string, before: string): { notes: Note[]; findings: SchemaError[] } {
  const known = new Set(before.split("\n"));
  const notes: Note[] = [];
  const findings: SchemaError[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (known.has(line) || !/^[-*] /.test(line)) continue;
    const [, , at, what] = LINE.exec(line) ?? [];
    if (at && what) notes.push({ line: index + 1, text: line, at: at.split(/,\s*/), what });
    else findings.push(createWarning({ file, line: index + 1, text: line }, "bad-note", toolMessages.badNote()));
  }
  return { notes, findings };
}

/** Returns whether a note declares the change as intended. */
const isMeant = (notes: readonly Note[], { at, what }: Change): boolean =>
  notes.some((note) => note.what === what && note.at.some((item) => matchesPattern(item, at)));
const matchesPattern = (pattern: string, location: string): boolean =>
  pattern === location || (pattern.startsWith("*.") && location.endsWith(pattern.slice(1)));

/** Returns findings for notes that match no change. */
const findUnusedNotes = (file: string, notes: readonly Note[], changes: readonly Change[]): SchemaError[] =>
  notes
    .filter((note) => !changes.some((change) => isMeant([note], change)))
    .map(({ line, text }) => createWarning({ file, line, text }, "idle-note", toolMessages.idleNote()));

/** Returns the note for changes of the same type. */
const formatNote = (changes: readonly Change[], day: string): string =>
  `- ${day} ${changes.map(({ at }) => at).join(", ")} ${changes[0]!.what}: `;

const createWarning = (
  line: Pick<SchemaError, "file" | "line" | "text">,
  rule: string,
  message: LocalizedMessage,
): SchemaError => createFinding({ ...line, column: 1, length: line.text.length }, rule, message, undefined, "warn");
