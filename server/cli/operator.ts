import { renderUnicodeCompact } from "uqr";
import type { Lang } from "../../src/engine/index.ts";
import { enrolWithoutApproval, findApproval, operatorActions, type ApprovalMode } from "../operators/actions.ts";
import { auditAction, enrol, listOperators, type Enrolment } from "../operators/operators.ts";
import { propose } from "../operators/proposals.ts";
import { endOperatorSession, openOperatorSession } from "../operators/sign-in.ts";
import { drawTotpQr } from "../session/totp.ts";
import { UsageError, type Command, type Invocation, type Outcome } from "./command.ts";
import { withDatabase, type Opened } from "./with-database.ts";
import { promptNewPassword, identifyOperator, operatorOptions, openSeal, signInOperator } from "./sign-in.ts";

const TEXTS = {
  en: {
    none: "There is no operator yet: portolan operator create <name>",
    active: "active",
    disabled: "disabled",
    done: { "operator.create": "is an operator now", "operator.reset": "has the new password and authenticator" },
    open: (id: string) => `Another operator confirms it within 24 hours: portolan proposal confirm ${id}`,
    enrol: "Scan this with an authenticator app. It is shown once.",
    needs: "portolan operator create|reset|disable|sign-in <name>, or list, or sign-out",
    noSession: "OPERATOR_SESSION is not set",
    left: "The session has ended.",
    other: (name: string) => `${name} cannot do this to the own account; another operator does`,
  },
  zh: {
    none: "还没有操作员：portolan operator create <用户名>",
    active: "启用",
    disabled: "停用",
    done: { "operator.create": "已成为操作员", "operator.reset": "已换用新密码和验证器" },
    open: (id: string) => `须由另一位操作员在 24 小时内确认：portolan proposal confirm ${id}`,
    enrol: "请用验证器扫描。只显示这一次。",
    needs: "portolan operator create|reset|disable|sign-in <用户名>，或 list、sign-out",
    noSession: "未设置 OPERATOR_SESSION",
    left: "会话已结束。",
    other: (name: string) => `${name} 不能对自己的账号执行此操作，须由另一位操作员进行`,
  },
};

/** Delay in milliseconds before the only other operator can confirm a reset. */
const RESET_WAIT_MS = 24 * 3_600_000;

type Verb = (invocation: Invocation, opened: Opened, name: string) => Promise<Outcome>;

/** Subcommands that take the name of one operator. */
const verbs: Readonly<Record<string, Verb>> = {
  create: (...given) => enrolOperator("operator.create", ...given),
  reset: (...given) => enrolOperator("operator.reset", ...given),
  disable,
  "sign-in": signIn,
};

/** Creates, resets, lists, disables and signs in operators. */
export const operator: Command = {
  usage:
    "operator list | operator create <name> | operator reset <name> | operator disable <name> --operator <name> | operator sign-in <name> | operator sign-out",
  description: {
    en: "those who run the installation. The first is created alone; every later change of operators takes a second one",
    zh: "管理操作员。第一位可独自创建，此后对操作员的任何变更都须由另一位确认",
  },
  options: operatorOptions,
  run(invocation) {
    const texts = TEXTS[invocation.lang];
    const [what = "list", name] = invocation.args;
    if (what === "list" && name === undefined)
      return withDatabase(invocation, (opened) => list(invocation.lang, opened));
    if (what === "sign-out" && name === undefined)
      return withDatabase(invocation, (opened) => signOut(invocation, opened));
    const verb = Object.hasOwn(verbs, what) ? verbs[what] : undefined;
    if (!verb || name === undefined) throw new UsageError(texts.needs);
    return withDatabase(invocation, (opened) => verb(invocation, opened, name));
  },
};

async function list(lang: Lang, { db }: Opened): Promise<Outcome> {
  const texts = TEXTS[lang];
  const rows = (await listOperators(db)).map(({ name, state, createdAt }) =>
    [name, texts[state], createdAt.slice(0, 10)].join("  "),
  );
  return { status: 0, text: rows.length === 0 ? texts.none : rows.join("\n") };
}

/** Creates or resets an operator: directly while no other operator is active, otherwise by a proposal. */
async function enrolOperator(
  action: "operator.create" | "operator.reset",
  invocation: Invocation,
  opened: Opened,
  name: string,
): Promise<Outcome> {
  const { db } = opened;
  const texts = TEXTS[invocation.lang];
  const seal = openSeal(opened);
  const beginning = await findApproval(db, name);
  // With several other operators, the proposer must sign in: otherwise one operator could act under two names.
  const proposedBy = beginning === "colleague" ? await identifyOperator(invocation, opened) : name;
  if (beginning === "colleague" && proposedBy === name) throw new UsageError(texts.other(name));
  const { secret, credentials } = await enrol(seal, name, await promptNewPassword(invocation, name));
  if (beginning === "alone") {
    await enrolWithoutApproval(db, action, credentials);
    return { status: 0, text: [`${name} ${texts.done[action]}`, ...showSecret(texts, name, secret)].join("\n") };
  }
  const proposal = {
    act: action,
    tenant: "",
    object: `operator/${name}`,
    shows: { name },
    body: { ...credentials },
    why: "",
    waitMs: computeWait(action, beginning),
  };
  const id = await propose(db, { seal, actions: operatorActions }, proposedBy, proposal);
  return { status: 0, text: [texts.open(id), ...showSecret(texts, name, secret)].join("\n") };
}

/**
 * Returns the delay before a proposal can be confirmed. Of two operators, one could reset the other's credentials and
 * then act as both, so the other operator has a day to reject the reset.
 */
const computeWait = (action: "operator.create" | "operator.reset", beginning: ApprovalMode): number =>
  action === "operator.reset" && beginning === "self" ? RESET_WAIT_MS : 0;

function showSecret(texts: { enrol: string }, name: string, secret: Enrolment["secret"]): string[] {
  const { uri } = drawTotpQr(secret, name);
  return [texts.enrol, renderUnicodeCompact(uri), uri];
}

async function disable(invocation: Invocation, opened: Opened, name: string): Promise<Outcome> {
  const proposedBy = await identifyOperator(invocation, opened);
  const proposal = {
    act: "operator.disable",
    tenant: "",
    object: `operator/${name}`,
    shows: { name },
    body: { name },
    why: "",
  };
  const tools = { seal: openSeal(opened), actions: operatorActions };
  const id = await propose(opened.db, tools, proposedBy, proposal);
  return { status: 0, text: TEXTS[invocation.lang].open(id) };
}

async function signIn(invocation: Invocation, opened: Opened, name: string): Promise<Outcome> {
  const { db } = opened;
  await signInOperator(invocation, { db, seal: openSeal(opened) }, name);
  const token = await db.tx(async (tx) => {
    const token = await openOperatorSession(tx, name);
    await auditAction(tx, { operator: name, action: "operator.signIn", object: `operator/${name}` });
    return token;
  });
  return { status: 0, text: `export OPERATOR_SESSION=${token}` };
}

async function signOut({ env, lang }: Invocation, { db }: Opened): Promise<Outcome> {
  const token = env["OPERATOR_SESSION"];
  if (!token) throw new UsageError(TEXTS[lang].noSession);
  await db.tx(async (tx) => {
    const name = await endOperatorSession(tx, token);
    if (name !== undefined)
      await auditAction(tx, { operator: name, action: "operator.signOut", object: `operator/${name}` });
  });
  return { status: 0, text: TEXTS[lang].left };
}
