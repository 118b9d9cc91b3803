/** Every export of the doors has a comment, and an example where it is a value. */
import { expect, it } from "vitest";
import { findUndocumented } from "../../tools/schemas/api.ts";

it("documents every export of the doors", () => {
  expect(findUndocumented()).toEqual({ comments: [], examples: [] });
});
