/**
 * Data is read from the server only through the data-fetching layer: no component aborts a request or tracks itself
 * whether a response is still current.
 */
import { expect, it } from "vitest";
import { filesIn, read } from "./source.ts";

const files = filesIn("src", /\.tsx?$/);

it("requests and workers alone are aborted by their own code, listeners by a helper, and other loads by the read layer", () => {
  expect(files.filter((file) => read(file).includes("new AbortController"))).toEqual([
    "src/engine/app/client/http.ts",
    "src/engine/base/attach-listeners.ts",
    "src/engine/inputs/FileInput.tsx",
    "src/engine/inputs/FilesInput.tsx",
    "src/engine/operation/use-bulk.tsx",
    "src/engine/react/use-abort.tsx",
    "src/engine/table/ExportForm.tsx",
  ]);
});
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
