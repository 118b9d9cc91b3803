/** Generates RESULTS.md from the figures of all suites, followed by the findings of profiles in `notes.md`. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BytesResults, formatBytesTable } from "../bytes/run.ts";
import { FORM_GOALS, type FormResults, formatFormTable } from "../forms/run.ts";
import { LIST_GOALS, type ListResults, formatListTable } from "../lists/run.ts";
import { type LoadResults, formatLoadTable } from "../load/run.ts";
import { type CallName, type CallResults, computeCallFigure, formatCallTable } from "../server/calls.ts";
import type { ServerResults } from "../server/run.ts";
import { bench, results } from "./paths.ts";
import { computeMedian, computeRatio, round } from "./stats.ts";

/** Figures of a suite, and the machine on which they were measured. */
export interface Saved<T> {
  at: string;
  commit: string;
  load: number[];
  node: string;
  cpus: number;
  results: T;
}
interface Goal {
  what: string;
  goal: string;
  got: string;
  good: boolean;
}

const read = <T>(suite: string): Saved<T> | undefined => {
  const path = join(results, `${suite}.json`);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Saved<T>) : undefined;
};
const formatTable = (rows: readonly (readonly string[])[]): string => {
  const [head = [], ...body] = rows;
  return [head, head.map((_, index) => (index === 0 ? "---" : "--:")), ...body]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");
};
const describeMachine = ({ at, commit, load, node, cpus, results: { rounds } }: Saved<{ rounds: number }>) =>
  `Taken ${at} at ${commit}, ${rounds} round${rounds === 1 ? "" : "s"}, ${node}, ${cpus} cores, ${load.length > 0 ? `load average ${load.map((item) => item.toFixed(1)).join(" / ")}` : "load not noted"}.`;
const createUpperGoal = (what: string, got: number, most: number, unit = "x"): Goal => ({
  what,
  goal: `≤ ${most} ${unit}`,
  got: `${round(got, 2)} ${unit}`,
  good: got <= most,
});
const createLowerGoal = (what: string, got: number, least: number, unit: string): Goal => ({
  what,
  goal: `≥ ${least} ${unit}`,
  got: `${round(got, 2)} ${unit}`,
  good: got >= least,
});

function listFormGoals(found: FormResults): Goal[] {
  const goals = FORM_GOALS.flatMap(([what, most]) =>
    found.cpu[what]?.ours
      ? [createUpperGoal(what, computeRatio(found.cpu[what].ours, found.cpu[what].native!), most)]
      : [],
  );
  const longest = Object.entries(found.longest).filter(([what]) => what.endsWith(" ours"));
  return [
    ...goals,
    ...longest.map(([what, ms]) => ({
      what: `longest task, ${what.replace(" ours", "")} 4x`,
      goal: "≤ 50 ms (wall)",
      got: `${ms} ms`,
      good: ms <= 50,
    })),
  ];
}
const listListGoals = (found: ListResults): Goal[] =>
  LIST_GOALS.map(([what, most]) =>
    createUpperGoal(`100 rows ${what}`, computeRatio(found.cpu[what]!.ours!, found.cpu[what]!.bare!), most),
  );
const listByteGoals = ({ pages }: BytesResults): Goal[] =>
  pages.flatMap((page) => [
    createUpperGoal(`${page.name}: JS gzip`, page.js, page.most, "kB"),
    { what: `${page.name}: layout shift`, goal: "0", got: String(page.shift), good: page.shift === 0 },
  ]);
function listServerGoals({ check, exports, compile }: ServerResults): Goal[] {
  const goals = [
    createLowerGoal(
      "4,000 rows checked, all rules, to hand-written",
      check.ms.hand / check.ms.ours,
      0.5,
      "of its speed",
    ),
    createUpperGoal("4,000 rows, first pass", check.firstPass, 60, "ms"),
    ...(["csv", "xlsx"] as const).flatMap((format) => [
      createUpperGoal(
        `${format} 200,000 x 12, cpu`,
        exports[format].ours.cpu / exports[format].hand.cpu,
        format === "csv" ? 1.2 : 1.3,
      ),
      createUpperGoal(
        `${format} 200,000 x 12, memory over the data`,
        exports[format].ours.peak,
        format === "csv" ? 50 : 60,
        "MB",
      ),
    ]),
    createUpperGoal(`${compile.schemas} schemas compiled`, compile.compiled, 1000, "ms"),
  ];
  return goals;
}

const formatGoals = (goals: Goal[]) =>
  formatTable([
    ["figure", "goal", "measured", "reached"],
    ...goals.map(({ what, goal, got, good }) => [what, goal, got, good ? "yes" : "**no**"]),
  ]);
const formatProfiles = (found: Record<string, { name: string; ms: number }[]>) =>
  Object.entries(found)
    .map(
      ([what, top]) =>
        `- ${what}: ${top
          .slice(0, 8)
          .map(({ name, ms }) => `\`${name}\` ${ms}`)
          .join(", ")}`,
    )
    .join("\n");

function listCallGoals(found: CallResults): Goal[] {
  return (
    [
      ["embedded", 500],
      ["postgres", 800],
    ] as const
  ).flatMap(([who, least]) => {
    const figure = (call: CallName, what: "perSecond" | "p99") => computeCallFigure(found, who, call, what);
    const [list, far, pay] = [figure("list", "perSecond"), figure("page 400", "perSecond"), figure("pay", "perSecond")];
    if (list === undefined || far === undefined || pay === undefined) return [];
    return [
      createLowerGoal(`list call, ${who}`, list, 1000, "req/s"),
      createUpperGoal(`list call, ${who}, p99`, figure("list", "p99")!, 100, "ms"),
      createUpperGoal(`page 400 to page 1, ${who}`, list / far, 2),
      createLowerGoal(`money call, ${who}`, pay, least, "req/s"),
    ];
  });
}
const formatStarts = ({ starts }: CallResults) =>
  `First start with the demo's history: ${Object.entries(starts)
    .map(([who, { first, again }]) => `${who} ${round(first)} ms (again, with 200,000 orders: ${round(again)} ms)`)
    .join(", ")}.`;

const scrollLine = ({ scroll }: ListResults) =>
  scroll
    ? `10,000 cards, scrolled by most of a screen at a time: ${round(computeMedian(scroll))} ms of CPU a step, ${round(Math.max(...scroll))} the longest (three frames); ${scroll.filter((ms) => ms > 20).length} of ${scroll.length} steps over 20 ms. Worksheets and sheets of rows are virtual in the same way (TanStack Virtual).`
    : "10,000 virtual rows were not measured in this run.";

/** Generates RESULTS.md and returns its text. */
export function writeReport(): string {
  const [forms, lists, bytes, load, server, calls] = [
    read<FormResults>("forms"),
    read<ListResults>("lists"),
    read<BytesResults>("bytes"),
    read<LoadResults>("load"),
    read<ServerResults>("server"),
    read<CallResults>("calls"),
  ];
  const parts = [
    "# Results",
    "Written by `node bench/run.mjs`; edit `notes.md`, not this file. CPU is the main thread's own time, so a busy machine lengthens little of it; ratios are the middle of the rounds' own. Goals that are not reached are named with their cause below.",
  ];
  if (forms)
    parts.push(
      "## Forms",
      describeMachine(forms),
      formatGoals(listFormGoals(forms.results)),
      formatTable(formatFormTable(forms.results)),
      "Where our own time goes (ms of samples, functions of the build; `(program)` is style, layout, paint and the browser's own work):",
      formatProfiles(forms.results.profiles),
    );
  if (lists)
    parts.push(
      "## Lists",
      describeMachine(lists),
      formatGoals(listListGoals(lists.results)),
      formatTable(formatListTable(lists.results)),
      formatProfiles(lists.results.profiles),
      scrollLine(lists.results),
    );
  if (bytes) {
    const heaviest = bytes.results.pages
      .map(
        (page) =>
          `- ${page.name}: ${page.files
            .slice(0, 8)
            .map(({ name, kb }) => `${name.replace(/-[\w-]{8}\./, ".")} ${kb}`)
            .join(", ")}`,
      )
      .join("\n");
    parts.push(
      "## Bytes and cold load",
      describeMachine(bytes),
      formatGoals(listByteGoals(bytes.results)),
      formatTable(formatBytesTable(bytes.results)),
      "Heaviest files (kB gzip):",
      heaviest,
    );
  }
  if (load)
    parts.push(
      "## From address to list",
      describeMachine(load),
      formatTable(formatLoadTable(load.results)),
      "Wall times, of medians; floor: an empty React page of the same server. They hold only beside each other.",
    );
  if (server) {
    const { check, exports, compile } = server.results;
    parts.push(
      "## Server",
      describeMachine(server),
      formatGoals(listServerGoals(server.results)),
      formatTable([
        ["4,000 rows", "cpu ms"],
        ["hand-written", String(round(check.ms.hand))],
        ["Ajv standalone, no rules, no trims", String(round(check.ms.ajv))],
        ["ours, all rules", String(round(check.ms.ours))],
        ["ours, first pass with load (wall)", String(round(check.firstPass))],
      ]),
      formatProfiles({ "check of 4,000 rows": check.profile }),
      formatTable([
        ["export", "cpu ms", "wall ms", "peak MB over the data", "file MB"],
        ...(["csv", "xlsx"] as const).flatMap((format) =>
          (["hand", "ours"] as const).map((who) => [
            `${format} ${who}`,
            ...[
              exports[format][who].cpu,
              exports[format][who].wall,
              exports[format][who].peak,
              exports[format][who].size,
            ].map((value) => String(round(value))),
          ]),
        ),
      ]),
      `${compile.schemas} schemas: compiled in ${round(compile.compiled)} ms, with every validator made ${round(compile.withValidators)} ms.`,
    );
  }
  if (calls)
    parts.push(
      "## Calls under load",
      describeMachine(calls),
      formatGoals(listCallGoals(calls.results)),
      `10 connections ask without a pause over the loopback, ${calls.results.rounds} turns of 3 s each; the asking takes its share of the same cores.`,
      formatTable(formatCallTable(calls.results)),
      formatStarts(calls.results),
    );
  const notes = join(bench, "notes.md");
  if (existsSync(notes)) parts.push(readFileSync(notes, "utf8").trim());
  const text = `${parts.join("\n\n")}\n`;
  writeFileSync(join(bench, "RESULTS.md"), text);
  return text;
}
