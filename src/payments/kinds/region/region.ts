import { removeSpaces, createStringKind, rejectUnless, type Kind } from "@portolan/engine";

/** Names of regions by six-digit code. */
type Names = ReadonlyMap<string, string>;

/** Returns the codes from province to district: `330106` gives 330000, 330100, 330106. */
const listAncestors = (code: string): string[] => [
  ...new Set([`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`, code]),
];

/**
 * Returns the names from province to district, without repetitions. The code itself stands in for its own name if that
 * is unknown.
 */
function findName(code: string, known: Names): string {
  const names = listAncestors(code).flatMap((part) => known.get(part) ?? (part === code ? code : []));
  return names.filter((name, index) => name !== names[index - 1]).join(" ");
}

/**
 * Creates the kind for a province, city or district of China: a six-digit code (GB/T 2260) displayed as Chinese names,
 * from the largest region to the smallest, in both languages. Until `prepare` has loaded the names, it displays and
 * parses plain codes and accepts every well-formed code.
 */
export function createRegion(): Kind<string> {
  let names: Names | undefined;
  const codes = new Map<string, string>();
  const textOf = (code: string) => findName(code, names ?? new Map());
  return createStringKind({
    name: "region",
    messages: {
      region: { zh: "请选择省、市、区", en: "Choose province, city and area" },
    },
    clean(value) {
      const text = removeSpaces(value).replace(/[/,、]/g, "");
      return /^\d{6}$/.test(text) ? text : (codes.get(text) ?? text);
    },
    validate: rejectUnless((value) => /^[1-9]\d{5}$/.test(value) && (names?.has(value) ?? true), "region"),
    async prepare() {
      if (names) return;
      const { regionNames } = await import("./full.ts");
      names = regionNames;
      for (const code of names.keys()) {
        const text = textOf(code).replaceAll(" ", "");
        // Beijing is both a province and its only city; the province takes precedence.
        if (!codes.has(text)) codes.set(text, code);
      }
    },
    prepareFirst: true,
    text: (value) => (value ? textOf(value) : ""),
    edit: (value) => value,
    cell: (value) => (value ? { type: "text", value: textOf(value) } : { type: "empty" }),
    filter: "is",
    width: 220,
    minWidth: 112,
    examples: ["330106", "110000", "440300"],
    wrong: ["33010", "013301", "Zhejiang"],
  });
}

/** A province, city or district of China, stored as a six-digit code. */
export const region = createRegion();
