/**
 * Checks names across files, such as duplicate paths and prefixes, missing pages and menus, and events without texts.
 */
import { pickLanguage } from "../base/engine-texts.ts";
import { createFinding, findClosestName, suggest, type SchemaError } from "../schema/schema-error.ts";
import { parseJson, type Json } from "../schema/json.ts";
import type { Compiled, CompiledCall } from "../compile/compile.ts";
import type { LocalizedMessage } from "../rules/rule-messages.ts";
import { folderMessages, takers } from "./finding-messages.ts";
import { PAGE_PARTS } from "../model/views.ts";
import type { CallPlan, EntityPlan } from "../model/entity.ts";
import type { FieldPlan } from "../model/field.ts";
import { findPart, type Page } from "../model/pages.ts";

interface Known {
  entities: ReadonlyMap<string, Compiled>;
  calls: ReadonlyMap<string, CompiledCall>;
  pages: readonly Page[];
  /** Jobs that have a handler with the fields that each needs, or undefined if any name is accepted. */
  jobs?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Accepted file types, as extensions with a dot and media types, or undefined if any type is accepted. */
  fileTypes?: readonly string[] | undefined;
}
interface Taken {
  what: LocalizedMessage;
  file: string;
  /** Property names that lead to the location. Names that the file does not contain are ignored. */
  at: readonly string[];
}

type Locate = (where: Omit<Taken, "what">) => Json;
interface Planned {
  plan: EntityPlan;
  texts: Readonly<Record<string, string>>;
}

export function checkNames(
  { entities, calls, pages, jobs, fileTypes }: Known,
  text: (path: string) => string,
): SchemaError[] {
  const locate: Locate = ({ file, at }) => {
    const { json } = parseJson(file, text(file));
    if (!json) throw new Error(`${file} was compiled and is no JSON`);
    return json.walk(at);
  };
  const plans = [...entities.values()].map(({ plan, texts }) => ({ plan, texts: pickLanguage(texts, "en") ?? {} }));
  return [
    ...findTwice(listPaths(plans, calls), "path-taken", locate),
    ...findTwice(listNumbers(plans), "number-taken", locate),
    ...plans.flatMap((plan) => checkEntity(plan, pages, jobs, locate)),
    ...(fileTypes
      ? [
          ...plans.flatMap(({ plan }) => checkFileTypes(plan, [], { known: fileTypes, locate })),
          ...[...calls.values()].flatMap(({ request }) =>
            checkFileTypes(request.plan, ["request"], { known: fileTypes, locate }),
          ),
        ]
      : []),
    ...checkGates(plans, calls, pages, locate),
    ...checkViews(
      plans.map(({ plan }) => plan),
      pages,
      locate,
    ),
    ...checkGrants(
      plans.map(({ plan }) => plan),
      calls,
      pages,
      locate,
    ),
  ];
}

/** Returns a finding for each name that is already used elsewhere. */
function findTwice(all: Iterable<readonly [string, Taken]>, rule: string, locate: Locate): SchemaError[] {
  const findings: SchemaError[] = [];
  const first = new Map<string, Taken>();
  for (const [name, item] of all) {
    const before = first.get(name);
    if (before) findings.push(createError(locate(item), rule, folderMessages.taken(name, before.what)));
    else first.set(name, item);
  }
  return findings;
}

/** Returns the method and path of every call, each with the file and property that declares it. */
function listPaths(plans: readonly Planned[], calls: Known["calls"]): (readonly [string, Taken])[] {
  const listRoutes = (call: CallPlan) => [call, ...call.alias].map(({ method, path }) => `${method} ${path}`);
  return [
    ...[...calls].flatMap(([name, { call, request }]) =>
      listRoutes(call).map(
        (route) => [route, { what: takers.call(name), file: request.plan.file, at: ["http"] }] as const,
      ),
    ),
    ...plans.flatMap(({ plan }) =>
      Object.entries(plan.calls).flatMap(([name, call]) =>
        listRoutes(call).map(
          (route) => [route, { what: takers.callOf(name, plan.name), file: plan.file, at: ["x-calls", name] }] as const,
        ),
      ),
    ),
  ];
}

/** Returns the number prefix of every entity, with its location. */
const listNumbers = (plans: readonly Planned[]): (readonly [string, Taken])[] =>
  plans.flatMap(({ plan: { name, file, number } }) =>
    number === undefined
      ? []
      : [[`"${number}"`, { what: takers.numbersOf(name), file, at: ["x-entity", "number"] }] as const],
  );

/** Checks one entity's file: its label, and the pages, menu, jobs and event labels that it refers to. */
function checkEntity(
  { plan, texts }: Planned,
  pages: readonly Page[],
  jobs: Known["jobs"],
  locate: Locate,
): SchemaError[] {
  const findings: SchemaError[] = [];
  const { file, menu } = plan;
  const menus = [...new Set(pages.flatMap((page) => page.menu ?? []))];
  if (!locate({ file, at: [] }).get("x-label"))
    findings.push(
      createWarning(locate({ file, at: ["x-entity"] }), "missing-word", folderMessages.entityUnlabelled(plan.name)),
    );
  if (menu !== undefined && !menus.includes(menu))
    findings.push(
      createError(
        locate({ file, at: ["x-entity", "menu"] }),
        "unknown-menu",
        folderMessages.noMenu(menu),
        suggest(menu, menus),
      ),
    );
  findings.push(...listNotAsked(plan, pages, locate));
  const paths = pages.map(({ path }) => path);
  for (const [index, { to }] of (plan.links ?? []).entries()) {
    const [path = ""] = to.split(/[?#]/);
    const here = { file, at: ["x-links", String(index), "to"] };
    if (!paths.includes(path))
      findings.push(createError(locate(here), "unknown-page", folderMessages.noPage(path), suggest(path, paths)));
  }
  for (const [index, { on, job }] of (plan.lifecycle?.transitions ?? []).entries()) {
    const here = (name: string) => locate({ file, at: ["x-lifecycle", "transitions", String(index), name] });
    if (job !== undefined && jobs) findings.push(...checkJob(plan, job, jobs, here("job")));
    if (texts[`event.${on}`] === undefined)
      findings.push(createError(here("on"), "missing-word", folderMessages.eventUnlabelled(on)));
  }
  return findings;
}

/** Reports accepted file types that the server cannot recognise, so that no file of the type is ever accepted. */
function checkFileTypes(
  { file, fields }: EntityPlan,
  above: readonly string[],
  { known, locate }: { known: readonly string[]; locate: Locate },
): SchemaError[] {
  const check = (field: FieldPlan, around: readonly string[]): SchemaError[] => {
    const at = [...around, ...field.name.split(".").flatMap((name) => ["properties", name])];
    return [
      ...(field.items ?? []).flatMap((inner) => check(inner, [...at, "items"])),
      ...(field.file?.accept ?? []).flatMap((type, index) =>
        known.includes(type)
          ? []
          : [
              createError(
                locate({ file, at: [...at, "x-file", "accept", String(index)] }),
                "unknown-file-type",
                folderMessages.noFileType(type, known),
                suggest(type, known),
              ),
            ],
      ),
    ];
  };
  return fields.flatMap((field) => check(field, above));
}

/** Reports an unknown job, and a job whose fields the entity does not have. */
function checkJob(plan: EntityPlan, job: string, jobs: NonNullable<Known["jobs"]>, keyword: Json): SchemaError[] {
  if (!Object.hasOwn(jobs, job))
    return [createError(keyword, "unknown-job", folderMessages.noJob(job), suggest(job, Object.keys(jobs)))];
  const names = plan.fields.map(({ name }) => name);
  const missing = (jobs[job] ?? []).filter((field) => !names.includes(field));
  return missing.length > 0 ? [createError(keyword, "job-without-fields", folderMessages.jobFields(job, missing))] : [];
}

/**
 * Warns about fields that nothing fills when a record is created: no form section, transition or page preset contains
 * them.
 */
function listNotAsked(plan: EntityPlan, pages: readonly Page[], locate: Locate): SchemaError[] {
  if (!plan.calls.create) return [];
  const given = new Set([
    ...plan.form.sections.flatMap(({ rows }) => rows.flat()),
    ...(plan.lifecycle?.transitions ?? []).flatMap(({ needs, takes = [] }) => [...needs, ...takes]),
    ...pages
      .flatMap((page) => [page, page.view, ...(page.tabs ?? [])])
      .flatMap((view) => (view?.entity === plan.name ? Object.keys(view.preset ?? {}) : [])),
  ]);
  return plan.fields
    .filter(({ name, readOnly }) => !readOnly && !given.has(name))
    .map(({ name }) =>
      createWarning(locate({ file: plan.file, at: ["properties", name] }), "not-asked", folderMessages.notAsked(name)),
    );
}

/** Checks that the pages and tabs exist to which preconditions redirect users. */
function checkGates(
  plans: readonly Planned[],
  calls: Known["calls"],
  pages: readonly Page[],
  locate: Locate,
): SchemaError[] {
  const paths = pages.map(({ path }) => path);
  const holders = [
    ...plans.map(({ plan }) => ({ plan, at: [] as const })),
    ...[...calls.values()].map(({ request: { plan } }) => ({ plan, at: ["request"] as const })),
  ];
  return holders.flatMap(({ plan, at }) =>
    plan.gates.flatMap(({ goto }, index) => {
      if (goto === undefined) return [];
      const [path = ""] = goto.split(/[?#]/);
      const here = { file: plan.file, at: [...at, "x-gates", String(index), "goto"] };
      const page = pages.find((page) => page.path === path);
      if (!page) return [createError(locate(here), "unknown-page", folderMessages.noPage(path), suggest(path, paths))];
      const tab = new URL(goto, "https://portal.example").searchParams.get("tab");
      const tabs = page.tabs?.map(({ id }) => id) ?? [];
      return tab === null || tabs.includes(tab)
        ? []
        : [createError(locate(here), "unknown-tab", folderMessages.noTab(path, tab), suggest(tab, tabs))];
    }),
  );
}

/** Keywords of an entity that can contain links (`to`) to pages, at any depth. */
const LINKING = ["x-views", "x-empty"];

/** Checks that pages use views that their entities have, and that the links of views and empty lists lead to pages. */
function checkViews(plans: readonly EntityPlan[], pages: readonly Page[], locate: Locate): SchemaError[] {
  const byName = new Map(plans.map((plan) => [plan.name, plan]));
  const file = `${plans[0]?.file.split("/")[0] ?? "schemas"}/pages.json`;
  const paths = pages.map(({ path }) => path);
  const shown = pages.flatMap(({ view, tabs = [] }, index) => [
    ...(view ? [{ view, at: [String(index), "view", "show"] }] : []),
    ...tabs.map((tab, position) => ({ view: tab, at: [String(index), "tabs", String(position), "show"] })),
  ]);
  const unknown = shown.flatMap(({ view, at }) => {
    const plan = view.entity === undefined ? undefined : byName.get(view.entity);
    const { show } = view;
    if (!plan || show === undefined || findPart(view) !== undefined || plan.views?.[show]) return [];
    const known = [...PAGE_PARTS, ...Object.keys(plan.views ?? {})];
    return [
      createError(locate({ file, at }), "unknown-view", folderMessages.noView(plan.name, show), suggest(show, known)),
    ];
  });
  const links = plans
    .flatMap((plan) => LINKING.flatMap((keyword) => locate({ file: plan.file, at: [] }).get(keyword) ?? []))
    .flatMap(listLinks)
    .flatMap((to) => {
      const [path = ""] = to.string().split(/[?#]/);
      return paths.includes(path)
        ? []
        : [createError(to, "unknown-page", folderMessages.noPage(path), suggest(path, paths))];
    });
  const missing = plans.flatMap((plan) => {
    const show = locate({ file: plan.file, at: ["x-empty", "show"] });
    const { emptyView } = plan;
    if (!emptyView) return [];
    const { entity, view } = emptyView;
    const views = byName.get(entity)?.views;
    if (views?.[view]) return [];
    const known = views ? Object.keys(views) : [...byName.keys()];
    const at = show.get(views ? "view" : "entity") ?? show;
    return [
      createError(at, "unknown-view", folderMessages.noView(entity, view), suggest(views ? view : entity, known)),
    ];
  });
  return [...unknown, ...missing, ...links];
}

const listLinks = (keyword: Json): Json[] =>
  keyword.node.type === "array"
    ? keyword.items().flatMap(listLinks)
    : keyword.entries().flatMap(([name, node]) => (name === "to" ? [node] : listLinks(node)));

/**
 * Checks the grants that lifecycles, views, calls and tabs require: each must be a menu id of the pages, or a grant of
 * the entity's own lifecycle (`withdrawal.review`).
 */
function checkGrants(
  plans: readonly EntityPlan[],
  calls: Known["calls"],
  pages: readonly Page[],
  locate: Locate,
): SchemaError[] {
  const named: { grant: string; file: string; at: string[]; own: boolean }[] = [];
  const note = (grant: string | undefined, file: string, at: string[], own = false) =>
    grant !== undefined && named.push({ grant, file, at: [...at, "grant"], own });
  for (const { name, file, lifecycle, list, calls } of plans) {
    for (const [index, { grant }] of (lifecycle?.transitions ?? []).entries())
      note(grant, file, ["x-lifecycle", "transitions", String(index)], grant?.startsWith(`${name}.`));
    for (const [index, { grant }] of list.views.entries()) note(grant, file, ["x-list", "views", String(index)]);
    for (const [route, { grant }] of Object.entries(calls)) note(grant, file, ["x-calls", route]);
  }
  for (const { call, request } of calls.values()) note(call.grant, request.plan.file, []);
  const root = plans[0]?.file.split("/")[0] ?? "schemas";
  for (const [index, { tabs = [] }] of pages.entries())
    for (const [at, { grant }] of tabs.entries())
      note(grant, `${root}/pages.json`, [String(index), "tabs", String(at)]);
  const times = (grant: string) => named.filter((item) => item.grant === grant).length;
  const known = [
    ...new Set([
      ...pages.flatMap(({ menu }) => menu ?? []),
      ...named.filter(({ own }) => own).map(({ grant }) => grant),
    ]),
  ];
  return named.flatMap(({ grant, file, at, own }) => {
    const others = known.filter((item) => item !== grant);
    // Of two similar grants, report the one that fewer places require as a typo.
    const meant = own
      ? findClosestName(
          grant,
          others.filter((item) => times(item) > times(grant)),
        )
      : undefined;
    if (known.includes(grant) && meant === undefined) return [];
    return [
      createError(
        locate({ file, at }),
        "unknown-grant",
        folderMessages.noGrant(grant),
        meant ?? suggest(grant, others),
      ),
    ];
  });
}

const createError = (keyword: Json, rule: string, message: LocalizedMessage, suggestion?: string): SchemaError =>
  createFinding(keyword.location(), rule, message, suggestion);

/** Creates a warning at a keyword. It marks only one character, because missing content has no position in the file. */
const createWarning = (keyword: Json, rule: string, message: LocalizedMessage): SchemaError => ({
  ...createError(keyword, rule, message),
  length: 1,
  severity: "warn",
});
