/** `portolan channel`: lists a merchant's fees and limits, and proposes new ones. */
import { getTableName } from "@portolan/engine";
import { createAction, createProposalAction } from "../../cli/actions.ts";
import { formatRows } from "../../cli/command.ts";
import { readPairs } from "../../cli/desk.ts";
import { getText } from "../cli-texts.ts";
import { listTermsFields } from "../onboarding/set-terms.ts";
import { readMerchant } from "./find-merchant.ts";

export const channelActions = [
  createAction("channel list <merchant>", async (call, who) => {
    const merchant = await readMerchant(call, who);
    const entity = call.schemas.entity("channel");
    const rows = await call.db.query(`SELECT data FROM ${getTableName(entity)} WHERE m = $1 ORDER BY created_at, id`, [
      merchant,
    ]);
    const names = listTermsFields(entity);
    return formatRows(
      rows.map(({ data }) => [
        data[entity.key],
        ...names.flatMap((name) => (data[name] === undefined ? [] : [`${name}=${String(data[name])}`])),
      ]),
      getText(call.lang, "channel.none", { merchant }),
    );
  }),
  createProposalAction(
    "channel set <merchant> <product> <currency> name=value... --why <text>",
    async (call, who, product, currency, ...given) => {
      const merchant = await readMerchant(call, who);
      const names = listTermsFields(call.schemas.entity("channel")).join(" ");
      const terms = readPairs(given, getText(call.lang, "channel.values", { names }));
      return {
        act: "channel.set",
        tenant: merchant,
        object: `channel/${merchant}.${product}.${currency}`,
        shows: Object.fromEntries(Object.entries(terms).map(([name, value]) => [name, String(value)])),
        body: { ...terms, product, currency },
      };
    },
  ),
];
