/** Lists of checks in `docs`: each test that they name exists. */
import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { read } from "./source.ts";

/** A file, or a file with titles of its tests and steps: "..." stands for the rest of a title. */
const NAMED = /`((?:[\w-]+\/)+[\w.-]+\.(?:test|spec)\.tsx?)`((?:(?:,| steps?| and)? "[^"]+")*)/g;

it.each(["docs/production-checks.md", "docs/design-checks.md"])("%s names tests that exist", (list) => {
  const named = [...read(list).matchAll(NAMED)].map(([, file = "", titles = ""]) => ({
    file: `tests/${file}`,
    titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title.replace(/ ?\.\.\.$/, "")),
  }));
  expect(named.length).toBeGreaterThan(15);
  const missing = named.flatMap(({ file, titles }) =>
    existsSync(file)
      ? titles.filter((title) => !read(file).includes(title)).map((title) => `${file}: ${title}`)
      : [file],
  );
  expect(missing).toEqual([]);
});
