/** Parts of the payment product that the `portolan` verbs and the server use. */
import type { ProductTools } from "../cli/command.ts";
import { sealedColumns } from "../app/reseal.ts";
import { paymentHelp } from "./cli-texts.ts";
import { createActions } from "./operators/actions.ts";
import { writeBankCsv } from "./pay/write-bank-csv.ts";
import { accounts } from "./accounts.ts";
import { booksActions } from "./operators/books-command.ts";
import { channelActions } from "./operators/channel-command.ts";
import { merchantActions } from "./operators/merchant-command.ts";
import { writePain001 } from "./pay/pain001.ts";
import { buildLedgerSource } from "./ledger/projections.ts";
import { listBalancesWithoutExit } from "./monitor/exits.ts";
import { verifyAll } from "./monitor/verify.ts";
import { ownDocuments } from "./onboarding/checked-documents.ts";
import { paymentPlacements, paymentTables, upgrade } from "./product.ts";
import { OWN_JOBS, readSchemas } from "./schemas.ts";
import { ratesActions } from "./rates/command.ts";
import { probeMarket } from "./rates/source.ts";
import { accountActions } from "./statements/account-command.ts";
import { statementActions } from "./statements/command.ts";
import { checkHolidays } from "./swap/warn-of-holidays.ts";
import { createVocabulary } from "./vocabulary.ts";

export const paymentTools: ProductTools = {
  readSchemas,
  createVocabulary,
  verbs: {
    account: accountActions,
    statement: statementActions,
    merchant: merchantActions,
    channel: channelActions,
    books: booksActions,
    rates: ratesActions,
  },
  help: paymentHelp,
  createActions,
  paymentFiles: { "pain.001": writePain001, csv: writeBankCsv },
  probeOthers: async ({ market }) => [...(await probeMarket(market)), ...checkHolidays(Date.now())],
  ownJobs: new Set<string>(OWN_JOBS),
  sealedColumns,
  accounts,
  tables: paymentTables,
  placements: paymentPlacements,
  upgrade,
  rowSources: { ledger: buildLedgerSource },
  documents: ownDocuments,
  verifyBooks: verifyAll,
  listBookNotices: listBalancesWithoutExit,
};
