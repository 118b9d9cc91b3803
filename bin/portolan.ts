#!/usr/bin/env node
/** Entry point of the `portolan <verb>` command line, for operators of an installation. */
import { runCommand } from "../server/cli/run.ts";
import { paymentTools } from "../server/payments/tools.ts";

const { status, text, refused } = await runCommand(process.argv.slice(2), process.env, paymentTools);
console[refused ? "error" : "log"](text);
process.exit(status);
