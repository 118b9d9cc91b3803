/** `portolan rates`: displays market prices, sets them, or accepts prices that are held because they jumped. */
import { readFile } from "node:fs/promises";
import type { Lang, Row } from "../../../src/engine/index.ts";
import { UsageError, type Command, type Invocation, type Outcome } from "../../cli/command.ts";
import { readPairs } from "../../cli/desk.ts";
import { withDatabase, type Opened } from "../../cli/with-database.ts";
import { proposeAction, requireReason } from "../../cli/proposal-tools.ts";
import { identifyOperator, operatorOptions } from "../../cli/sign-in.ts";
import type { NewProposal } from "../../operators/proposals.ts";
import { computeChange, findJumps, formatChange, readHeld } from "./accept.ts";
import { isStale, PIVOT, readNewest, STALE_MS, type Moment } from "./market.ts";
import { ACCEPT_ACTION, SET_ACTION } from "./set-rates.ts";

/** Maximum and default validity of prices set by operators, in minutes. */
const MAX_MINUTES = 1_440;
const MINUTES = "60";

const TEXTS = {
  en: {
    needs:
      "portolan rates list, or set CUR=<price of one US dollar>... [--file <csv>] [--minutes 60] --why <text>, or accept --why <text>",
    none: "There are no prices: no deal is made. Set them, or connect PROVIDER_MARKET.",
    valid: (until: string) => `valid until ${until}`,
    stale: (since: string) => `over since ${since}: no deal is made on them`,
    held: (at: string) => `Held since a price jumped, of ${at}: portolan rates accept --why <text>, or wait for others`,
    noHeld: "No prices are held.",
    minutes: `--minutes is a whole number from 1 to ${MAX_MINUTES}`,
    price: (text: string) => `"${text}" is no price: a currency and a positive number, such as CNY=7.0862`,
  },
  zh: {
    needs:
      "portolan rates list，或 set 币种=<1 美元的价格>... [--file <csv>] [--minutes 60] --why <原因>，或 accept --why <原因>",
    none: "还没有行情，无法换汇。请设置行情，或接入 PROVIDER_MARKET。",
    valid: (until: string) => `有效期至 ${until}`,
    stale: (since: string) => `已于 ${since} 过期，不再用于换汇`,
    held: (at: string) => `${at} 的行情波动过大，暂未采用：portolan rates accept --why <原因>，或等待新行情`,
    noHeld: "没有暂未采用的行情。",
    minutes: `--minutes 为 1 到 ${MAX_MINUTES} 的整数`,
    price: (text: string) => `“${text}”不是价格：应为币种和正数，例如 CNY=7.0862`,
  },
};

export const ratesCommand: Command = {
  usage: "rates list | rates set <currency>=<price>... --why <text> | rates accept --why <text>",
  description: {
    en: "market prices, in units of a currency for one US dollar. Setting them and accepting prices that jumped takes two operators",
    zh: "行情，以 1 美元兑换的数量表示。设置行情、采用波动过大的行情须两位操作员",
  },
  options: {
    file: {
      type: "string",
      description: { en: "CSV of currency and price, one per line", zh: "CSV 文件，每行一个币种和价格" },
    },
    minutes: { type: "string", description: { en: "how long they are valid; default 60", zh: "有效分钟数，默认 60" } },
    why: { type: "string", description: { en: "where the prices are from", zh: "行情的来源" } },
    ...operatorOptions,
  },
  run(invocation) {
    const [what = "list", ...given] = invocation.args;
    if (what === "list" && given.length === 0)
      return withDatabase(invocation, (opened) => list(invocation.lang, opened));
    if (what === "set") return withDatabase(invocation, (opened) => set(invocation, opened, given));
    if (what === "accept" && given.length === 0)
      return withDatabase(invocation, (opened) => accept(invocation, opened));
    throw new UsageError(TEXTS[invocation.lang].needs);
  },
};

async function list(lang: Lang, { db }: Opened): Promise<Outcome> {
  const texts = TEXTS[lang];
  const [newest, held] = [await readNewest(db), await readHeld(db)];
  if (!newest && !held) return { status: 0, text: texts.none };
  const lines = newest ? describeMoment(lang, newest) : [];
  if (held) lines.push(texts.held(held.at), ...findJumps(newest?.mids ?? {}, held.mids).map((jump) => `  ${jump}`));
  return { status: 0, text: lines.join("\n") };
}

function describeMoment(lang: Lang, moment: Moment): string[] {
  const until = new Date(moment.validUntil ?? moment.at + STALE_MS).toISOString();
  const texts = TEXTS[lang];
  const state = isStale(moment, Date.now()) ? texts.stale(until) : texts.valid(until);
  const at = new Date(moment.at).toISOString();
  return [`${at}  ${state}`, ...Object.entries(moment.mids).map(([code, mid]) => `  ${PIVOT}/${code}  ${mid}`)];
}

async function set(invocation: Invocation, opened: Opened, given: readonly string[]): Promise<Outcome> {
  const texts = TEXTS[invocation.lang];
  const mids = await readGiven(invocation, given);
  const { minutes = MINUTES } = invocation.options;
  if (!/^[1-9]\d*$/.test(String(minutes)) || Number(minutes) > MAX_MINUTES) throw new UsageError(texts.minutes);
  const before = (await readNewest(opened.db))?.mids ?? {};
  return proposeRates(invocation, opened, {
    act: SET_ACTION,
    shows: { ...describeChanges(before, mids), minutes: String(minutes) },
    body: { mids, minutes: Number(minutes) },
  });
}

/** Reads prices from the arguments and the file. @throws UsageError for an invalid price, or if there are none */
async function readGiven({ lang, options: { file } }: Invocation, given: readonly string[]): Promise<Moment["mids"]> {
  const texts = TEXTS[lang];
  const lines = typeof file === "string" ? (await readFile(file, "utf8")).split(/\r?\n/) : [];
  const pairs = lines.flatMap((line) => {
    const text = line.trim();
    // Skip a header such as `currency,price`.
    return text === "" || /^\uFEFF?currency\b/i.test(text) ? [] : [text.replace(/\s*[,;\t]\s*/, "=")];
  });
  const mids = readPairs([...pairs, ...given], texts.needs);
  for (const [code, mid] of Object.entries(mids))
    if (!/^[A-Z]{3}$/.test(code) || !/^(?=.*[1-9])\d{1,9}(\.\d{1,12})?$/.test(String(mid)))
      throw new UsageError(texts.price(`${code}=${String(mid)}`));
  if (Object.keys(mids).length === 0) throw new UsageError(texts.needs);
  return Object.fromEntries(Object.entries(mids).map(([code, mid]) => [code, String(mid)]));
}

/** Returns each price with its change from the previous one. */
const describeChanges = (before: Moment["mids"], mids: Moment["mids"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(mids).map(([code, mid]) => {
      const change = computeChange(before[code], mid);
      return [`${PIVOT}/${code}`, change ? `${mid} (${formatChange(change)})` : mid];
    }),
  );

async function accept(invocation: Invocation, opened: Opened): Promise<Outcome> {
  const [held, newest] = [await readHeld(opened.db), await readNewest(opened.db)];
  if (!held) return { status: 1, text: TEXTS[invocation.lang].noHeld, refused: true };
  return proposeRates(invocation, opened, {
    act: ACCEPT_ACTION,
    shows: describeChanges(newest?.mids ?? {}, held.mids),
    body: { at: held.at, mids: held.mids },
  });
}

async function proposeRates(
  invocation: Invocation,
  opened: Opened,
  { act, shows, body }: Pick<NewProposal, "act" | "shows"> & { body: Row },
): Promise<Outcome> {
  const why = requireReason(invocation);
  const operator = await identifyOperator(invocation, opened);
  return proposeAction(invocation, opened, operator, { act, tenant: "", object: "rate/newest", shows, body, why });
}
