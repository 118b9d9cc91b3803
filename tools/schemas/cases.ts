/**
 * QA's fixtures. `tests/schemas/<entity or call>/valid/*.json` pass; `invalid/*.json` (with `_expect.json`) and the cases of `cases.json` (a base
 * and what differs) give exactly the errors that are expected, in both languages, asked by the browser and by the server.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseJson, SchemaErrors, type Json, type MetaName, type Said } from "../../src/engine/compiler.ts";
import { checkForm } from "../../src/payments/compiler.ts";
import type { CheckError, Entity, Lang, Row, Scope } from "../../src/engine/index.ts";
import { toolWords } from "./tool-words.ts";

export interface Expected {
  /** JSON pointer of the value. */
  at: string;
  code: string;
  /** It only warns. */
  warns?: true;
  /** What the reader is told. */
  text?: Record<Lang, string>;
}
export interface Case {
  name: string;
  /** Values by JSON pointer that stand in place of the base's. */
  set?: Row;
  /** JSON pointers of values that the base has and this one has not. */
  unset?: string[];
  contexts?: Scope;
  expect: Expected[];
  /** Written by a program: it repeats what the schema says until a person has said that it is meant. */
  review?: true;
}
interface Cases {
  /** Path of the record below the folder that every case begins with. */
  base: string;
  /** Facts beyond the record that all are judged with. */
  contexts?: Scope;
  cases: Case[];
}

/** One record with what is expected of it. */
export interface Fixture {
  name: string;
  /** Path from the repository's root, and the line where it stands. */
  file: string;
  line: number;
  kind: "valid" | "invalid" | "case";
  record: Row;
  contexts: Scope;
  expected: Expected[];
  review?: true;
  /** Names of the fields that a case differs in. */
  about: ReadonlySet<string>;
  /** What keeps it from being judged at all. */
  fault?: Said;
}
export interface FixtureFile {
  /** The entity's or call's. */
  name: string;
  /** What every case begins with, where there is a `cases.json`. */
  begin?: { record: Row; contexts: Scope };
  fixtures: Fixture[];
}
/** What was found, with its words in both languages. */
export interface Found {
  at: string;
  code: string;
  warns?: true;
  message: Record<Lang, string>;
}
/** What became of one fixture. */
export interface CaseResult extends Omit<Fixture, "about" | "fault"> {
  ok: boolean;
  found: Found[];
  /** What is not as expected, in a sentence each. */
  wrong: string[];
  /** The same in both languages. */
  said: Said[];
}

const ROOM = "tests/schemas";

/** Names of the entities and calls that have fixtures. */
export const caseNames = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

/** The fixtures of an entity or call in the folder of all fixtures; undefined where there are none. Throws `SchemaErrors` where a file is no JSON, or has words that a fixture does not know. */
export function readCases(dir: string, name: string): FixtureFile | undefined {
  const folder = join(dir, name);
  if (!existsSync(folder)) return undefined;
  const json = (path: string, form?: MetaName): Json => {
    const [file, text] = [`${ROOM}/${name}/${path}`, readFileSync(join(folder, path), "utf8")];
    const { json: read, findings } = parseJson(file, text);
    const broken = read && form ? checkForm(form, file, text) : findings;
    if (!read || broken.length > 0) throw new SchemaErrors(broken);
    return read;
  };
  const files = (kind: string) =>
    existsSync(join(folder, kind))
      ? readdirSync(join(folder, kind)).filter((file) => file.endsWith(".json") && !file.startsWith("_"))
      : [];
  const table = existsSync(join(folder, "cases.json")) ? json("cases.json", "cases") : undefined;
  const { contexts, base, cases = [] } = (table?.value ?? {}) as Partial<Cases>;
  const expectations =
    files("invalid").length > 0
      ? (json("invalid/_expect.json", "expectations").value as Record<string, Expected[]>)
      : {};
  const whole = (kind: "valid" | "invalid") =>
    files(kind).map((file): Fixture => ({
      name: `${kind} ${file}`,
      file: `${ROOM}/${name}/${kind}/${file}`,
      line: 1,
      kind,
      record: json(`${kind}/${file}`).value as Row,
      contexts: { ...contexts },
      expected: kind === "valid" ? [] : (expectations[file] ?? []),
      about: new Set(),
    }));
  const begun = base === undefined ? {} : (json(base).value as Row);
  const lines = table?.get("cases")?.items() ?? [];
  const begin = { record: begun, contexts: { ...contexts } };
  const differing = cases.map((one, index) => fixtureOf(name, begin, one, lines[index]!.place().line));
  return { name, ...(table ? { begin } : {}), fixtures: [...whole("valid"), ...whole("invalid"), ...differing] };
}

/** A case as a record of its own. */
export function fixtureOf(
  name: string,
  { record, contexts }: NonNullable<FixtureFile["begin"]>,
  one: Case,
  line: number,
): Fixture {
  return {
    ...patched(record, one),
    name: one.name,
    file: `${ROOM}/${name}/cases.json`,
    line,
    kind: "case",
    contexts: { ...contexts, ...one.contexts },
    expected: one.expect,
    about: new Set([...Object.keys(one.set ?? {}), ...(one.unset ?? [])].flatMap(steps)),
    ...(one.review ? { review: one.review } : {}),
  };
}

const steps = (pointer: string) =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

/** The record with some values replaced (`set`) or taken away (`unset`). */
function patched(base: Row, { set = {}, unset = [] }: Pick<Case, "set" | "unset">): Pick<Fixture, "record" | "fault"> {
  const record = structuredClone(base);
  const holder = (pointer: string): [Row | undefined, string] => {
    const names = steps(pointer);
    const last = names.pop()!;
    return [names.reduce<Row | undefined>((inner, name) => inner?.[name] as Row | undefined, record), last];
  };
  for (const [pointer, value] of Object.entries(set)) {
    const [inner, name] = holder(pointer);
    if (!inner) return { record, fault: toolWords.cannotSet(pointer) };
    inner[name] = value;
  }
  for (const pointer of unset) {
    const [inner, name] = holder(pointer);
    if (!inner || !Object.hasOwn(inner, name)) return { record, fault: toolWords.notInBase(pointer) };
    if (Array.isArray(inner)) inner.splice(Number(name), 1);
    else delete inner[name];
  }
  return { record };
}

/** Judges one fixture. */
export function runCase(entity: Entity, { about: _about, fault, ...fixture }: Fixture): CaseResult {
  if (fault !== undefined) return { ...fixture, ok: false, found: [], wrong: [fault.en], said: [fault] };
  const { record, contexts, expected } = fixture;
  const verdict = (lang: Lang, side: "browser" | "server"): (CheckError & { warns?: true })[] => {
    const { errors, warnings } = entity.check(record, { lang, side, contexts });
    return [...errors, ...warnings.map((warning) => ({ ...warning, warns: true as const }))];
  };
  const [zh, en] = [verdict("zh", "browser"), verdict("en", "browser")];
  const found = zh.map(({ at, code, warns, message }, index): Found => ({
    at,
    code,
    ...(warns ? { warns } : {}),
    message: { zh: message, en: en[index]!.message },
  }));
  // What is never sent is not asked for by the server.
  const sent = ({ at }: { at: string }) => !entity.fields.some((field) => field.local && field.at === at);
  const asked = [differs(expected, zh), differs(expected.filter(sent), verdict("zh", "server").filter(sent))] as const;
  const said: Said[] = [
    ...(asked[0] ? [asked[0]] : []),
    ...(asked[1] && asked[1].en !== asked[0]?.en ? [toolWords.onServer(asked[1])] : []),
  ];
  for (const { at, code, text } of expected) {
    const message = found.find((one) => one.at === at && one.code === code)?.message;
    for (const lang of ["zh", "en"] as const)
      if (text && message && text[lang] !== message[lang])
        said.push(toolWords.otherText(at, code, message[lang], text[lang]));
  }
  for (const { at, code, message } of found)
    if (UNSAID.test(message.zh) || UNSAID.test(message.en))
      said.push(toolWords.noText(at, code, message.zh, message.en));
  return { ...fixture, ok: said.length === 0, found, wrong: said.map(({ en }) => en), said };
}

/** A text that nobody wrote: empty, with a hole in it, or the text's own name. */
const UNSAID = /^$|\{\w+\}|^(field|rule|option)\./;

const listed = (errors: readonly Pick<Expected, "at" | "code" | "warns">[]) =>
  errors.map(({ at, code, warns }) => `${at} ${code}${warns ? " (a warning)" : ""}`).sort();

function differs(
  expected: readonly Expected[],
  found: readonly Pick<Expected, "at" | "code" | "warns">[],
): Said | undefined {
  const [wanted, got] = [listed(expected), listed(found)];
  return wanted.join("\n") === got.join("\n") ? undefined : toolWords.differs(wanted, got);
}

/** Judges all fixtures of an entity or call. */
export const runCases = (entity: Entity, { fixtures }: FixtureFile): CaseResult[] =>
  fixtures.map((fixture) => runCase(entity, fixture));
