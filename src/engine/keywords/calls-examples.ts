import { createSamples } from "../lifecycle/samples.ts";
import type { Parts } from "../schema/dialect.ts";
import type { Keyword } from "../schema/keyword.ts";

/** Returns the examples of `x-calls`, one of which uses an actor of the dialect. */
export function createExamples(parts: Parts): Keyword["examples"] {
  const { sample, user } = createSamples(parts);
  return {
    good: [
      {
        value: {
          list: "GET /sample/page",
          create: { http: "POST /sample/add", alias: ["POST /sample/save"], access: "session" },
          remove: false,
        },
      },
      { value: {} },
      {
        value: { update: { stepUp: "pay", guards: ["title"] } },
        with: { "x-lifecycle": undefined, "x-receipt": undefined },
      },
    ],
    bad: [
      { value: { list: "FETCH /sample/page" }, rule: "bad-value" },
      { value: { list: { htttp: "GET /sample/page" } }, rule: "unknown-keyword", suggestion: "http" },
      { value: { review: "POST /sample/review" }, rule: "call-without-event" },
      { value: { review: { http: "POST /sample/review", event: "pas" } }, rule: "unknown-event" },
      { value: { queue: "POST /sample/queue" }, rule: "call-without-event" },
      { value: { list: "GET /sample/page", options: "GET /sample/page" }, rule: "path-twice" },
      { value: { detail: { stepUp: "pay", guards: ["titel"] } }, rule: "unknown-field", suggestion: "title" },
      {
        value: {},
        with: {
          "x-lifecycle": sample({
            on: "note",
            from: "open",
            to: "open",
            by: user,
            said: undefined,
          }),
          "x-receipt": undefined,
        },
        rule: "event-without-said",
      },
      { value: { list: { access: "publik" } }, rule: "bad-value", suggestion: "public" },
    ],
  };
}
