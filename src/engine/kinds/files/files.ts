import { listKind } from "../list-kind.ts";

/** Pattern of an upload id. */
const ID = /^[\w-]+$/;

const list = listKind({
  name: "files",
  schema: { type: "array", uniqueItems: true },
  matches: ({ type }, { "x-file": file }) => type === "array" && file !== undefined,
});

/** Several uploaded files, by their ids. */
export const files: typeof list = {
  ...list,
  bound: (value, edge, context) => (ID.test(value) ? list.bound?.(value, edge, context) : undefined),
};
