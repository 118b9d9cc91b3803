/** Generates `docs/api.md` and its tests from the doc comments of the public exports, whose examples are compiled. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

interface Door {
  file: string;
  title: string;
}
const DOORS: readonly Door[] = [
  { file: "src/engine/index.ts", title: "@portolan/engine" },
  { file: "src/engine/ui.tsx", title: "@portolan/engine/ui" },
  { file: "src/engine/app.tsx", title: "@portolan/engine/app" },
  { file: "src/engine/compiler.ts", title: "@portolan/engine/compiler" },
  { file: "src/engine/folder.ts", title: "@portolan/engine/folder" },
  { file: "src/engine/vite.ts", title: "@portolan/engine/vite" },
  { file: "server/index.ts", title: "@portolan/server" },
  { file: "server/providers/provider-port.ts", title: "Providers: port" },
  { file: "server/providers/unanswered-jobs.ts", title: "Providers: unanswered jobs" },
  { file: "server/providers/request.ts", title: "Providers: requests" },
];

const EXAMPLES = "tests/engine/api-examples.gen.test.tsx";
const SCOPE = "../types/example-scope.ts";
/** Names that examples may use without declaring them; see `tests/types/example-scope.ts`. */
const SCOPE_NAMES = [...readSource("tests/types/example-scope.ts").matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name!);

/** A public export, with the doc comment at its declaration. */
interface Exported {
  name: string;
  isType: boolean;
  /** Description without tags; undefined without a comment. */
  about?: string;
  /** Text of the `@example` tag; undefined without one. */
  example?: string;
  /** Text of the `@throws` tags. */
  throws?: string;
}

function readSource(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

const TYPE_WORDS = new Set(["type", "interface"]);
const DECLARATION =
  /(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?^export (?:declare )?(?:abstract )?(?:async )?(function\*?|const|class|interface|type) (\w+)\b/gm;

/** Parses the parts of a JSDoc comment. */
function readComment(comment: string | undefined): Pick<Exported, "about" | "example" | "throws"> {
  if (comment === undefined) return {};
  const text = comment
    .replace(/^\/\*\*\s?|\s*\*\/\s*$/g, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, ""))
    .join("\n");
  const [about = "", ...tags] = text.split(/^@|(?<=\s)@(?=throws |example |see )/m);
  const find = (tag: string) =>
    tags
      .filter((item) => item.startsWith(tag))
      .map((item) => item.slice(tag.length).trim())
      .join("\n") || undefined;
  const example = find("example");
  const throws = find("throws");
  return { about: about.trim(), ...(example && { example }), ...(throws && { throws }) };
}

/** Returns the exports declared in the file itself. */
function readDeclarations(file: string): Map<string, Exported> {
  const found = new Map<string, Exported>();
  for (const [, comment, keyword = "", name = ""] of readSource(file).matchAll(DECLARATION))
    if (!found.has(name)) found.set(name, { name, isType: TYPE_WORDS.has(keyword), ...readComment(comment) });
  return found;
}

/** Resolves a relative import to a file. */
const resolveImport = (from: string, specifier: string): string =>
  normalize(join(dirname(from), specifier)).replaceAll("\\", "/");

/** Returns all exports of a file by their exported names, following re-exports. */
function readExports(file: string): Map<string, Exported> {
  const found = readDeclarations(file);
  for (const [, onlyTypes, list, specifier = ""] of readSource(file).matchAll(
    /^export (type )?(?:\*|\{([^}]*)\}) from "([^"]+)";/gm,
  )) {
    const source = readExports(resolveImport(file, specifier));
    const names =
      list === undefined
        ? [...source.keys()].map((name) => [name, name] as const)
        : list
            .split(",")
            .map((item) => item.trim().replace(/^type /, ""))
            .filter(Boolean)
            .map((item) => {
              const [inner = "", outer = inner] = item.split(" as ");
              return [inner, outer] as const;
            });
    for (const [inner, outer] of names) {
      const declared = source.get(inner);
      if (!declared) throw new Error(`${file}: ${specifier} declares no export ${inner}`);
      if (list !== undefined || !onlyTypes || declared.isType) found.set(outer, { ...declared, name: outer });
    }
  }
  return found;
}

const readDoors = () =>
  DOORS.filter(({ file }) => existsSync(join(ROOT, file))).map((door) => ({
    ...door,
    exports: [...readExports(door.file).values()].toSorted((a, b) => a.name.localeCompare(b.name, "en")),
  }));

/** Returns the public exports that lack a comment, or an example if they are values, as `entry point: name`. */
export function findUndocumented(): { comments: string[]; examples: string[] } {
  const all = readDoors().flatMap(({ file, exports }) =>
    exports.map((exported) => ({ ...exported, at: `${file}: ${exported.name}` })),
  );
  return {
    comments: all.filter(({ about }) => !about).map(({ at }) => at),
    examples: all.filter(({ isType, example }) => !isType && !example).map(({ at }) => at),
  };
}

const INTRO = `# API

Generated from the comments in the source by \`npm run schemas -- write\`. What a door exports is public; everything else may change without notice. Examples are compiled, and a line that ends in \`// => value\` is run, by \`${EXAMPLES}\`; names that they do not declare stand in \`tests/types/example-scope.ts\`.
`;

const toOneLine = (text: string): string => text.replace(/\s*\n\s*/g, " ").replaceAll("|", "\\|");

function describeDoor({ title, file, exports }: ReturnType<typeof readDoors>[number]): string {
  const values = exports.filter(({ isType }) => !isType);
  const types = exports.filter(({ isType }) => isType);
  const sections = values.map(({ name, about = "", throws, example }) =>
    [
      `### ${name}\n`,
      `${about}\n`,
      ...(throws === undefined ? [] : [`Throws ${throws}\n`]),
      ...(example === undefined ? [] : [`\`\`\`tsx\n${example}\n\`\`\`\n`]),
    ].join("\n"),
  );
  const table = types.map(({ name, about = "" }) => `| \`${name}\` | ${toOneLine(about)} |`);
  return [
    `\n## ${title}\n\n\`${file}\`\n`,
    ...sections,
    ...(table.length > 0 ? [`### Types of ${file}\n\n| type | is |\n|---|---|\n${table.join("\n")}\n`] : []),
  ].join("\n");
}

/** Generates the text of `docs/api.md`. */
export const writeApiDoc = (): string => INTRO + readDoors().map(describeDoor).join("");

const RESULT = /^(\s*)(.+?);? *\/\/ => (.+)$/;

/** Generates the test that compiles every example and runs those with an expected result. */
export function writeExampleTests(): { path: string; text: string } {
  const imports: string[] = [];
  const cases: string[] = [];
  const known = new Set<string>();
  for (const { file, title, exports } of readDoors()) {
    const examples = exports.filter(({ example }) => example !== undefined);
    const text = examples.map(({ example }) => example).join("\n");
    const used = exports.filter(({ name }) => !known.has(name) && new RegExp(`\\b${name}\\b`).test(text));
    for (const { name } of used) known.add(name);
    if (used.length > 0)
      imports.push(
        `import { ${used.map(({ name, isType }) => (isType ? `type ${name}` : name)).join(", ")} } from "../../${file}";`,
      );
    for (const { name, example = "" } of examples) cases.push(writeCase(`${title}: ${name}`, example));
  }
  const header = [
    "// @vitest-environment happy-dom",
    `// Generated by \`npm run schemas -- write\` from the examples in the comments of the doors' exports.`,
    `import { expect, it } from "vitest";`,
    `import type { ExampleScope } from "${SCOPE}";`,
    ...imports,
    "",
    "/** Examples that are compiled and not run: they need a running server, a page or a record. */",
    "export const compiled: ((scope: ExampleScope) => unknown)[] = [];",
    "",
  ];
  return { path: EXAMPLES, text: [...header, ...cases, ""].join("\n") };
}

function writeCase(title: string, example: string): string {
  const lines = example.split("\n");
  const isRun = lines.some((line) => RESULT.test(line));
  const body = lines.map((line) => `  ${line.replace(RESULT, "$1expect($2).toEqual($3);")}`).join("\n");
  if (isRun) return `it(${JSON.stringify(title)}, async () => {\n${body}\n});`;
  const returned = readLocals(example);
  const parameters = [...example.matchAll(/\(([\w, {}]*)\) (?:=>|\{)/g)].flatMap(
    ([, names = ""]) => names.match(/\w+/g) ?? [],
  );
  const own = new Set([...returned, ...parameters]);
  const free = readFreeText(example);
  const used = SCOPE_NAMES.filter((name) => !own.has(name) && new RegExp(`\\b${name}\\b`).test(free));
  const scope = used.length > 0 ? `{ ${used.join(", ")} }` : "";
  return `// ${title}\ncompiled.push(async (${scope}${scope && ": ExampleScope"}) => {\n${body}\n  return { ${returned.join(", ")} };\n});`;
}

/** Returns the names that an example declares at its top level. */
const readLocals = (example: string): string[] =>
  [...example.matchAll(/^(?:const|let|(?:async )?function|class) (\{[^}]*\}|\[[^\]]*\]|\w+)/gm)].flatMap(
    ([, names = ""]) => names.replace(/[\w]+:/g, "").match(/\w+/g) ?? [],
  );

/**
 * Removes strings, member names, keys and function parameters from an example, so that only free identifiers remain.
 */
const readFreeText = (example: string): string =>
  example
    .replace(/"[^"\n]*"|'[^'\n]*'/g, '""')
    .replace(/\([\w, {}]*\) (=>|\{)/g, "() $1")
    .replace(/(?<!\.)\.\w+|\b\w+(?=[:=](?!=))/g, "");
