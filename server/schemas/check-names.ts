/** What only all files together show: paths and prefixes that are taken, pages and menus that are not there, events without words. */
import {
  findingAt,
  parseJson,
  closestName,
  suggest,
  type Compiled,
  type CompiledCall,
  type Json,
  type Said,
  type SchemaError,
} from "../../src/engine/compiler.ts";
import { folderWords, takers } from "./finding-words.ts";
import type { CallPlan, EntityPlan } from "../../src/engine/index.ts";
import type { Page } from "../../src/contract/pages.ts";

interface Known {
  entities: ReadonlyMap<string, Compiled>;
  calls: ReadonlyMap<string, CompiledCall>;
  pages: readonly Page[];
  /** Names of jobs that have a handler; undefined when any name is accepted. */
  jobs?: readonly string[] | undefined;
}
interface Taken {
  what: Said;
  file: string;
  /** Names down to where it is said; as far as there is something. */
  at: readonly string[];
}

/** Findings over all files, each of which is good by itself. */
export function checkNames({ entities, calls, pages, jobs }: Known, text: (path: string) => string): SchemaError[] {
  const findings: SchemaError[] = [];
  const word = ({ file, at }: Omit<Taken, "what">): Json => {
    const { json } = parseJson(file, text(file));
    if (!json) throw new Error(`${file} was compiled and is no JSON`);
    return json.walk(at);
  };
  const once = (all: Iterable<readonly [string, Taken]>, rule: string) => {
    const first = new Map<string, Taken>();
    for (const [name, one] of all) {
      const before = first.get(name);
      if (before) findings.push(error(word(one), rule, folderWords.taken(name, before.what)));
      else first.set(name, one);
    }
  };
  const plans = [...entities.values()].map(({ plan, texts }) => ({ plan, texts: texts.en }));
  const ways = (call: CallPlan) => [call, ...call.alias].map(({ method, path }) => `${method} ${path}`);
  once(
    [
      ...[...calls].flatMap(([name, { call, request }]) =>
        ways(call).map((way) => [way, { what: takers.call(name), file: request.plan.file, at: ["http"] }] as const),
      ),
      ...plans.flatMap(({ plan }) =>
        Object.entries(plan.calls).flatMap(([name, call]) =>
          ways(call).map(
            (way) => [way, { what: takers.callOf(name, plan.name), file: plan.file, at: ["x-calls", name] }] as const,
          ),
        ),
      ),
    ],
    "path-taken",
  );
  once(
    plans.flatMap(({ plan: { name, file, number } }) =>
      number === undefined
        ? []
        : [[`"${number}"`, { what: takers.numbersOf(name), file, at: ["x-entity", "number"] }] as const],
    ),
    "number-taken",
  );

  const menus = [...new Set(pages.flatMap(({ menu }) => menu ?? []))];
  const paths = pages.map(({ path }) => path);
  const preset = new Set(
    pages
      .flatMap((page) => [page, page.view, ...(page.tabs ?? [])])
      .flatMap((view) => Object.keys(view?.preset ?? {}).map((name) => `${view?.entity}.${name}`)),
  );
  for (const { plan, texts } of plans) {
    const { file, menu } = plan;
    if (!word({ file, at: [] }).get("x-label"))
      findings.push({
        ...error(word({ file, at: ["x-entity"] }), "missing-word", folderWords.entityUnlabelled(plan.name)),
        length: 1,
        severity: "warn",
      });
    if (menu !== undefined && !menus.includes(menu))
      findings.push(
        error(word({ file, at: ["x-entity", "menu"] }), "unknown-menu", folderWords.noMenu(menu), suggest(menu, menus)),
      );
    const given = new Set([
      ...plan.form.sections.flatMap(({ rows }) => rows.flat()),
      ...(plan.lifecycle?.transitions ?? []).flatMap(({ needs, takes = [] }) => [...needs, ...takes]),
    ]);
    for (const { name, readOnly } of plan.calls.create ? plan.fields : []) {
      if (!readOnly && !given.has(name) && !preset.has(`${plan.name}.${name}`))
        findings.push({
          ...error(word({ file, at: ["properties", name] }), "not-asked", folderWords.notAsked(name)),
          length: 1,
          severity: "warn",
        });
    }
    for (const [index, { to }] of (plan.links ?? []).entries()) {
      const [path = ""] = to.split(/[?#]/);
      if (!paths.includes(path))
        findings.push(
          error(
            word({ file, at: ["x-links", String(index), "to"] }),
            "unknown-page",
            folderWords.noPage(path),
            suggest(path, paths),
          ),
        );
    }
    for (const [index, { on, job }] of (plan.lifecycle?.transitions ?? []).entries()) {
      if (job !== undefined && jobs && !jobs.includes(job))
        findings.push(
          error(
            word({ file, at: ["x-lifecycle", "transitions", String(index), "job"] }),
            "unknown-job",
            folderWords.noJob(job),
            suggest(job, jobs),
          ),
        );
      if (texts[`event.${on}`] === undefined)
        findings.push(
          error(
            word({ file, at: ["x-lifecycle", "transitions", String(index), "on"] }),
            "missing-word",
            folderWords.eventUnlabelled(on),
          ),
        );
    }
  }
  const holders: { plan: Compiled["plan"]; at: readonly string[] }[] = [
    ...plans.map(({ plan }) => ({ plan, at: [] })),
    ...[...calls.values()].map(({ request: { plan } }) => ({ plan, at: ["request"] })),
  ];
  for (const { plan, at } of holders) {
    for (const [index, { goto }] of plan.gates.entries()) {
      if (goto === undefined) continue;
      const [path = ""] = goto.split(/[?#]/);
      const here = { file: plan.file, at: [...at, "x-gates", String(index), "goto"] };
      const page = pages.find((one) => one.path === path);
      const tab = new URL(goto, "https://portal.example").searchParams.get("tab");
      const tabs = page?.tabs?.map(({ id }) => id) ?? [];
      if (!page) findings.push(error(word(here), "unknown-page", folderWords.noPage(path), suggest(path, paths)));
      else if (tab !== null && !tabs.includes(tab))
        findings.push(error(word(here), "unknown-tab", folderWords.noTab(path, tab), suggest(tab, tabs)));
    }
  }
  findings.push(
    ...checkGrants(
      plans.map(({ plan }) => plan),
      calls,
      pages,
      word,
    ),
  );
  return findings;
}

/** A grant is a menu of the pages, or an entity's own (`withdrawal.review`) that its lifecycle asks for. */
function checkGrants(
  plans: readonly EntityPlan[],
  calls: Known["calls"],
  pages: readonly Page[],
  word: (where: Omit<Taken, "what">) => Json,
): SchemaError[] {
  const named: { grant: string; file: string; at: string[]; own: boolean }[] = [];
  const note = (grant: string | undefined, file: string, at: string[], own = false) =>
    grant !== undefined && named.push({ grant, file, at: [...at, "grant"], own });
  for (const { name, file, lifecycle, list, calls: ways } of plans) {
    for (const [index, { grant }] of (lifecycle?.transitions ?? []).entries())
      note(grant, file, ["x-lifecycle", "transitions", String(index)], grant?.startsWith(`${name}.`));
    for (const [index, { grant }] of list.views.entries()) note(grant, file, ["x-list", "views", String(index)]);
    for (const [way, { grant }] of Object.entries(ways)) note(grant, file, ["x-calls", way]);
  }
  for (const { call, request } of calls.values()) note(call.grant, request.plan.file, []);
  const root = plans[0]?.file.split("/")[0] ?? "schemas";
  for (const [index, { tabs = [] }] of pages.entries())
    for (const [at, { grant }] of tabs.entries())
      note(grant, `${root}/pages.json`, [String(index), "tabs", String(at)]);
  const times = (grant: string) => named.filter((one) => one.grant === grant).length;
  const known = [
    ...new Set([
      ...pages.flatMap(({ menu }) => menu ?? []),
      ...named.filter(({ own }) => own).map(({ grant }) => grant),
    ]),
  ];
  return named.flatMap(({ grant, file, at, own }) => {
    const others = known.filter((one) => one !== grant);
    // One that is asked for in fewer places than another of nearly its name is a slip.
    const meant = own
      ? closestName(
          grant,
          others.filter((one) => times(one) > times(grant)),
        )
      : undefined;
    if (known.includes(grant) && meant === undefined) return [];
    return [error(word({ file, at }), "unknown-grant", folderWords.noGrant(grant), meant ?? suggest(grant, others))];
  });
}

const error = (word: Json, rule: string, said: Said, suggestion?: string): SchemaError =>
  findingAt(word.place(), rule, said, suggestion);
