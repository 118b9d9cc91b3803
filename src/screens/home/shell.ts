/** What the shell tells a screen of the person and of the portal around it. */
export interface ShellPage {
  path: string;
  label: string;
  /** The merchant is not certified and the page needs it. */
  blocked: boolean;
}
export interface Shell {
  /** The merchant's userStatus: 4 not certified, 0 under review, -1 failed, 1 passed. */
  status: number;
  /** Pages of the menu that the person was granted, in order. */
  menu: readonly ShellPage[];
  /** Those of them for which people come most, the foremost first. */
  quick: readonly ShellPage[];
  /** Where an entity is listed or made; nothing where the person has no such page. */
  place(entity: string, show: "list" | "create"): { href: string; label: string } | undefined;
  /** A page by its path; nothing where there is none. */
  page(path: string): ShellPage | undefined;
}
