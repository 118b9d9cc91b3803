import { step, type Provider, type Speed } from "./provider.ts";

/** Usual waits until the issuer answers, in milliseconds of the product's clock. */
const WAITS: Readonly<Record<Speed, number>> = { instant: 0, fast: 500, normal: 5_000 };
const DAY_MS = 86_400_000;

/** Makes the cards of an application; one whose label says REJECT or 驳回 is refused. */
export const cardIssuer: Provider = {
  job: "card.issue",
  script: ({ record, speed }) =>
    /reject|驳回/i.test(String(record["label"]))
      ? [step("refused", WAITS[speed], { reason: "XC01" })]
      : [step("issued", WAITS[speed])],
};

/** Puts money onto a card: at once, a day later (.10), or not at all (.20). */
export const cardLoader: Provider = {
  job: "card.load",
  script: ({ ending, speed }) => {
    if (ending === 10) return [step("loaded", DAY_MS)];
    if (ending === 20) return [step("refused", WAITS[speed], { reason: "XC02" })];
    return [step("loaded", WAITS[speed])];
  },
};
