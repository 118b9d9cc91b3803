/** Mutating calls are sent only by the operation state machine; other modules send nothing but reads. */
import { describe, expect, it } from "vitest";
import { filesIn, importsOf, read, readObject } from "./source.ts";

/** Modules that send calls by plan or endpoint, with the reason why these are reads. */
const READS: Readonly<Record<string, string>> = {
  "src/engine/app/engine-ports.tsx": "an uploaded file",
  "src/engine/controls/RecentRecords.tsx": "the last record with the chosen one",
  "src/engine/controls/Suggestions.tsx": "suggested values",
  "src/engine/controls/use-records.tsx": "records to choose from",
  "src/engine/detail/RecordDrawer.tsx": "the row that names the record",
  "src/engine/detail/fetch-related.ts": "a page of records",
  "src/engine/detail/use-receipt-download.tsx": "the receipt as a file; within the operation that asks for step-up",
  "src/engine/filter/ChoiceFilter.tsx": "options of a filter",
  "src/engine/filter/use-filter-label.tsx": "label of a chosen option",
  "src/engine/form/Lookups.tsx": "records that a value names",
  "src/engine/form/pasted-values.ts": "records that pasted text names",
  "src/engine/import/UploadStep.tsx": "the template file",
  "src/engine/import/import-api.ts": "status of a batch, and a check of rows that stores nothing",
  "src/engine/table/ExportForm.tsx": "a file; within the operation that asks for step-up",
  "src/engine/views/Settings.tsx": "the newest records of a list",
  "src/engine/views/report-figures.ts": "groups of a list; within a read",
  "src/engine/views/use-remarks.tsx": "facts about records to decide",
  "src/payments/views/StatementActions.tsx": "the lines of a statement, and the statement as a file",
};
/** POST calls that change nothing. */
const POST_READS: Readonly<Record<string, string>> = {
  ratePrice: "prices; a POST by the specification",
  swapQuote: "a price to read; nothing is exchanged until its confirmation",
};
/** Folders that send requests: the state machine, the data-fetching layer, and the client below both. */
const SENDERS = /^src\/engine\/(operation|data|app\/client)\//;
/** Modules that may use the client without call names: the engine's ports, and facts of rules. */
const CLIENT = ["src/engine/app/data/contexts.tsx", "src/engine/app/engine-ports.tsx"];

const files = filesIn("src", /\.tsx?$/).filter((file) => !SENDERS.test(file) && !/function call\(/.test(read(file)));
/** Returns the first argument of each `call` or `download` in a file. */
const sent = (file: string): string[] =>
  [
    ...read(file)
      .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
      .matchAll(
        /(?<![\w.#]|function )(?:sendCall\(\s*ports,|(?:ports\s*\.\s*)?(?:call|download)(?:<\w+>)?\()\s*([^,)\s]*)/g,
      ),
  ].flatMap(([text, first = ""]) => (/^(?:call|download)\(\w+:/.test(text) ? [] : [first]));

describe("a call that changes something", () => {
  it("is sent by its name nowhere outside the machine", () => {
    const wrong = files.flatMap((file) =>
      sent(file).flatMap((first) => {
        const name = /^["'`]([\w$]+)["'`]$/.exec(first)?.[1];
        if (name === undefined || name in POST_READS) return [];
        const { http, stepUp, changes, alias } = readObject(`schemas/calls/${name}.json`);
        return String(http).startsWith("GET ") && !stepUp && !changes && !alias ? [] : [`${file} ${name}`];
      }),
    );
    expect(wrong).toEqual([]);
  });
  it("is sent by its plan nowhere but where a read is named here", () => {
    const senders = files.filter((file) => sent(file).some((first) => !/^["'`]/.test(first)));
    expect(senders).toEqual(Object.keys(READS));
  });
  it("does not go past the names and the ports", () => {
    const past = files.filter(
      (file) =>
        importsOf(file).includes("src/engine/app/client/http.ts") &&
        /import \{[^}]*\b(send|sendAhead|download)\b/.test(read(file)),
    );
    expect(past).toEqual(CLIENT);
  });
});
