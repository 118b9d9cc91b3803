/** Data is read only through the data-fetching layer: no component tracks itself whether a response is still current. */
import { expect, it } from "vitest";
import { filesIn, read } from "./source.ts";

const files = filesIn("src", /\.tsx?$/);

it("no effect outside the read layer remembers whether it is current", () => {
  const wrong = files.filter(
    (file) => !file.startsWith("src/engine/data/") && /\blet (live|current|alive)\b(?! *[:?])/.test(read(file)),
  );
  expect(wrong).toEqual([]);
});
it("the library is known to the read layer alone", () => {
  const wrong = files.filter(
    (file) => !file.startsWith("src/engine/data/") && read(file).includes("@tanstack/react-query"),
  );
  expect(wrong).toEqual([]);
});
