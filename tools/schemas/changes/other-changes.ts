/** Changes outside of records: pages, constants, rows of reference lists, and texts. */
import type { CompiledSchemas } from "../../../server/schemas/read.ts";
import type { Page, Tab, View } from "../../../src/contract/pages.ts";
import type { Row } from "../../../src/engine/index.ts";
import {
  describe,
  isDropped,
  getPath,
  getLabel,
  addRisk,
  isSame,
  type Difference,
  type Level,
  type Pair,
} from "./change.ts";

const view = ({ entity, show, preset, columns, call, screen }: View) => [entity, show, call, screen, preset, columns];
const OPEN = ["certified", "session", "public"];

/** Compares pages and tabs. A page whose id appears under a new path counts as moved. */
export function* diffPages(was: readonly Page[], is: readonly Page[], file: string): Generator<Difference> {
  const come = new Set(is.filter(({ path }) => !was.some((page) => page.path === path)));
  for (const page of was) {
    const index = is.findIndex(({ path }) => path === page.path);
    const now = is[index];
    const locate = (...path: string[]) => ({
      at: page.path,
      file,
      path: [String(index), ...path],
      request: "breaking" as Level,
      response: "none" as Level,
    });
    if (!now) {
      const moved = [...come].find(({ id }) => id === page.id);
      if (moved) come.delete(moved);
      const to = moved?.path;
      yield {
        ...locate(),
        path: moved ? [String(is.indexOf(moved)), "path"] : [],
        what: to ? "page-moved" : "page-removed",
        text: to
          ? { zh: `页面移到 ${to}，旧链接失效`, en: `the page is at ${to} now; old links end` }
          : { zh: `页面“${page.label.zh}”没有了`, en: `the page "${page.label.en}" is gone` },
        removed: page.path,
      };
      continue;
    }
    if (!isSame(page.access, now.access)) {
      const closed = OPEN.indexOf(now.access ?? "certified") < OPEN.indexOf(page.access ?? "certified");
      yield {
        ...locate("access"),
        what: closed ? "access-narrowed" : "access-widened",
        request: closed ? "breaking" : "warning",
        text: {
          zh: `谁可以打开：由 ${page.access ?? "certified"} 改为 ${now.access ?? "certified"}`,
          en: `opens for ${now.access ?? "certified"} instead of ${page.access ?? "certified"}`,
        },
        ...addRisk(!closed, "control-loosened"),
      };
    }
    if (page.menu !== now.menu)
      yield {
        ...locate("menu"),
        what: "menu-changed",
        request: now.menu === undefined ? "info" : "breaking",
        text: {
          zh: `需要菜单 ${now.menu ?? "-"}，原为 ${page.menu ?? "-"}`,
          en: `needs the menu ${now.menu ?? "-"} instead of ${page.menu ?? "-"}`,
        },
        ...addRisk(isDropped(page.menu, now.menu), "control-loosened"),
      };
    const [old, shown] = [page.view ?? page, now.view ?? now];
    if (!isSame(view(old), view(shown)) || page.redirect !== now.redirect)
      yield {
        ...locate(),
        what: "page-shows-other",
        request: "warning",
        response: "warning",
        text: { zh: "页面显示别的内容", en: "the page shows something else" },
      };
    yield* diffTabs(page, now, locate("tabs").path, file);
  }
  for (const page of come) {
    yield {
      at: page.path,
      file,
      path: [String(is.indexOf(page))],
      what: "page-added",
      request: "info",
      response: "none",
      text: { zh: `新页面“${page.label.zh}”`, en: `a new page "${page.label.en}"` },
    };
  }
}

function* diffTabs(
  { path: location, tabs: was = [] }: Page,
  { tabs: is = [] }: Page,
  path: string[],
  file: string,
): Generator<Difference> {
  const locate = (tab: Tab, index: number) => ({
    at: `${location}?tab=${tab.id}`,
    file,
    path: index < 0 ? path : [...path, String(index)],
    response: "none" as Level,
  });
  for (const tab of was) {
    const index = is.findIndex(({ id }) => id === tab.id);
    const now = is[index];
    if (!now)
      yield {
        ...locate(tab, index),
        what: "tab-removed",
        request: "breaking",
        text: { zh: `标签“${tab.label.zh}”没有了`, en: `the tab "${tab.label.en}" is gone` },
        removed: `${location}?tab=${tab.id}`,
      };
    else if (!isSame(view(tab), view(now)))
      yield {
        ...locate(tab, index),
        what: "page-shows-other",
        request: "warning",
        response: "warning",
        text: { zh: `标签“${tab.label.zh}”显示别的内容`, en: `the tab "${tab.label.en}" shows something else` },
      };
    else if (tab.grant !== now.grant)
      yield {
        ...locate(tab, index),
        what: "grant-changed",
        request: now.grant === undefined ? "warning" : "breaking",
        text: {
          zh: `标签“${tab.label.zh}”需要授权 ${now.grant ?? "-"}`,
          en: `the tab "${tab.label.en}" needs the grant ${now.grant ?? "-"}`,
        },
        ...addRisk(isDropped(tab.grant, now.grant), "control-loosened"),
      };
  }
  for (const [index, tab] of is.entries())
    if (!was.some(({ id }) => id === tab.id))
      yield {
        ...locate(tab, index),
        what: "tab-added",
        request: "info",
        text: { zh: `新标签“${tab.label.zh}”`, en: `a new tab "${tab.label.en}"` },
      };
}

/** Compares constants. The fields they limit are reported separately; uses in code are found by text search. */
export function* diffConstants(before: CompiledSchemas, after: CompiledSchemas, file: string): Generator<Difference> {
  const [was, is] = [before.library.constants, after.library.constants];
  for (const [name, { value }] of Object.entries(was)) {
    const now = is[name];
    const base = { at: `constants.${name}`, file, path: [name, "value"] };
    if (!now)
      yield {
        ...base,
        path: [],
        what: "constant-removed",
        request: "breaking",
        response: "breaking",
        text: { zh: "常量没有了", en: "the constant is gone" },
        removed: name,
      };
    else if (!isSame(value, now.value))
      yield {
        ...base,
        what: "constant-changed",
        request: "warning",
        response: "warning",
        text: {
          zh: `由 ${print(value)} 改为 ${print(now.value)}`,
          en: `${print(now.value)} instead of ${print(value)}${now.unit ? ` (${now.unit})` : ""}`,
        },
        removed: name,
        touches: listUses(after, name),
        ...addRisk(isPrice(before, name), "price-changed"),
      };
  }
  for (const name of Object.keys(is))
    if (!was[name])
      yield {
        at: `constants.${name}`,
        file,
        path: [name],
        what: "constant-added",
        request: "none",
        response: "none",
        text: { zh: "新常量", en: "a new constant" },
      };
}
/** Returns whether a constant is a price: by its name, or because an amount is computed from it. */
const isPrice = ({ entities }: CompiledSchemas, name: string): boolean =>
  /(fee|rate|price|charge)$/i.test(name) ||
  [...entities.values()].some(({ plan }) =>
    plan.fields.some(({ compute }) => compute?.reads.includes(`constants.${name}`)),
  );

/** Compares contexts. Removing a brute-force guard loosens a control; adding one is reported. */
export function* diffContexts(before: CompiledSchemas, after: CompiledSchemas, file: string): Generator<Difference> {
  const [was, is] = [before.library.contexts, after.library.contexts];
  for (const [name, { guess: old = [] }] of Object.entries(was)) {
    const context = is[name];
    const now = context?.guess ?? [];
    if (!context || isSame(old, now)) continue;
    const lost = old.filter((fact) => !now.includes(fact));
    yield {
      at: `contexts.${name}`,
      file,
      path: [name, ...(context.guess ? ["guess"] : [])],
      what: lost.length > 0 ? "guess-removed" : "guess-added",
      request: "info",
      response: "none",
      text:
        lost.length > 0
          ? { zh: `不再限制猜测：${lost.join("、")}`, en: `guesses are not counted any more: ${lost.join(", ")}` }
          : { zh: "限制猜测", en: "guesses are counted" },
      ...addRisk(lost.length > 0, "control-loosened"),
    };
  }
}
const print = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** Returns the schemas that use a constant. */
export const listUses = ({ sources }: CompiledSchemas, name: string): string[] =>
  [...sources].flatMap(([file, text]) => (new RegExp(`\\bconstants\\.${name}\\b`).test(text) ? [file] : []));

/** Compares the rows of reference lists. */
export function* diffRows(
  before: CompiledSchemas,
  after: CompiledSchemas,
  names: (name: string) => boolean,
): Generator<Difference> {
  for (const [list, rows] of after.data) {
    const old = before.data.get(list);
    const plan = after.entities.get(list)?.plan;
    if (!old || !plan || !names(list) || isSame(old, rows)) continue;
    const keys = (all: readonly Row[]) => new Set(all.map((row) => String(row[plan.key])));
    const [had, has] = [keys(old), keys(rows)];
    const locate = (key: string) => ({
      at: `${list}.${key}`,
      file: `${plan.file.replace(/entities\/[^/]*$/, "data/")}${list}.json`,
      path: [],
    });
    for (const key of had)
      if (!has.has(key))
        yield {
          ...locate(key),
          what: "row-removed",
          request: "breaking",
          response: "warning",
          text: {
            zh: "不能再从列表中选择；存有它的记录只显示代码",
            en: "cannot be chosen from the list any more; records that hold it show its code",
          },
        };
    for (const key of has)
      if (!had.has(key))
        yield {
          ...locate(key),
          what: "row-added",
          request: "info",
          response: "info",
          text: { zh: "可以从列表中选择", en: "can be chosen from the list" },
        };
  }
}

/** Compares labels, messages and other texts, as one change per field and one for the rest. */
export function* diffTexts(pair: Pair): Generator<Difference> {
  const {
    before: { texts: was },
    after: { texts: is, plan },
  } = pair;
  const changed = Object.keys(is.zh).filter(
    (key) => key in was.zh && (was.zh[key] !== is.zh[key] || was.en[key] !== is.en[key]),
  );
  const fieldOf = (key: string) => /^(?:field|option)\.(.+?)(?:\.[^.]+|\.(?:message|reveal)\.[^.]+)$/.exec(key)?.[1];
  const imported = plan.list.import?.fields ?? [];
  for (const field of new Set(changed.map(fieldOf))) {
    if (field === undefined)
      yield {
        at: pair.name,
        file: plan.file,
        path: [...pair.above, "x-label"],
        what: "words-changed",
        request: "none",
        response: "none",
        text: { zh: "换了文字", en: "other words" },
      };
    else {
      const head = imported.includes(field) && changed.includes(`field.${field}.label`);
      const texts = head
        ? describe(
            getLabel(pair, field),
            `表头由“${was.zh[`field.${field}.label`]}”改名；旧文件须靠 x-aliases 认出`,
            `its column was headed "${was.en[`field.${field}.label`]}"; older files are read by x-aliases`,
          )
        : describe(getLabel(pair, field), "换了文字", "other words");
      yield {
        at: `${pair.name}.${field}`,
        file: plan.file,
        path: getPath(pair, field),
        what: "words-changed",
        request: head ? "info" : "none",
        response: "none",
        text: texts,
      };
    }
  }
}
