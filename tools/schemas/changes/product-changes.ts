/** Changes outside of records: pages, constants, contexts and rows of reference lists. */
import type { CompiledSchemas } from "@portolan/engine/folder";
import type { Access, Page, View } from "@portolan/engine";
import {
  compareAccess,
  compareParts,
  isDropped,
  isSame,
  Place,
  type Difference,
  type Dialect,
} from "@portolan/engine/compiler";

/** Values before and after. */
type Both<T> = readonly [was: T, is: T];

const LOOSENED = { risk: "control-loosened" } as const;

const pickContent = ({ entity, show, preset, columns, call, screen }: View) => [
  entity,
  show,
  call,
  screen,
  preset,
  columns,
];

/** Compares pages and tabs. A page whose id appears under a new path counts as moved. */
export function* comparePages([was, is]: Both<readonly Page[]>, file: string, dialect: Dialect): Generator<Difference> {
  const added = new Set(is.filter(({ path }) => !was.some((page) => page.path === path)));
  for (const page of was) {
    const now = is.find(({ path }) => path === page.path);
    const moved = now ? undefined : [...added].find(({ id }) => id === page.id);
    const place = (...steps: string[]) =>
      new Place(page.path, file, [String(is.findIndex((other) => other === (now ?? moved))), ...steps]);
    if (now) yield* comparePage([page, now], place, dialect);
    else if (moved) {
      added.delete(moved);
      yield place("path").report(
        "page-moved",
        "breaking/none",
        { zh: `页面移到 ${moved.path}，旧链接失效`, en: `the page is at ${moved.path} now; old links end` },
        { removed: page.path },
      );
    } else
      yield place().report(
        "page-removed",
        "breaking/none",
        { zh: `页面“${page.label.zh}”没有了`, en: `the page "${page.label.en}" is gone` },
        { removed: page.path },
      );
  }
  for (const page of added)
    yield new Place(page.path, file, [String(is.indexOf(page))]).report("page-added", "info/none", {
      zh: `新页面“${page.label.zh}”`,
      en: `a new page "${page.label.en}"`,
    });
}

function* comparePage(
  [was, is]: Both<Page>,
  place: (...steps: string[]) => Place,
  dialect: Dialect,
): Generator<Difference> {
  const access: Both<Access> = [was.access ?? "certified", is.access ?? "certified"];
  if (was.access !== is.access)
    yield compareAccess(place("access"), access, dialect, {
      zh: `谁可以打开：由 ${access[0]} 改为 ${access[1]}`,
      en: `opens for ${access[1]} instead of ${access[0]}`,
    });
  if (was.menu !== is.menu)
    yield place("menu").report(
      "menu-changed",
      is.menu === undefined ? "info/none" : "breaking/none",
      {
        zh: `需要菜单 ${is.menu ?? "-"}，原为 ${was.menu ?? "-"}`,
        en: `needs the menu ${is.menu ?? "-"} instead of ${was.menu ?? "-"}`,
      },
      isDropped(was.menu, is.menu) ? LOOSENED : {},
    );
  if (!isSame(pickContent(was.view ?? was), pickContent(is.view ?? is)) || was.redirect !== is.redirect)
    yield place().report("page-shows-other", "warning/warning", {
      zh: "页面显示别的内容",
      en: "the page shows something else",
    });
  yield* compareTabs([was, is], place("tabs"));
}

function* compareTabs(
  [{ tabs: was = [] }, { tabs: is = [] }]: Both<Page>,
  { at, file, path }: Place,
): Generator<Difference> {
  const ids = is.map(({ id }) => id);
  const place = (id: string) => new Place(`${at}?tab=${id}`, file, [...path, String(ids.indexOf(id))]);
  const title = (id: string) => [...is, ...was].find((tab) => tab.id === id)?.label ?? { zh: id, en: id };
  yield* compareParts([was.map(({ id }) => id), ids], {
    kind: "tab",
    noun: { zh: "标签", en: "tab" },
    removed: "breaking/none",
    added: "info/none",
    place,
    title,
    effects: (id) => ({ removed: place(id).at }),
  });
  for (const old of was) {
    const now = is.find(({ id }) => id === old.id);
    const { zh, en } = title(old.id);
    if (now && !isSame(pickContent(old), pickContent(now)))
      yield place(old.id).report("page-shows-other", "warning/warning", {
        zh: `标签“${zh}”显示别的内容`,
        en: `the tab "${en}" shows something else`,
      });
    else if (now && old.grant !== now.grant)
      yield place(old.id).report(
        "grant-changed",
        now.grant === undefined ? "warning/none" : "breaking/none",
        { zh: `标签“${zh}”需要授权 ${now.grant ?? "-"}`, en: `the tab "${en}" needs the grant ${now.grant ?? "-"}` },
        isDropped(old.grant, now.grant) ? LOOSENED : {},
      );
  }
}

/** Compares constants. The fields they limit are reported separately; uses in code are found by text search. */
export function* compareConstants([before, after]: Both<CompiledSchemas>, file: string): Generator<Difference> {
  const [was, is] = [before.library.constants, after.library.constants];
  const place = (name: string, ...path: string[]) => new Place(`constants.${name}`, file, path);
  yield* compareParts([Object.keys(was), Object.keys(is)], {
    kind: "constant",
    noun: { zh: "常量", en: "constant" },
    removed: "breaking/breaking",
    added: "none/none",
    place: (name) => place(name, name),
    effects: (name) => ({ removed: name }),
  });
  for (const [name, { value }] of Object.entries(was)) {
    const now = is[name];
    if (!now || isSame(value, now.value)) continue;
    const unit = now.unit ? ` (${now.unit})` : "";
    yield place(name, name, "value").report(
      "constant-changed",
      "warning/warning",
      {
        zh: `由 ${print(value)} 改为 ${print(now.value)}`,
        en: `${print(now.value)} instead of ${print(value)}${unit}`,
      },
      { removed: name, touches: listUses(after, name), ...(isPrice(before, name) && { risk: "price-changed" }) },
    );
  }
}
const print = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** Returns whether a constant is a price: by its name, or because an amount is computed from it. */
const isPrice = ({ entities }: CompiledSchemas, name: string): boolean =>
  /(fee|rate|price|charge)$/i.test(name) ||
  [...entities.values()].some(({ plan }) =>
    plan.fields.some(({ compute }) => compute?.reads.includes(`constants.${name}`)),
  );

/** Returns the schemas that use a constant. */
export const listUses = ({ sources }: CompiledSchemas, name: string): string[] =>
  [...sources].flatMap(([file, text]) => (new RegExp(`\\bconstants\\.${name}\\b`).test(text) ? [file] : []));

/** Compares contexts. Removing a brute-force guard loosens a control; adding one is reported. */
export function* compareContexts([before, after]: Both<CompiledSchemas>, file: string): Generator<Difference> {
  const is = after.library.contexts;
  for (const [name, { guess: old = [] }] of Object.entries(before.library.contexts)) {
    const context = is[name];
    const now = context?.guess ?? [];
    if (!context || isSame(old, now)) continue;
    const lost = old.filter((fact) => !now.includes(fact));
    const place = new Place(`contexts.${name}`, file, [name, "guess"]);
    yield lost.length > 0
      ? place.report(
          "guess-removed",
          "info/none",
          { zh: `不再限制猜测：${lost.join("、")}`, en: `guesses are not counted any more: ${lost.join(", ")}` },
          LOOSENED,
        )
      : place.report("guess-added", "info/none", { zh: "限制猜测", en: "guesses are counted" });
  }
}

/** Compares the rows of reference lists. */
export function* compareRows(
  [before, after]: Both<CompiledSchemas>,
  isWanted: (name: string) => boolean,
): Generator<Difference> {
  for (const [list, rows] of after.data) {
    const old = before.data.get(list);
    const plan = after.entities.get(list)?.plan;
    if (!old || !plan || !isWanted(list) || isSame(old, rows)) continue;
    const [had, has] = [old, rows].map((all) => [...new Set(all.map((row) => String(row[plan.key])))]);
    yield* compareParts([had, has], {
      kind: "row",
      noun: { zh: "列表的选项", en: "choice of the list" },
      removed: "breaking/warning",
      added: "info/info",
      place: (key) => new Place(`${list}.${key}`, `${plan.file.replace(/entities\/[^/]*$/, "data/")}${list}.json`),
    });
  }
}
