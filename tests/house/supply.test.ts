/** What is installed is what was reviewed: packages by their hash, actions of the workflows by their commit. */
import { expect, it } from "vitest";
import { filesIn, read } from "./source.ts";

interface LockedPackage {
  version: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
}
/** Folders with a lock file, each with the least number of packages that it locks. */
const LOCKED = [
  ["", 300],
  ["docs/site/", 100],
] as const;

it.each(LOCKED)("the lock file of %j has the SHA-512 of every package and names no registry", (folder, least) => {
  const lock = JSON.parse(read(`${folder}package-lock.json`)) as { packages: Record<string, LockedPackage> };
  // The packages of this repository are links to its folders.
  const entries = Object.entries(lock.packages).filter(([path, { link }]) => path.startsWith("node_modules/") && !link);
  expect(entries.length).toBeGreaterThan(least);
  const without = entries.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""));
  expect(without.map(([path]) => path)).toEqual([]);
  expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
  expect(read(`${folder}.npmrc`)).toContain("omit-lockfile-registry-resolved=true");
});

it("workflows name every action by a commit, with its version as a comment", () => {
  const uses = filesIn(".github/workflows", /\.ya?ml$/).flatMap((file) => read(file).match(/\buses: .*/g) ?? []);
  expect(uses.length).toBeGreaterThan(0);
  expect(uses.filter((use) => !/^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(use))).toEqual([]);
});
