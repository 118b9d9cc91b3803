/**
 * QA fixtures. `tests/schemas/<entity or call>/valid/*.json` must pass. `invalid/*.json` (with `_expect.json`) and the
 * cases of `cases.json` (a base and its changes) must produce exactly the expected errors, in both languages, in
 * browser and server.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseJson, SchemaErrors, type Json, type MetaName, type LocalizedMessage } from "@portolan/engine/compiler";
import { checkForm } from "../../src/payments/compiler.ts";
import { flattenRecord, type CheckError, type Entity, type Lang, type Row, type Scope } from "@portolan/engine";
import { toolMessages } from "./tool-messages.ts";

export interface Expected {
  /** JSON pointer of the value. */
  at: string;
  code: string;
  /** Whether the message is a warning. */
  warns?: true;
  /** Expected message. */
  text?: Record<Lang, string>;
}
export interface Case {
  name: string;
  /** Values to set in the base record, by JSON pointer. */
  set?: Row;
  /** JSON pointers of the values to remove from the base record. */
  unset?: string[];
  contexts?: Scope;
  expect: Expected[];
  /** Marks a generated case that only repeats the schema until a reviewer confirms it. */
  review?: true;
}
interface Cases {
  /** Path of the base record, relative to the folder. */
  base: string;
  /** Facts outside of the record, shared by all cases. */
  contexts?: Scope;
  cases: Case[];
}

/** A record with its expected errors. */
export interface Fixture {
  name: string;
  /** Path relative to the repository root, and the line number in `line`. */
  file: string;
  line: number;
  kind: "valid" | "invalid" | "case";
  record: Row;
  contexts: Scope;
  expected: Expected[];
  review?: true;
  /** Names of the fields that the case changes. */
  about: ReadonlySet<string>;
  /** Reason why the fixture cannot be checked. */
  fault?: LocalizedMessage;
}
export interface FixtureFile {
  /** Name of the entity or call. */
  name: string;
  /** Base record and facts of all cases; undefined without a `cases.json`. */
  begin?: { record: Row; contexts: Scope };
  fixtures: Fixture[];
}
/** An actual error, with its message in both languages. */
export interface Found {
  at: string;
  code: string;
  warns?: true;
  message: Record<Lang, string>;
}
/** Result of one fixture. */
export interface CaseResult extends Omit<Fixture, "about" | "fault"> {
  ok: boolean;
  found: Found[];
  /** Differences from the expectation, one sentence each. */
  wrong: string[];
  /** The differences in both languages. */
  differences: LocalizedMessage[];
}

const ROOM = "tests/schemas";

/** Returns the names of the entities and calls that have fixtures. */
export const listCaseNames = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

/**
 * Reads the fixtures of an entity or call; undefined when there are none.
 * @throws SchemaErrors for invalid JSON or unknown keywords
 */
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
  const differing = cases.map((testCase, index) => createFixture(name, begin, testCase, lines[index]!.location().line));
  return { name, ...(table ? { begin } : {}), fixtures: [...whole("valid"), ...whole("invalid"), ...differing] };
}

/** Converts a case to a fixture. */
export function createFixture(
  name: string,
  { record, contexts }: NonNullable<FixtureFile["begin"]>,
  testCase: Case,
  line: number,
): Fixture {
  return {
    ...applyChanges(record, testCase),
    name: testCase.name,
    file: `${ROOM}/${name}/cases.json`,
    line,
    kind: "case",
    contexts: { ...contexts, ...testCase.contexts },
    expected: testCase.expect,
    about: new Set([...Object.keys(testCase.set ?? {}), ...(testCase.unset ?? [])].flatMap(parsePointer)),
    ...(testCase.review ? { review: testCase.review } : {}),
  };
}

const parsePointer = (pointer: string) =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

/** Returns a copy of the record with values set or removed. */
function applyChanges(
  base: Row,
  { set = {}, unset = [] }: Pick<Case, "set" | "unset">,
): Pick<Fixture, "record" | "fault"> {
  const record = structuredClone(base);
  const holder = (pointer: string): [Row | undefined, string] => {
    const names = parsePointer(pointer);
    const last = names.pop()!;
    return [names.reduce<Row | undefined>((inner, name) => inner?.[name] as Row | undefined, record), last];
  };
  for (const [pointer, value] of Object.entries(set)) {
    const [inner, name] = holder(pointer);
    if (!inner) return { record, fault: toolMessages.cannotSet(pointer) };
    inner[name] = value;
  }
  for (const pointer of unset) {
    const [inner, name] = holder(pointer);
    if (!inner || !Object.hasOwn(inner, name)) return { record, fault: toolMessages.notInBase(pointer) };
    if (Array.isArray(inner)) inner.splice(Number(name), 1);
    else delete inner[name];
  }
  return { record };
}

/** Checks one fixture. */
export function runCase(entity: Entity, { about: _about, fault, ...fixture }: Fixture): CaseResult {
  if (fault !== undefined) return { ...fixture, ok: false, found: [], wrong: [fault.en], differences: [fault] };
  const { record, contexts, expected } = fixture;
  const verdict = (lang: Lang, side: "browser" | "server"): (CheckError & { warns?: true })[] => {
    const { errors, warnings } = entity.check(flattenRecord(entity, record), { lang, side, contexts });
    return [...errors, ...warnings.map((warning) => ({ ...warning, warns: true as const }))];
  };
  const [zh, en] = [verdict("zh", "browser"), verdict("en", "browser")];
  const rest = [...en];
  const found = zh.map(({ at, code, warns, message }): Found => {
    const index = rest.findIndex((error) => error.at === at && error.code === code);
    const [twin] = index < 0 ? [] : rest.splice(index, 1);
    return { at, code, ...(warns ? { warns } : {}), message: { zh: message, en: twin?.message ?? "" } };
  });
  // Local fields are never sent, so the server does not check them.
  const sent = ({ at }: { at: string }) => !entity.fields.some((field) => field.local && field.at === at);
  const results = [
    compareErrors(expected, zh),
    compareErrors(expected.filter(sent), verdict("zh", "server").filter(sent)),
  ] as const;
  const inEnglish = compareErrors(zh, en);
  const differences: LocalizedMessage[] = [
    ...(inEnglish ? [toolMessages.inEnglish(inEnglish)] : []),
    ...(results[0] ? [results[0]] : []),
    ...(results[1] && results[1].en !== results[0]?.en ? [toolMessages.onServer(results[1])] : []),
  ];
  for (const { at, code, text } of expected) {
    const message = found.find((item) => item.at === at && item.code === code)?.message;
    for (const lang of ["zh", "en"] as const)
      if (text && message && text[lang] !== message[lang])
        differences.push(toolMessages.otherText(at, code, message[lang], text[lang]));
  }
  for (const { at, code, message } of found)
    if (UNSAID.test(message.zh) || UNSAID.test(message.en))
      differences.push(toolMessages.noText(at, code, message.zh, message.en));
  return { ...fixture, ok: differences.length === 0, found, wrong: differences.map(({ en }) => en), differences };
}

/** Matches a missing text: empty, with an unfilled placeholder, or a bare text key. */
const UNSAID = /^$|\{\w+\}|^(field|rule|option)\./;

const formatErrors = (errors: readonly Pick<Expected, "at" | "code" | "warns">[]) =>
  errors.map(({ at, code, warns }) => `${at} ${code}${warns ? " (a warning)" : ""}`).sort();

function compareErrors(
  expected: readonly Expected[],
  found: readonly Pick<Expected, "at" | "code" | "warns">[],
): LocalizedMessage | undefined {
  const [wanted, got] = [formatErrors(expected), formatErrors(found)];
  return wanted.join("\n") === got.join("\n") ? undefined : toolMessages.differs(wanted, got);
}

/** Checks all fixtures of an entity or call. */
export const runCases = (entity: Entity, { fixtures }: FixtureFile): CaseResult[] =>
  fixtures.map((fixture) => runCase(entity, fixture));
