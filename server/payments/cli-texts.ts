/** Texts of the payment product's verbs, in both terminal languages. */
import en from "../../locales/en/payments-cli.json";
import zh from "../../locales/zh/payments-cli.json";
import type { HelpTexts } from "../cli/command.ts";
import { createTexts } from "../core/create-texts.ts";

export const getText = createTexts({ en, zh });

export const paymentHelp: HelpTexts = { en, zh };
