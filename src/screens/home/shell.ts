/** userStatus of a certified merchant. Source: specification 4. */
export const CERTIFIED = 1;

/** Pages and status that the shell passes to a screen. */
export interface ShellPage {
  path: string;
  label: string;
  /** The merchant is not certified and the page needs it. */
  blocked: boolean;
}
export interface Shell {
  /** The merchant's userStatus: 4 not certified, 0 under review, -1 failed, 1 passed. */
  status: number;
  /** The most used of them, by priority. */
  quick: readonly ShellPage[];
  /** Finds the page that lists or creates an entity; undefined when none is granted. */
  place(entity: string, show: "list" | "create"): { href: string; label: string } | undefined;
  /** Finds a granted page by its path; undefined for none. */
  page(path: string): ShellPage | undefined;
}
