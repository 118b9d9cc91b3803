import { getTableName, type Entity, type Lang, type Row } from "../../../src/engine/index.ts";
import { UsageError, type Command, type Invocation, type Outcome } from "../../cli/command.ts";
import { readPairs } from "../../cli/desk.ts";
import { withDatabase, type Opened } from "../../cli/with-database.ts";
import { proposeAction, requireReason } from "../../cli/proposal-tools.ts";
import { identifyOperator, operatorOptions } from "../../cli/sign-in.ts";
import { listTermsFields } from "../onboarding/set-terms.ts";
import { findMerchantId } from "./find-merchant.ts";

const TEXTS = {
  en: {
    needs: "portolan channel list <merchant>, or set <merchant> <product> <currency> name=value...",
    none: (merchant: string) =>
      `${merchant} has no fees and limits yet: portolan channel set ${merchant} <product> <currency> ...`,
    unknown: (who: string) => `no merchant or user ${who}`,
    names: "values",
  },
  zh: {
    needs: "portolan channel list <商户>，或 set <商户> <产品> <币种> 名称=值...",
    none: (merchant: string) => `${merchant} 还没有费率与限额：portolan channel set ${merchant} <产品> <币种> ...`,
    unknown: (who: string) => `没有商户或用户 ${who}`,
    names: "可填",
  },
};

/** `portolan channel`: lists a merchant's fees and limits, and proposes new ones. */
export const channelCommand: Command = {
  usage: "channel list <merchant> | channel set <merchant> <product> <currency> name=value... --why <text>",
  description: {
    en: "fees and limits of a merchant. Each change is a new row, in effect from effectiveFrom or at once, and takes two operators. name=none takes a value away",
    zh: "商户的费率与限额。每次变更新增一行，自 effectiveFrom 起生效（默认立即），须两位操作员。名称=none 表示取消该值",
  },
  options: {
    why: {
      type: "string",
      description: { en: "the reason, for the colleague and the audit chain", zh: "原因，供同事和审计记录查看" },
    },
    ...operatorOptions,
  },
  run(invocation) {
    const texts = TEXTS[invocation.lang];
    const [what, who, ...given] = invocation.args;
    if (who === undefined || (what !== "list" && what !== "set")) throw new UsageError(texts.needs);
    return withDatabase(invocation, async (opened) => {
      const merchant = await findMerchantId(opened.db, who);
      if (merchant === undefined) return { status: 1, text: texts.unknown(who), refused: true };
      return what === "list" ? list(invocation.lang, opened, merchant) : set(invocation, opened, merchant, given);
    });
  },
};

async function list(lang: Lang, { db, schemas }: Opened, merchant: string): Promise<Outcome> {
  const entity = schemas.entity("channel");
  const rows = await db.query<{ data: Row }>(
    `SELECT data FROM ${getTableName(entity)} WHERE m = $1 ORDER BY created_at, id`,
    [merchant],
  );
  const lines = rows.map(({ data }) => describe(entity, data));
  return { status: 0, text: lines.length === 0 ? TEXTS[lang].none(merchant) : lines.join("\n") };
}

const describe = (entity: Entity, data: Row): string =>
  [
    String(data[entity.key]),
    ...listTermsFields(entity).flatMap((name) => (data[name] === undefined ? [] : [`${name}=${String(data[name])}`])),
  ].join("  ");

async function set(
  invocation: Invocation,
  opened: Opened,
  merchant: string,
  [product, currency, ...given]: readonly string[],
): Promise<Outcome> {
  const texts = TEXTS[invocation.lang];
  const usage = `${texts.needs}\n  ${texts.names}: ${listTermsFields(opened.schemas.entity("channel")).join(" ")}`;
  if (product === undefined || currency === undefined || given.length === 0) throw new UsageError(usage);
  const terms = readPairs(given, usage);
  const why = requireReason(invocation);
  const operator = await identifyOperator(invocation, opened);
  const shows = Object.fromEntries(Object.entries(terms).map(([name, value]) => [name, String(value)]));
  return proposeAction(invocation, opened, operator, {
    act: "channel.set",
    tenant: merchant,
    object: `channel/${merchant}.${product}.${currency}`,
    shows,
    body: { ...terms, product, currency },
    why,
  });
}
