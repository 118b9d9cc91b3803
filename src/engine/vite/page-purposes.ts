/** Says what each page of the portal is for. */
import type { CompiledSchemas } from "../folder/read.ts";
import { listPaths } from "../model/pages.ts";
import type { Lang } from "../model/register.ts";

/** Returns what each page is for: its own text, or that of the area that lists it or another page of its menu id. */
export function readAbout({ pages, areas }: CompiledSchemas, lang: Lang): Record<string, string> {
  const listed = areas.flatMap(({ pages: entries, about }) =>
    entries.flatMap((entry) =>
      [...listPaths(entry), ...(typeof entry === "string" ? [] : [entry.as])].map((path) => ({ path, about })),
    ),
  );
  const menus = new Map(
    pages.flatMap(({ path, menu }) => {
      const area = listed.find((entry) => entry.path === path);
      return menu && area ? [[menu, area] as const] : [];
    }),
  );
  return Object.fromEntries(
    pages.flatMap(({ path, menu = "", about }) => {
      const found = about ?? (listed.find((entry) => entry.path === path) ?? menus.get(menu))?.about;
      return found ? [[path, found[lang]]] : [];
    }),
  );
}
