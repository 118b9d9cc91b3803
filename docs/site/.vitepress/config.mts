/** The documentation as a site: the Markdown files of the repository, with the links that they have there. */
import { posix, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const page = (text: string, link: string) => ({ text, link });

/** Returns the path of a page on the site, given its file in the repository. */
const toPage = (file: string) => file.replace(/^docs\//, "").replace(/README\.md$/, "index.md");

export default defineConfig({
  title: "Portolan",
  description: "A merchant portal for cross-border payments, and the engine that makes it",
  srcDir: root,
  srcExclude: ["**/node_modules/**", "README.md", "docs/site/**", "{bench,deploy,dist,server,src,tests,tools}/**"],
  outDir: "dist",
  cacheDir: "node_modules/.cache",
  cleanUrls: true,
  rewrites: toPage,
  vite: {
    // The configuration in the root of the repository is the portal's.
    configFile: false,
    plugins: [
      {
        // Vite looks for Vue beside each page, and only this folder has it.
        name: "resolve-vue",
        enforce: "pre",
        resolveId(source, importer, options) {
          if (!/^vue(\/|$)/.test(source)) return null;
          if (options.ssr) return { id: source, external: true };
          return importer?.endsWith(".md") ? this.resolve(source, fileURLToPath(import.meta.url)) : null;
        },
      },
    ],
    build: { chunkSizeWarningLimit: 2_000 },
  },
  markdown: {
    // The fragments of GitHub, which tests/house/links.test.ts checks.
    anchor: {
      slugify: (text) =>
        text
          .trim()
          .toLowerCase()
          .replace(/[^\p{L}\p{N}\s_-]/gu, "")
          .replace(/\s/g, "-"),
    },
    languageAlias: { cel: "js" },
    config(md) {
      md.core.ruler.push("repository-links", ({ tokens, env }) => {
        const folder = posix.dirname(relative(root, env.realPath ?? env.path));
        for (const { children } of tokens) {
          let isSource = false;
          for (const token of children ?? []) {
            const href = token.attrGet("href") ?? "";
            if (token.type === "link_open" && !/^(#|[a-z]+:)/.test(href)) {
              const [path = "", fragment] = href.split("#");
              isSource = !path.endsWith(".md");
              const target = `/${toPage(posix.join(folder, path))}`;
              token.attrSet("href", fragment === undefined ? target : `${target}#${fragment}`);
            }
            // A link to source code is plain text, because the site contains pages only.
            if (isSource && token.type.startsWith("link_")) Object.assign(token, { tag: "span", attrs: null });
            if (token.type === "link_close") isSource = false;
          }
        }
      });
    },
  },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      page("Tutorial", "/tutorial"),
      page("Cookbook", "/cookbook"),
      page("Schema language", "/schema-language"),
      page("Rule language", "/rules"),
    ],
    sidebar: [
      {
        text: "Learn",
        items: [
          page("Documentation", "/"),
          page("Tutorial", "/tutorial"),
          page("Concepts", "/concepts"),
          page("An issue tracker", "/examples/issues/"),
        ],
      },
      {
        text: "Do",
        items: [
          page("Cookbook", "/cookbook"),
          page("Where a thing is added", "/adding"),
          page("Providers", "/providers"),
          page("Contributing", "/CONTRIBUTING"),
        ],
      },
      {
        text: "Look up",
        items: [
          page("Schema language", "/schema-language"),
          page("Rule language", "/rules"),
          page("Lifecycles", "/lifecycles"),
          page("API of the engine", "/api"),
          page("Architecture", "/architecture"),
          page("Decisions", "/decisions/"),
          page("Glossary", "/glossary"),
          page("Specification", "/specification"),
        ],
      },
      {
        text: "Operate",
        items: [
          page("Settings and operating", "/operating"),
          page("Backup", "/backup"),
          page("Upgrading", "/upgrading"),
          page("Security", "/SECURITY"),
        ],
      },
    ],
  },
});
