/** Small lifecycles that the examples of the word are made of. */

/** A record that moves no money, so that it may be changed. */
export const UPDATE = { "x-calls": { update: "POST /mer/sample/update" } };
const SAID = { zh: "已完成", en: "It is done." };
/** Whoever fires an event is told what it did. */
const telling = (one: unknown): object =>
  (one as { by: string }).by === "merchant" ? { said: SAID, ...(one as object) } : (one as object);
/** The small lifecycle without its money. */
export const unpaid = (...more: unknown[]) => {
  const { transitions, ...rest } = sample();
  return {
    ...rest,
    transitions: [...(transitions as object[]).map((one) => ({ ...one, money: undefined })), ...more.map(telling)],
  };
};

/** A small lifecycle for the examples: apply holds money, pay spends it. */
export function sample(...more: unknown[]) {
  return {
    field: "status",
    states: {
      open: { label: { zh: "处理中", en: "Open" }, tone: "info" },
      ended: { label: { zh: "结束", en: "Ended" }, final: true },
    },
    transitions: [
      {
        on: "apply",
        from: null,
        to: "open",
        by: "merchant",
        money: [{ from: "avail", to: "hold", amount: "self.amount + self.fee", currency: "CNY" }],
      },
      {
        on: "paid",
        from: "open",
        to: "ended",
        by: "provider",
        money: [
          { from: "hold", to: "nostro", amount: "self.amount", currency: "CNY" },
          { from: "hold", to: "fee", amount: "self.fee", currency: "CNY" },
        ],
      },
      ...more.map(telling),
    ],
  };
}

/** The same with a review beside the status: `pass` needs both, and changes the review alone. */
export function reviewed(
  pass: object = {},
  more: object = {},
  begin: unknown = { status: "open", review: "none" },
  ...further: object[]
) {
  const [apply, paid] = sample().transitions as [object, object];
  const reviewing = {
    on: "pass",
    said: SAID,
    from: { status: "open", review: ["none"] },
    to: { status: "open", review: "good" },
    by: "merchant",
    ...pass,
  };
  return {
    ...sample(),
    also: ["review"],
    ...more,
    transitions: [
      { ...apply, to: begin },
      reviewing,
      { ...paid, from: { status: "open", review: "good" } },
      ...further.map(telling),
    ],
  };
}
