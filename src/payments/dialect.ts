/** The payment dialect: the core vocabulary plus those for banking, ledger and accounts. */
import { core, createDialect, type Vocabulary } from "@portolan/engine/compiler";
import { certify } from "./effect-keywords/certify.ts";
import { parties } from "./effect-keywords/parties.ts";
import { count } from "./effect-keywords/count.ts";
import { money } from "./effect-keywords/money.ts";
import { digest } from "./keywords/digest.ts";
import { ledger } from "./keywords/ledger.ts";
import { kinds } from "./kinds/index.ts";
import { bankingFormats, bankingPatterns } from "./kinds/string-formats.ts";
import { settings } from "./settings.ts";
import { balances } from "./views/balances.ts";
import { faces } from "./views/faces.ts";
import { statement } from "./views/statement.ts";

/** Vocabulary of bank, card and company data. */
const banking: Vocabulary = { kinds, formats: bankingFormats, patterns: bankingPatterns };
/** Vocabulary of the ledger: effects that move and count money, the `x-ledger` keyword, and views of balances. */
const books: Vocabulary = { keywords: [ledger], effects: [count, money], views: [balances, faces, statement] };
/** Vocabulary of users and merchants: passwords and certification. */
const accounts: Vocabulary = { keywords: [digest], effects: [certify, parties] };

/** All vocabularies of the product, core first. */
export const vocabularies: readonly Vocabulary[] = [core, banking, books, accounts];

/** The payment dialect. */
export const payments = createDialect({ vocabularies, ...settings });
