/** Small lifecycles that the examples of the word are made of. */

/** What an entity with `touches` has besides. */
export const UPDATE = { "x-calls": { update: "POST /sample/update" } };
const SAID = { zh: "已完成", en: "It is done." };
/** Adds the sentence that tells the user what the event did. */
export const telling = (one: unknown): object =>
  (one as { by: string }).by === "merchant" ? { said: SAID, ...(one as object) } : (one as object);
interface Sample {
  field: string;
  states: Record<string, object>;
  transitions: object[];
}

/** A small lifecycle for the examples: the record opens with `apply` and ends with `paid`. */
export function sample(...more: unknown[]): Sample {
  return {
    field: "status",
    states: {
      open: { label: { zh: "处理中", en: "Open" }, tone: "info" },
      ended: { label: { zh: "结束", en: "Ended" }, final: true },
    },
    transitions: [
      { on: "apply", from: null, to: "open", by: "merchant" },
      { on: "paid", from: "open", to: "ended", by: "provider" },
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
  const [apply, paid] = sample().transitions;
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
