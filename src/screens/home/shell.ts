/** The `userStatus` of a certified merchant. Source: specification 4. */
export const CERTIFIED = 1;
/** The `userStatus` while the certification is reviewed, and after it failed. Source: specification 4. */
export const UNDER_REVIEW = 0;
export const FAILED = -1;

/** A page of the navigation API that screens receive. */
export interface ShellPage {
  path: string;
  label: string;
  /** Whether the page requires certification that the merchant does not have. */
  blocked: boolean;
}
export interface Shell {
  /** The merchant's `userStatus`: 4 not certified, 0 under review, -1 failed, 1 passed. */
  status: number;
  /** Shortcut pages, in order of priority. */
  quick: readonly ShellPage[];
  /** Finds the page that lists an entity or creates its records; undefined when the user has none. */
  findLink(entity: string, show: "list" | "create"): { href: string; label: string } | undefined;
  /** Finds a page by its path; undefined when the user has none. */
  page(path: string): ShellPage | undefined;
}
