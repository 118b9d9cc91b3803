import { listProposals, readProposal, refuseProposal } from "../operators/proposals.ts";
import { confirm, createAction, createOperatorAction } from "./actions.ts";
import { formatPairs, formatRows } from "./command.ts";
import { getText } from "./texts.ts";

/** Lists, displays, confirms and rejects proposals. */
export const proposalActions = [
  createAction("proposal list [--all]", async ({ lang, flags, db }) => {
    const rows = await listProposals(db, flags.has("all") ? "all" : "open");
    return formatRows(
      rows.map(({ id, act, tenant, object, proposedBy, expiresAt, state, why }) => [
        id,
        getText(lang, `proposal.state.${state}`),
        act,
        tenant || "-",
        object,
        proposedBy,
        expiresAt,
        why,
      ]),
      getText(lang, "proposal.none"),
    );
  }),
  createAction("proposal show <id>", async ({ lang, db }, id) => {
    const proposal = await readProposal(db, id);
    const { act, tenant, object, shows, proposedBy, why, createdAt, opensAt, expiresAt } = proposal;
    const rows: [string, string | null][] = [
      [getText(lang, "proposal.act"), act],
      [getText(lang, "proposal.tenant"), tenant],
      [getText(lang, "proposal.object"), object],
      ...Object.entries(shows),
      [getText(lang, "proposal.by"), proposedBy],
      [getText(lang, "proposal.why"), why],
      [getText(lang, "proposal.at"), createdAt],
      [getText(lang, "proposal.from"), opensAt],
      [getText(lang, "proposal.until"), expiresAt],
      [getText(lang, "proposal.state"), getText(lang, `proposal.state.${proposal.state}`)],
      [getText(lang, "proposal.decided"), proposal.decidedBy],
      [getText(lang, "proposal.result"), proposal.result],
      [getText(lang, "proposal.digest"), proposal.bodyHash],
    ];
    return formatPairs(rows.flatMap(([name, value]) => (value ? [[name, value]] : [])));
  }),
  createOperatorAction("proposal confirm <id> [--value <text>]", confirm),
  createOperatorAction("proposal refuse <id> --why <text>", async ({ lang, db, operator, options }, id) => {
    await refuseProposal(db, id, operator, options["why"]?.trim() ?? "");
    return `${id}  ${getText(lang, "proposal.state.refused")}`;
  }),
];
