/** Small sample lifecycles for the examples of the keyword. */
import type { Role, Settings } from "../model/settings.ts";

/**
 * Additional members of an entity with `touches`.
 * @example
 * SAMPLE_UPDATE["x-calls"].update // => "POST /sample/update"
 */
export const UPDATE = { "x-calls": { update: "POST /sample/update" } };
const CONFIRMATION = { zh: "已完成", en: "It is done." };
interface Sample {
  field: string;
  states: Record<string, object>;
  transitions: object[];
}

/** Returns the dialect's first actor with a role, or `record` when there is none. */
const findActor = ({ actors }: Pick<Settings, "actors">, role: Role): string =>
  Object.keys(actors).find((name) => actors[name] === role) ?? "record";

/**
 * Creates the builders of sample lifecycles, which use the dialect's actors.
 * @example
 * const samples = createLifecycleSamples(dialect);
 */
export function createSamples(dialect: Pick<Settings, "actors">) {
  const [user, system] = [findActor(dialect, "user"), findActor(dialect, "system")];

  /** Adds what an event requires: the confirmation text of a user's event, and the notice of an end. */
  const telling = (item: object): object => ({
    ...("by" in item && item.by === user ? { said: CONFIRMATION } : {}),
    ...("to" in item && item.to === "ended" ? { notify: true } : {}),
    ...item,
  });

  /** Returns a lifecycle that starts with `apply` and ends with `paid`, with any further transitions in `more`. */
  const sample = (...more: readonly object[]): Sample => ({
    field: "status",
    states: {
      open: { label: { zh: "处理中", en: "Open" }, tone: "info" },
      ended: { label: { zh: "结束", en: "Ended" }, final: true },
    },
    transitions: [
      { on: "apply", from: null, to: "open", by: user },
      { on: "paid", from: "open", to: "ended", by: system, notify: true },
      ...more.map(telling),
    ],
  });

  /**
   * Returns the lifecycle of `sample` with an additional review axis. Its event `pass` requires a position on both axes
   * and changes only the review.
   */
  const reviewed = (
    pass: object = {},
    more: object = {},
    begin: unknown = { status: "open", review: "none" },
    ...further: readonly object[]
  ) => {
    const [apply, paid] = sample().transitions;
    const reviewing = {
      on: "pass",
      said: CONFIRMATION,
      from: { status: "open", review: ["none"] },
      to: { status: "open", review: "good" },
      by: user,
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
  };
  return { user, system, telling, sample, reviewed };
}
