/** `portolan rates`: displays market prices, sets them, or accepts prices that are held because they jumped. */
import { readFile } from "node:fs/promises";
import type { Lang } from "@portolan/engine";
import { createAction, createProposalAction, type Call, type Draft } from "../../cli/actions.ts";
import { Refused, UsageError } from "../../cli/command.ts";
import { readPairs } from "../../cli/desk.ts";
import { getText } from "../cli-texts.ts";
import { computeChange, findJumps, formatChange, readHeld } from "./accept.ts";
import { isStale, PIVOT, readNewest, STALE_MS, type Moment } from "./market.ts";
import { ACCEPT_ACTION, SET_ACTION } from "./set-rates.ts";

/** Maximum and default validity of prices set by operators, in minutes. */
const MAX_MINUTES = 1_440;
const MINUTES = "60";

export const ratesActions = [
  createAction("rates list", async ({ db, lang }) => {
    const [newest, held] = [await readNewest(db), await readHeld(db)];
    if (!newest && !held) return getText(lang, "rates.none");
    const lines = newest ? describeMoment(lang, newest) : [];
    if (held) {
      const jumps = findJumps(newest?.mids ?? {}, held.mids);
      lines.push(getText(lang, "rates.held", { at: held.at }), ...jumps.map((jump) => `  ${jump}`));
    }
    return lines.join("\n");
  }),
  createProposalAction(
    "rates set [<currency>=<price>]... [--file <csv>] [--minutes <number>] --why <text>",
    async (call, ...given) => {
      const mids = await readGiven(call, given);
      const { minutes = MINUTES } = call.options;
      if (!/^[1-9]\d*$/.test(minutes) || Number(minutes) > MAX_MINUTES)
        throw new UsageError(getText(call.lang, "rates.minutes", { max: MAX_MINUTES }));
      return {
        ...ABOUT,
        act: SET_ACTION,
        shows: { ...(await describeChanges(call, mids)), minutes },
        body: { mids, minutes: Number(minutes) },
      };
    },
  ),
  createProposalAction("rates accept --why <text>", async (call) => {
    const held = await readHeld(call.db);
    if (!held) throw new Refused(getText(call.lang, "rates.noHeld"));
    const { at, mids } = held;
    return { ...ABOUT, act: ACCEPT_ACTION, shows: await describeChanges(call, mids), body: { at, mids } };
  }),
];

const ABOUT: Pick<Draft, "tenant" | "object"> = { tenant: "", object: "rate/newest" };

function describeMoment(lang: Lang, moment: Moment): string[] {
  const until = new Date(moment.validUntil ?? moment.at + STALE_MS).toISOString();
  const state = getText(lang, isStale(moment, Date.now()) ? "rates.stale" : "rates.valid", { until });
  const at = new Date(moment.at).toISOString();
  return [`${at}  ${state}`, ...Object.entries(moment.mids).map(([code, mid]) => `  ${PIVOT}/${code}  ${mid}`)];
}

/** Reads prices from the arguments and the file. @throws UsageError for an invalid price, or if there are none */
async function readGiven({ lang, options: { file } }: Call, given: readonly string[]): Promise<Moment["mids"]> {
  const lines = file === undefined ? [] : (await readFile(file, "utf8")).split(/\r?\n/);
  const pairs = lines.flatMap((line) => {
    const text = line.trim();
    // Skip a header such as `currency,price`.
    return text === "" || /^\uFEFF?currency\b/i.test(text) ? [] : [text.replace(/\s*[,;\t]\s*/, "=")];
  });
  const mids = Object.entries(readPairs([...pairs, ...given], getText(lang, "rates.needs")));
  for (const [code, mid] of mids)
    if (!/^[A-Z]{3}$/.test(code) || !/^(?=.*[1-9])\d{1,9}(\.\d{1,12})?$/.test(String(mid)))
      throw new UsageError(getText(lang, "rates.price", { text: `${code}=${String(mid)}` }));
  if (mids.length === 0) throw new UsageError(getText(lang, "rates.needs"));
  return Object.fromEntries(mids.map(([code, mid]) => [code, String(mid)]));
}

/** Returns each price with its change from the newest one. */
async function describeChanges({ db }: Call, mids: Moment["mids"]): Promise<Record<string, string>> {
  const before = (await readNewest(db))?.mids ?? {};
  return Object.fromEntries(
    Object.entries(mids).map(([code, mid]) => {
      const change = computeChange(before[code], mid);
      return [`${PIVOT}/${code}`, change ? `${mid} (${formatChange(change)})` : mid];
    }),
  );
}
