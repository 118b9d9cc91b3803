import { confirmProposal, listProposals, readProposal, refuseProposal, type Proposal } from "../operators/proposals.ts";
import { UsageError, type Command, type Invocation, type Outcome } from "./command.ts";
import { withDatabase, type Opened } from "./with-database.ts";
import { createProposalTools } from "./proposal-tools.ts";
import { identifyOperator, operatorOptions } from "./sign-in.ts";

const TEXTS = {
  en: {
    none: "No proposal is open.",
    needs: "portolan proposal list [--all], or show|confirm|refuse <id>",
    why: "--why says why it is refused",
    refused: "refused",
    states: { open: "open", confirmed: "confirmed", refused: "refused", stale: "stale", lapsed: "lapsed" },
    rows: {
      act: "act",
      tenant: "merchant",
      object: "of",
      by: "proposed by",
      why: "why",
      at: "at",
      from: "from",
      until: "until",
      state: "state",
      decided: "decided by",
      result: "result",
      digest: "digest",
    },
  },
  zh: {
    none: "没有待确认的提案。",
    needs: "portolan proposal list [--all]，或 show|confirm|refuse <编号>",
    why: "请用 --why 说明拒绝的原因",
    refused: "已拒绝",
    states: { open: "待确认", confirmed: "已确认", refused: "已拒绝", stale: "已过时", lapsed: "已失效" },
    rows: {
      act: "操作",
      tenant: "商户",
      object: "对象",
      by: "提出人",
      why: "原因",
      at: "提出时间",
      from: "可确认自",
      until: "有效至",
      state: "状态",
      decided: "处理人",
      result: "结果",
      digest: "摘要",
    },
  },
};

/** Lists, displays, confirms and rejects proposals. */
export const proposal: Command = {
  usage:
    "proposal list [--all] | proposal show <id> | proposal confirm <id> [--value <text>] --operator <name> | proposal refuse <id> --why <text> --operator <name>",
  description: {
    en: "what operators have proposed. Another operator confirms it, and it then runs once",
    zh: "操作员提出的操作，须由另一位操作员确认，确认后执行一次",
  },
  options: {
    all: { type: "boolean", description: { en: "decided ones, too", zh: "包括已处理的" } },
    why: { type: "string", description: { en: "why it is refused", zh: "拒绝的原因" } },
    value: {
      type: "string",
      description: {
        en: "the value that both operators enter, such as the opening balance of an account",
        zh: "须由两位操作员各自输入的值，例如账户的期初余额",
      },
    },
    ...operatorOptions,
  },
  run(invocation) {
    const [what = "list", id] = invocation.args;
    const verb = Object.hasOwn(verbs, what) ? verbs[what] : undefined;
    if (what === "list" && id === undefined) return withDatabase(invocation, (opened) => list(invocation, opened));
    if (!verb || id === undefined) throw new UsageError(TEXTS[invocation.lang].needs);
    return withDatabase(invocation, (opened) => verb(invocation, opened, id));
  },
};

const verbs: Readonly<Record<string, (invocation: Invocation, opened: Opened, id: string) => Promise<Outcome>>> = {
  show,
  confirm,
  refuse,
};

async function list({ lang, options }: Invocation, { db }: Opened): Promise<Outcome> {
  const texts = TEXTS[lang];
  const rows = await listProposals(db, options["all"] === true ? "all" : "open");
  const lines = rows.map(({ id, act, tenant, object, proposedBy, expiresAt, state, why }) =>
    [id, texts.states[state], act, tenant || "-", object, proposedBy, expiresAt, why].join("  ").trimEnd(),
  );
  return { status: 0, text: lines.length === 0 ? texts.none : lines.join("\n") };
}

async function show({ lang }: Invocation, { db }: Opened, id: string): Promise<Outcome> {
  return { status: 0, text: describe(await readProposal(db, id), TEXTS[lang]) };
}

function describe(proposal: Proposal, { rows: names, states }: (typeof TEXTS)["en"]): string {
  const rows: [string, string | null][] = [
    [names.act, proposal.act],
    [names.tenant, proposal.tenant],
    [names.object, proposal.object],
    ...Object.entries(proposal.shows),
    [names.by, proposal.proposedBy],
    [names.why, proposal.why],
    [names.at, proposal.createdAt],
    [names.from, proposal.opensAt],
    [names.until, proposal.expiresAt],
    [names.state, states[proposal.state]],
    [names.decided, proposal.decidedBy],
    [names.result, proposal.result],
    [names.digest, proposal.bodyHash],
  ];
  const shown = rows.filter(([, value]) => value !== null && value !== "");
  const width = Math.max(...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n");
}

async function confirm(invocation: Invocation, opened: Opened, id: string): Promise<Outcome> {
  const confirmedBy = await identifyOperator(invocation, opened);
  const { value } = invocation.options;
  const entered = typeof value === "string" ? value.trim() : undefined;
  const tools = createProposalTools(invocation, opened);
  return { status: 0, text: await confirmProposal(opened.db, tools, id, { confirmedBy, entered }) };
}

async function refuse(invocation: Invocation, opened: Opened, id: string): Promise<Outcome> {
  const { why } = invocation.options;
  const texts = TEXTS[invocation.lang];
  if (typeof why !== "string" || why.trim() === "") throw new UsageError(texts.why);
  const by = await identifyOperator(invocation, opened);
  await refuseProposal(opened.db, id, by, why.trim());
  return { status: 0, text: `${id}  ${texts.refused}` };
}
