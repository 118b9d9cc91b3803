/** `portolan merchant`: lists, displays, certifies and freezes merchants, and adds and changes their users. */
import type { Lang } from "@portolan/engine";
import {
  createAction,
  createContext,
  createOperatorAction,
  createProposalAction,
  type Call,
  type Draft,
} from "../../cli/actions.ts";
import { formatRows, Refused, UsageError } from "../../cli/command.ts";
import { readPairs } from "../../cli/desk.ts";
import { prepareAnswer } from "../../manual-provider/answer.ts";
import { findOpenTask } from "../../manual-provider/tasks.ts";
import { auditAction } from "../../operators/operators.ts";
import { listGrants } from "../../session/grants.ts";
import { normalizeUsername } from "../../session/users.ts";
import { getText } from "../cli-texts.ts";
import { freezeBooks } from "../ledger/book-state.ts";
import { readMerchant } from "./find-merchant.ts";

const REVIEW_JOB = "kyc.review";
const MAX_LISTED = 500;
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export const merchantActions = [
  createAction("merchant list", async (call) =>
    formatRows(await describeMerchants(call, ""), getText(call.lang, "merchant.none")),
  ),
  createAction("merchant show <merchant>", async (call, who) => {
    const merchant = await readMerchant(call, who);
    const users = await call.db.query(
      "SELECT username, name, state, grants FROM portal_user WHERE m = $1 ORDER BY id",
      [merchant],
    );
    const lines = users.map(({ username, name, state, grants }) => [`  ${username}`, name, state, grants.join(",")]);
    return formatRows([...(await describeMerchants(call, merchant)), ...lines], "");
  }),
  // Proposes an outcome for the review that is pending at the desk.
  createProposalAction(
    "merchant certify <merchant> <outcome> [name=value]... [--why <text>]",
    async (call, who, outcome = "", ...given) => {
      const { db, lang } = call;
      const merchant = await readMerchant(call, who);
      const { asked, ...input } = readPairs(given, getText(lang, "merchant.outcome"));
      const task = await findOpenTask(db, merchant, REVIEW_JOB);
      if (!task) throw new Refused(getText(lang, "merchant.noReview", { merchant }));
      return prepareAnswer(db, createContext(call), task, {
        events: [outcome],
        input: { ...input, ...(asked !== undefined && { asked: readAsked(String(asked)) }) },
      });
    },
  ),
  // One operator suffices to stop outgoing payments, because a stop can be undone and a sent payment cannot.
  createOperatorAction("merchant freeze <merchant> --why <text>", async (call, who) => {
    const merchant = await readMerchant(call, who);
    const { operator, options, lang } = call;
    const about = {
      action: "merchant.freeze",
      object: `books/${merchant}`,
      detail: { reason: options["why"]?.trim() },
    };
    await call.db.tx(async (tx) => {
      await freezeBooks(tx, merchant, Date.now());
      await auditAction(tx, { operator, tenant: merchant, ...about });
    });
    return getText(lang, "merchant.frozen", { merchant });
  }),
  createProposalAction(
    "merchant user add <merchant> <mail address> --grants all|maker|<list> --why <text> [--name <name>]",
    async (call, who, given) => {
      const merchant = await readMerchant(call, who);
      const email = readAddress(call, given);
      const { name = email.split("@")[0] ?? "" } = call.options;
      const grants = readGrants(call);
      return {
        act: "user.add",
        tenant: merchant,
        object: `user/${email}`,
        shows: { email, name, grants: grants.join(",") },
        body: { email, name, grants },
      };
    },
  ),
  createProposalAction(
    "merchant user grants <merchant> <mail address> --grants all|maker|<list> --why <text>",
    async (call, who, email) => {
      const grants = readGrants(call);
      return proposeChange(call, who, email, ({ grants: before }) => ({
        act: "user.grants",
        shows: { was: before.join(","), grants: grants.join(",") },
        body: { grants },
      }));
    },
  ),
  ...(["suspend", "resume"] as const).map((what) =>
    createProposalAction(`merchant user ${what} <merchant> <mail address> --why <text>`, (call, who, email) =>
      proposeChange(call, who, email, ({ username, state: was }) => {
        const state = what === "suspend" ? "disabled" : "active";
        if (was === state) throw new Refused(getText(call.lang, "merchant.same", { email: username, state }));
        return { act: `user.${what}`, shows: { was, state }, body: {} };
      }),
    ),
  ),
];

/** Words of a merchant's status. Scripts read them, so they stay when the portal's words change. */
const STATUS: Readonly<Record<Lang, Readonly<Record<string, string>>>> = {
  en: { "4": "not certified", "0": "under review", "-1": "failed", "1": "certified" },
  zh: { "4": "未认证", "0": "审核中", "-1": "认证未通过", "1": "已认证" },
};

/** Returns the cells of one merchant, or of all if the id is empty. */
async function describeMerchants({ db, lang }: Call, merchant: string): Promise<string[][]> {
  const rows = await db.query(
    `SELECT c.id, c.name, c.user_status, b.state FROM merchant c LEFT JOIN book_state b ON b.m = c.id WHERE $1 = '' OR c.id = $1 ORDER BY c.created_at DESC, c.id LIMIT ${MAX_LISTED}`,
    [merchant],
  );
  return rows.map(({ id, name, user_status: given, state }) => {
    return [id, STATUS[lang][String(given)] ?? String(given), getText(lang, `merchant.books.${state ?? "open"}`), name];
  });
}

/** Parses `licence:XD07,idFront:XD08`: requested documents, each with a reason code. */
const readAsked = (text: string): { field: string; reason: string }[] =>
  text.split(",").map((item) => {
    const [field = "", reason = ""] = item.trim().split(":");
    return { field, reason };
  });

interface UserRow {
  username: string;
  name: string;
  state: string;
  grants: string[];
}

/** Returns the draft of a change to a user. @throws UsageError for an invalid address, Refused for an unknown user */
async function proposeChange(
  call: Call,
  who: string | undefined,
  email: string | undefined,
  describe: (user: UserRow) => Pick<Draft, "act" | "shows" | "body">,
): Promise<Draft> {
  const merchant = await readMerchant(call, who);
  const username = normalizeUsername(readAddress(call, email));
  const [user] = await call.db.query(
    "SELECT username, name, state, grants FROM portal_user WHERE m = $1 AND username = $2",
    [merchant, username],
  );
  if (!user) throw new Refused(getText(call.lang, "merchant.noUser", { merchant, email: username }));
  const { act, shows, body } = describe(user);
  return {
    act,
    tenant: merchant,
    object: `user/${username}`,
    shows: { email: username, name: user.name, ...shows },
    body: { email: username, ...body },
  };
}

function readAddress({ lang }: Call, text = ""): string {
  if (!ADDRESS.test(text)) throw new UsageError(getText(lang, "merchant.address", { text }));
  return text;
}

/**
 * Reads `--grants`: a list, `all`, or `maker` for all except reviews.
 *
 * @throws UsageError without a grant, or for one that is not in the schemas
 */
function readGrants({ options: { grants: given = "" }, lang, schemas }: Call): string[] {
  const { all, review } = listGrants(schemas);
  if (given === "all") return all;
  if (given === "maker") return all.filter((grant) => !review.has(grant));
  const grants = given.split(",").filter(Boolean);
  const unknown = grants.filter((grant) => !all.includes(grant));
  if (grants.length > 0 && unknown.length === 0) return grants;
  throw new UsageError(getText(lang, "merchant.grants", { unknown: unknown.join(", "), all: all.join(" ") }));
}
