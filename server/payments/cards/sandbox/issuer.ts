import { createScriptedEvent, type ProviderScript, type Speed } from "../../demo/script.ts";

/** Delays until the issuer responds, in milliseconds of the product's clock. */
const WAITS: Readonly<Record<Speed, number>> = { instant: 0, fast: 500, normal: 5_000 };
const DAY_MS = 86_400_000;

/** Issues the cards of an application. Refuses labels that contain REJECT or 驳回. */
export const cardIssuer: ProviderScript = {
  job: "card.issue",
  script: ({ record, speed }) =>
    /reject|驳回/i.test(String(record["label"]))
      ? [createScriptedEvent("refused", WAITS[speed], { reason: "XC01" })]
      : [createScriptedEvent("issued", WAITS[speed])],
};

/** Loads a card after the issuer's delay, or one day later for amounts ending in .10. Refuses amounts ending in .20. */
export const cardLoader: ProviderScript = {
  job: "card.load",
  script: ({ ending, speed }) => {
    if (ending === 10) return [createScriptedEvent("loaded", DAY_MS)];
    if (ending === 20) return [createScriptedEvent("refused", WAITS[speed], { reason: "XC02" })];
    return [createScriptedEvent("loaded", WAITS[speed])];
  },
};
