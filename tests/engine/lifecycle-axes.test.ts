/** The second axis of a lifecycle (`also`): a review status besides the main status. */
import { settings } from "../../src/payments/settings.ts";
import { expect, it } from "vitest";
import { compileEntity } from "../../src/payments/compiler.ts";
import { listNextSteps } from "../../src/engine/detail/next-step.ts";
import { findTargetState, canTransition } from "@portolan/engine";
import { createSamples } from "../../src/engine/lifecycle/samples.ts";
import { FILE, sample, sampleLibrary } from "./sample.ts";

const { reviewed } = createSamples(settings);
const plan = compileEntity(FILE, JSON.stringify({ ...sample(), "x-lifecycle": reviewed() }), sampleLibrary()).plan
  .lifecycle!;
const by = (event: string) => plan.transitions.find(({ on }) => on === event)!;

it("a transition requires the named values of both axes, and keeps an axis that it does not name", () => {
  expect(plan.also).toEqual(["review"]);
  expect(findTargetState(plan, by("apply"))).toEqual({ status: "open", review: "none" });
  expect(canTransition(by("pass"), "open", { review: "none" })).toBe(true);
  expect(canTransition(by("pass"), "open", { review: "good" })).toBe(false);
  expect(canTransition(by("pass"), "open", {})).toBe(false);
  expect(canTransition(by("paid"), "open", { review: "good" })).toBe(true);
  expect(findTargetState(plan, by("paid"))).toEqual({ status: "ended" });
});

it("the next step depends on both axes", () => {
  expect(listNextSteps({ lifecycle: plan, dialect: settings }, { status: "open", review: "none" }, undefined)).toEqual([
    { by: "user", events: ["pass"] },
  ]);
  expect(listNextSteps({ lifecycle: plan, dialect: settings }, { status: "open", review: "good" }, undefined)).toEqual([
    { by: "system", actor: "provider", events: ["paid"] },
  ]);
});
