/** Changes of states and events. */
import { type ChangeCase, event } from "./changes-world.ts";
import { both } from "./parcels.ts";

export const lifecycle: readonly ChangeCase[] = [
  [
    "a money field that is not checked before a review any more",
    ({ parcel }) => Object.assign(parcel["x-lifecycle"], { frozen: ["size"] }),
    "parcel",
    "frozen-changed",
    "info",
    "none",
  ],
  [
    "a removed state",
    (all) => {
      delete all.parcel["x-lifecycle"].states["sent"];
      all.parcel["x-lifecycle"].transitions = [
        event(all, "post"),
        { ...event(all, "send"), to: "gone", notify: true },
        { ...event(all, "stop"), from: "open" },
      ];
    },
    "parcel.sent",
    "state-removed",
    "breaking",
    "breaking",
  ],
  [
    "an event with another target state",
    (all) => {
      Object.assign(event(all, "send"), { to: "gone", notify: true });
      event(all, "stop")["from"] = "open";
      delete all.parcel["x-lifecycle"].states["sent"];
    },
    "parcel.send",
    "event-redirected",
    "breaking",
    "warning",
  ],
  [
    "an added state",
    (all) => {
      all.parcel["x-lifecycle"].states["lost"] = { label: both("Lost"), tone: "danger", final: true };
      all.parcel["x-lifecycle"].transitions.push({
        on: "lose",
        label: both("Lose"),
        from: "sent",
        to: "lost",
        by: "provider",
        notify: true,
      });
    },
    "parcel.lost",
    "state-added",
    "info",
    "warning",
  ],
  [
    "an added event",
    (all) =>
      all.parcel["x-lifecycle"].transitions.push({
        on: "lose",
        label: both("Lose"),
        from: "sent",
        to: "gone",
        by: "provider",
        notify: true,
      }),
    "parcel.lose",
    "event-added",
    "info",
    "info",
  ],
  [
    "a state in another colour",
    ({ parcel }) => (parcel["x-lifecycle"].states["open"]!["tone"] = "warning"),
    "parcel.open",
    "tone-changed",
    "none",
    "none",
  ],
  [
    "a state that becomes final",
    (all) => {
      all.parcel["x-lifecycle"].states["sent"]!["final"] = true;
      event(all, "send")["notify"] = true;
      event(all, "stop")["from"] = "open";
    },
    "parcel.sent",
    "state-changed",
    "none",
    "warning",
  ],
  [
    "a removed event",
    (all) => {
      all.parcel["x-lifecycle"].transitions = all.parcel["x-lifecycle"].transitions.filter(
        (transition) => transition["on"] !== "stop",
      );
      all.parcel["x-lifecycle"].transitions.push({
        on: "lapse",
        label: both("Lapse"),
        from: ["open", "sent"],
        to: "gone",
        by: "clock",
        after: "P1D",
        notify: true,
      });
      (all.parcel["x-calls"]["moves"] as any).event = ["send"];
    },
    "parcel.stop",
    "event-removed",
    "breaking",
    "info",
  ],
  [
    "an event from fewer states",
    (all) => (event(all, "stop")["from"] = "sent"),
    "parcel.stop",
    "event-narrowed",
    "breaking",
    "info",
  ],
  [
    "an event from more states",
    (all) => (event(all, "send")["from"] = ["open", "sent"]),
    "parcel.send",
    "event-widened",
    "info",
    "warning",
  ],
  [
    "an event that requires a field",
    (all) => (event(all, "send")["needs"] = ["reason"]),
    "parcel.send",
    "now-needed",
    "breaking",
    "none",
  ],
  [
    "an event that no longer requires a field",
    (all) => delete event(all, "stop")["needs"],
    "parcel.stop",
    "no-longer-needed",
    "info",
    "warning",
  ],
  [
    "an event with a second proof",
    (all) => (event(all, "send")["stepUp"] = "pay"),
    "parcel.send",
    "step-up-changed",
    "breaking",
    "none",
  ],
  [
    "an event that notifies",
    (all) => (event(all, "send")["notify"] = true),
    "parcel.send",
    "notify-changed",
    "info",
    "warning",
  ],
];
