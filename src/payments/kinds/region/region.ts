import { compact, stringKind, unless } from "../../../engine/index.ts";

/** Returns the codes from province to area of a code: `330106` gives 330000, 330100, 330106. */
const lineage = (code: string): string[] => [...new Set([`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`, code])];

/** Names by six-digit code; undefined until they are provided. */
let regionNames: Readonly<Record<string, string>> | undefined;

/** Returns all codes with a name; none before the names are provided. */
export const listRegions = (): string[] => Object.keys(regionNames ?? {});

/** Sets the names by six-digit code, from the portal's lists of provinces, cities and areas. Until then codes are shown. */
export function provideRegions(names: Readonly<Record<string, string>> | undefined): void {
  regionNames = names;
  byName.clear();
}
const byName = new Map<string, string>();

function nameOf(code: string): string {
  const names = lineage(code).flatMap((part) => regionNames?.[part] ?? []);
  return names.length > 0 ? names.filter((name, index) => name !== names[index - 1]).join(" ") : code;
}

function codeOf(name: string): string | undefined {
  if (byName.size === 0) for (const code of listRegions()) byName.set(nameOf(code).replaceAll(" ", ""), code);
  return byName.get(name);
}

/** A province, city or area of China by its six-digit code (GB/T 2260); shown as names from the largest to the smallest, in Chinese in both languages. */
export const region = stringKind({
  name: "region",
  messages: {
    region: { zh: "请选择省、市、区", en: "Choose province, city and area" },
  },
  clean(value) {
    const text = compact(value).replace(/[/,、]/g, "");
    return /^\d{6}$/.test(text) ? text : (codeOf(text) ?? text);
  },
  validate: unless(
    (value) => /^[1-9]\d{5}$/.test(value) && (regionNames === undefined || regionNames[value] !== undefined),
    "region",
  ),
  text: (value) => (value ? nameOf(value) : ""),
  edit: (value) => value,
  cell: (value) => (value ? { type: "text", value: nameOf(value) } : { type: "empty" }),
  filter: "is",
  width: 220,
  minWidth: 112,
  examples: ["330106", "110000", "440300"],
  wrong: ["33010", "013301", "Zhejiang"],
});
