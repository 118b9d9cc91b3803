/** GET /mer/own/context: returns the facts that an entity's rules and options read besides the record. */
import { handler } from "../../calls/handler.ts";
import { loadContexts } from "../../calls/context.ts";

export const context = handler("context", async (call) => {
  const facts = await loadContexts(call, call.body);
  return {
    approval: facts["approval"] ?? {},
    channel: facts["channel"] ?? {},
    wallet: facts["wallet"] ?? {},
    currencies: facts["currencies"] ?? {},
    counterparty: facts["counterparty"] ?? {},
    payee: facts["payee"] ?? {},
    fixing: facts["fixing"] ?? {},
    receiving: facts["receiving"] ?? {},
    workday: facts["workday"] ?? {},
  };
});
