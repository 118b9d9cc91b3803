import { getPath, addLabel, subtract, type Difference, type Pair } from "./change.ts";

/** Compares the imports of a list: columns, their header names and the maximum number of rows. */
export function* diffImport(pair: Pair): Generator<Difference> {
  const [
    {
      list: { import: was },
    },
    {
      list: { import: is },
      file,
    },
  ] = [pair.before.plan, pair.after.plan];
  const base = { at: pair.name, file, path: ["x-list", "import"] };
  if (!was) {
    if (is)
      yield {
        ...base,
        what: "import-added",
        request: "info",
        response: "none",
        text: { zh: "可以导入文件", en: "files can be imported" },
      };
    return;
  }
  if (!is) {
    yield {
      ...base,
      what: "import-removed",
      request: "breaking",
      response: "none",
      text: { zh: "不能再导入文件", en: "files cannot be imported any more" },
    };
    return;
  }
  for (const field of subtract(was.fields, is.fields))
    yield {
      ...base,
      at: `${pair.name}.${field}`,
      what: "import-column-removed",
      request: "breaking",
      response: "none",
      text: addLabel(pair, field, "导入文件不再读这一列", "files are not read for this column any more"),
    };
  for (const field of subtract(is.fields, was.fields))
    yield {
      ...base,
      at: `${pair.name}.${field}`,
      what: "import-column-added",
      request: "info",
      response: "none",
      text: addLabel(pair, field, "导入文件多读一列", "files are read for this column too"),
    };
  const [heads, kept] = [
    new Map(pair.before.plan.fields.map(({ name, aliases = [] }) => [name, aliases])),
    new Map(pair.after.plan.fields.map(({ name, aliases = [] }) => [name, aliases])),
  ];
  for (const field of is.fields) {
    const [removed, come] = [
      subtract(heads.get(field) ?? [], kept.get(field) ?? []),
      subtract(kept.get(field) ?? [], heads.get(field) ?? []),
    ];
    const location = {
      ...base,
      at: `${pair.name}.${field}`,
      path: [...getPath(pair, field), "x-aliases"],
      response: "none",
    } as const;
    if (removed.length > 0)
      yield {
        ...location,
        what: "head-removed",
        request: "warning",
        text: addLabel(
          pair,
          field,
          `导入时不再认识表头 ${removed.join("、")}`,
          `files headed ${removed.join(", ")} are not understood by themselves any more`,
        ),
      };
    if (come.length > 0 && heads.has(field))
      yield {
        ...location,
        what: "head-added",
        request: "info",
        text: addLabel(
          pair,
          field,
          `导入时也认识表头 ${come.join("、")}`,
          `files headed ${come.join(", ")} are understood too`,
        ),
      };
  }
  if (was.maxRows !== is.maxRows) {
    const less = is.maxRows < was.maxRows;
    yield {
      ...base,
      path: [...base.path, "maxRows"],
      what: less ? "limit-tightened" : "limit-loosened",
      request: less ? "breaking" : "info",
      response: "none",
      text: {
        zh: `导入文件最多 ${is.maxRows} 行，原为 ${was.maxRows} 行`,
        en: `imported files have at most ${is.maxRows} rows instead of ${was.maxRows}`,
      },
    };
  }
}
