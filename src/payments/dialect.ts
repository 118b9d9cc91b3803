/** The dialect of the payment product: the core words and those of money, limits, certification and passwords. */
import { core, createDialect, type Vocabulary } from "../engine/compiler.ts";
import { certify } from "./effects/certify.ts";
import { count } from "./effects/count.ts";
import { money } from "./effects/money.ts";
import { digest } from "./keywords/digest.ts";
import { ledger } from "./keywords/ledger.ts";
import { kinds } from "./kinds/index.ts";
import { bankingFormats, bankingPatterns } from "./kinds/string-formats.ts";
import { settings } from "./settings.ts";
import { balances } from "./views/balances.ts";
import { faces } from "./views/faces.ts";
import { statement } from "./views/statement.ts";

/** What fields of banks, cards and companies hold. */
const banking: Vocabulary = { kinds, formats: bankingFormats, patterns: bankingPatterns };
/** Words of the ledger: what an event moves and counts, which account a field maps to, and views of money. */
const books: Vocabulary = { keywords: [ledger], effects: [count, money], views: [balances, faces, statement] };
/** Words of users and merchants: passwords, certification. */
const accounts: Vocabulary = { keywords: [digest], effects: [certify] };

/** Vocabularies of the product, the core's first. */
export const vocabularies: readonly Vocabulary[] = [core, banking, books, accounts];

/** The payment dialect. */
export const payments = createDialect({ vocabularies, ...settings });
