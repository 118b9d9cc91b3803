import type { Lang } from "../../../src/engine/index.ts";
import { UsageError, type Command, type Invocation, type Outcome } from "../../cli/command.ts";
import { readPairs } from "../../cli/desk.ts";
import { withDatabase, type Opened } from "../../cli/with-database.ts";
import { createContext, proposeAction, requireReason } from "../../cli/proposal-tools.ts";
import { identifyOperator, operatorOptions } from "../../cli/sign-in.ts";
import { prepareAnswer } from "../../manual-provider/answer.ts";
import { findOpenTask } from "../../manual-provider/tasks.ts";
import { auditAction } from "../../operators/operators.ts";
import { listGrants } from "../../session/grants.ts";
import { normalizeUsername } from "../../session/users.ts";
import { freezeBooks } from "../ledger/book-state.ts";
import { findMerchantId } from "./find-merchant.ts";

const REVIEW_JOB = "kyc.review";
const MAX_LISTED = 500;
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const TEXTS = {
  en: {
    needs:
      "portolan merchant list, or show|certify|freeze <merchant>, or user add|grants|suspend|resume <merchant> <mail address>",
    none: "There is no merchant yet.",
    unknown: (who: string) => `no merchant or user ${who}`,
    noReview: (merchant: string) => `No application of ${merchant} waits for a review at the desk: portolan desk list`,
    outcome:
      "portolan merchant certify <merchant> pass | fail reason=XN02 | askMore reason=XD03 asked=licence:XD07,idFront:XD08",
    frozen: (merchant: string) =>
      `Outgoing money of ${merchant} is stopped. portolan books open ${merchant} lets it go on`,
    address: (text: string) => `"${text}" is no mail address`,
    noUser: (merchant: string, email: string) => `${merchant} has no user ${email}`,
    same: (email: string, state: string) => `${email} is ${state} already`,
    grants: (unknown: string) => `There is no grant ${unknown}. --grants is all, maker, or a list of:`,
    status: { "4": "not certified", "0": "under review", "-1": "failed", "1": "certified" },
    books: { open: "books open", closed: "books closed" },
  },
  zh: {
    needs: "portolan merchant list，或 show|certify|freeze <商户>，或 user add|grants|suspend|resume <商户> <邮箱>",
    none: "还没有商户。",
    unknown: (who: string) => `没有商户或用户 ${who}`,
    noReview: (merchant: string) => `${merchant} 没有待审核的认证申请：portolan desk list`,
    outcome:
      "portolan merchant certify <商户> pass | fail reason=XN02 | askMore reason=XD03 asked=licence:XD07,idFront:XD08",
    frozen: (merchant: string) => `${merchant} 的出款已停止，恢复用 portolan books open ${merchant}`,
    address: (text: string) => `“${text}”不是邮箱地址`,
    noUser: (merchant: string, email: string) => `${merchant} 没有用户 ${email}`,
    same: (email: string, state: string) => `${email} 已是 ${state}`,
    grants: (unknown: string) => `没有权限 ${unknown}。--grants 可为 all、maker，或下列若干项：`,
    status: { "4": "未认证", "0": "审核中", "-1": "认证未通过", "1": "已认证" },
    books: { open: "账务正常", closed: "账务已停" },
  },
};

type Verb = (invocation: Invocation, opened: Opened, merchant: string) => Promise<Outcome>;
const verbs: Readonly<Record<string, Verb>> = { show, certify, freeze, user: changeUser };

/** `portolan merchant`: lists, displays, certifies and freezes merchants, and adds and changes their users. */
export const merchantCommand: Command = {
  usage:
    "merchant list | merchant show <merchant> | merchant certify <merchant> <outcome> [name=value]... | merchant freeze <merchant> --why <text> | merchant user add <merchant> <mail address> --grants all|maker|<list> --why <text> | merchant user grants <merchant> <mail address> --grants all|maker|<list> --why <text> | merchant user suspend <merchant> <mail address> --why <text> | merchant user resume <merchant> <mail address> --why <text>",
  description: {
    en: "merchants: certification, users, and a stop of their outgoing money. <merchant> is a number or a user's address",
    zh: "商户：认证、用户，以及停止出款。<商户> 为商户号或其用户的邮箱",
  },
  options: {
    why: {
      type: "string",
      description: { en: "the reason, for the colleague and the audit chain", zh: "原因，供同事和审计记录查看" },
    },
    name: {
      type: "string",
      description: { en: "name of the user; default: the address before @", zh: "用户姓名，默认取邮箱 @ 之前的部分" },
    },
    grants: {
      type: "string",
      description: {
        en: "all, maker (all but approving), or grants with commas",
        zh: "all、maker（除复核外的全部），或用逗号分隔的权限",
      },
    },
    ...operatorOptions,
  },
  run(invocation) {
    const texts = TEXTS[invocation.lang];
    const [what = "list", ...given] = invocation.args;
    if (what === "list" && given.length === 0)
      return withDatabase(invocation, (opened) => list(invocation.lang, opened));
    const verb = Object.hasOwn(verbs, what) ? verbs[what] : undefined;
    const who = what === "user" ? given[1] : given[0];
    if (!verb || who === undefined) throw new UsageError(texts.needs);
    return withDatabase(invocation, async (opened) => {
      const merchant = await findMerchantId(opened.db, who);
      return merchant === undefined
        ? { status: 1, text: texts.unknown(who), refused: true }
        : verb(invocation, opened, merchant);
    });
  },
};

interface MerchantRow {
  id: string;
  name: string;
  user_status: number | string;
  state: "open" | "closed" | null;
}

const readMerchants = ({ db }: Opened, merchant: string): Promise<MerchantRow[]> =>
  db.query<MerchantRow>(
    `SELECT c.id, c.name, c.user_status, b.state FROM merchant c LEFT JOIN book_state b ON b.m = c.id WHERE $1 = '' OR c.id = $1 ORDER BY c.created_at DESC, c.id LIMIT ${MAX_LISTED}`,
    [merchant],
  );

function describe({ id, name, user_status: status, state }: MerchantRow, lang: Lang): string {
  const { status: names, books } = TEXTS[lang];
  const known = Object.entries(names).find(([value]) => value === String(status));
  return [id, known?.[1] ?? String(status), books[state ?? "open"], name].join("  ");
}

async function list(lang: Lang, opened: Opened): Promise<Outcome> {
  const rows = await readMerchants(opened, "");
  return { status: 0, text: rows.length === 0 ? TEXTS[lang].none : rows.map((row) => describe(row, lang)).join("\n") };
}

async function show({ lang }: Invocation, opened: Opened, merchant: string): Promise<Outcome> {
  const merchants = await readMerchants(opened, merchant);
  const users = await opened.db.query<{ username: string; name: string; state: string; grants: string[] }>(
    "SELECT username, name, state, grants FROM portal_user WHERE m = $1 ORDER BY id",
    [merchant],
  );
  const lines = users.map(
    ({ username, name, state, grants }) => `  ${username}  ${name}  ${state}  ${grants.join(",")}`,
  );
  return { status: 0, text: [...merchants.map((row) => describe(row, lang)), ...lines].join("\n") };
}

/** Proposes an outcome for the review that is pending at the desk. */
async function certify(invocation: Invocation, opened: Opened, merchant: string): Promise<Outcome> {
  const { lang, args, options } = invocation;
  const [, , outcome, ...given] = args;
  if (outcome === undefined) throw new UsageError(TEXTS[lang].outcome);
  const { asked, ...input } = readPairs(given, TEXTS[lang].outcome);
  const operator = await identifyOperator(invocation, opened);
  const task = await findOpenTask(opened.db, merchant, REVIEW_JOB);
  if (!task) return { status: 1, text: TEXTS[lang].noReview(merchant), refused: true };
  const prepared = await prepareAnswer(opened.db, createContext(invocation, opened), task, {
    events: [outcome],
    input: { ...input, ...(asked !== undefined && { asked: readAsked(String(asked)) }) },
  });
  const { why = "" } = options;
  return proposeAction(invocation, opened, operator, { ...prepared, why: String(why) });
}

/** Parses `licence:XD07,idFront:XD08`: requested documents, each with a reason code. */
const readAsked = (text: string): { field: string; reason: string }[] =>
  text.split(",").map((item) => {
    const [field = "", reason = ""] = item.trim().split(":");
    return { field, reason };
  });

/**
 * Stops outgoing payments of a merchant immediately. One operator suffices, because a stop can be undone and a sent
 * payment cannot.
 */
async function freeze(invocation: Invocation, opened: Opened, merchant: string): Promise<Outcome> {
  const why = requireReason(invocation);
  const operator = await identifyOperator(invocation, opened);
  await opened.db.tx(async (tx) => {
    await freezeBooks(tx, merchant, Date.now());
    await auditAction(tx, {
      operator,
      action: "merchant.freeze",
      object: `books/${merchant}`,
      tenant: merchant,
      detail: { reason: why },
    });
  });
  return { status: 0, text: TEXTS[invocation.lang].frozen(merchant) };
}

/** Proposes to add a user, to replace its grants, or to suspend or restore its account. */
function changeUser(invocation: Invocation, opened: Opened, merchant: string): Promise<Outcome> {
  const texts = TEXTS[invocation.lang];
  const [, what, , email = ""] = invocation.args;
  if (!ADDRESS.test(email)) throw new UsageError(texts.address(email));
  if (what === "add") return addUser(invocation, opened, { merchant, email });
  if (what !== "grants" && what !== "suspend" && what !== "resume") throw new UsageError(texts.needs);
  return proposeChange(invocation, opened, { merchant, what, username: normalizeUsername(email) });
}

async function proposeChange(
  invocation: Invocation,
  opened: Opened,
  { merchant, what, username }: { merchant: string; what: "grants" | "suspend" | "resume"; username: string },
): Promise<Outcome> {
  const texts = TEXTS[invocation.lang];
  const grants = what === "grants" ? readGrants(invocation, opened) : undefined;
  const why = requireReason(invocation);
  const operator = await identifyOperator(invocation, opened);
  const [user] = await opened.db.query<{ name: string; state: string; grants: string[] }>(
    "SELECT name, state, grants FROM portal_user WHERE m = $1 AND username = $2",
    [merchant, username],
  );
  if (!user) return { status: 1, text: texts.noUser(merchant, username), refused: true };
  const state = what === "suspend" ? "disabled" : "active";
  if (!grants && user.state === state) return { status: 1, text: texts.same(username, state), refused: true };
  return proposeAction(invocation, opened, operator, {
    act: `user.${what}`,
    tenant: merchant,
    object: `user/${username}`,
    shows: {
      email: username,
      name: user.name,
      ...(grants ? { was: user.grants.join(","), grants: grants.join(",") } : { was: user.state, state }),
    },
    body: { email: username, ...(grants && { grants }) },
    why,
  });
}

async function addUser(
  invocation: Invocation,
  opened: Opened,
  { merchant, email }: { merchant: string; email: string },
): Promise<Outcome> {
  const grants = readGrants(invocation, opened);
  const why = requireReason(invocation);
  const operator = await identifyOperator(invocation, opened);
  const { name = email.split("@")[0] ?? "" } = invocation.options;
  return proposeAction(invocation, opened, operator, {
    act: "user.add",
    tenant: merchant,
    object: `user/${email}`,
    shows: { email, name: String(name), grants: grants.join(",") },
    body: { email, name: String(name), grants },
    why,
  });
}

/**
 * Reads `--grants`: a list, `all`, or `maker` for all except reviews.
 *
 * @throws UsageError without a grant, or for one that is not in the schemas
 */
function readGrants({ options, lang }: Invocation, { schemas }: Opened): string[] {
  const { all, review } = listGrants(schemas);
  const given = String(options["grants"] ?? "");
  if (given === "all") return all;
  if (given === "maker") return all.filter((grant) => !review.has(grant));
  const grants = given.split(",").filter(Boolean);
  const unknown = grants.filter((grant) => !all.includes(grant));
  if (grants.length > 0 && unknown.length === 0) return grants;
  throw new UsageError(`${TEXTS[lang].grants(unknown.join(", "))}\n  ${all.join(" ")}`);
}
