/** Every public export has a comment and, if it is a value, an example. */
import { expect, it } from "vitest";
import { findUndocumented } from "../../tools/schemas/api.ts";

it("documents every export of the doors", () => {
  expect(findUndocumented()).toEqual({ comments: [], examples: [] });
});
