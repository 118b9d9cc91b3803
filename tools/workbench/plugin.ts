/**
 * The workbench in `npm run dev`: the page at `/workbench/` and its API below `/workbench/api/`. Compiles on the
 * server, so that the page needs neither a compiler nor `eval`.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { watchSchemas } from "@portolan/engine/folder";

const HOME = "/workbench";
const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Creates the plugin for a folder of schemas. Development only. */
export function createWorkbenchPlugin(options: { dir: string }): Plugin {
  const dir = resolve(options.dir);
  let unwatch: (() => void) | undefined;
  return {
    name: "portolan-workbench",
    apply: "serve",
    configureServer(server) {
      // Loaded on the first request, because builds import this file too and must not include the server.
      let made: ReturnType<typeof load> | undefined;
      const load = async () => {
        const { createApi, Workspace, isLocal, prepareKinds } = (await server.ssrLoadModule(
          resolvePath("api.ts"),
        )) as typeof import("./api.ts");
        await prepareKinds();
        const workspace = new Workspace(dir);
        return { api: createApi(workspace), bench: workspace, isLocal };
      };
      const print = server.printUrls.bind(server);
      server.printUrls = () => {
        print();
        server.config.logger.info(`  ➜  Workbench: ${server.resolvedUrls?.local[0]?.replace(/\/$/, "") ?? ""}${HOME}/`);
      };
      unwatch = watchSchemas(dir, () => {
        void made?.then(({ bench: workspace }) => workspace.clearCache());
      });
      server.middlewares.use(async (request, response, next) => {
        const { pathname } = new URL(request.url ?? "/", "http://localhost");
        if (pathname !== HOME && !pathname.startsWith(`${HOME}/`)) return next();
        const { api, isLocal } = await (made ??= load());
        api(request, response, async () => {
          if (!isLocal(request)) return void response.writeHead(403).end();
          const html = readFileSync(
            resolvePath(pathname === `${HOME}/frame` ? "page/frame.html" : "page/index.html"),
            "utf8",
          );
          response.setHeader("content-type", "text/html; charset=utf-8");
          response.end(await server.transformIndexHtml(request.url ?? HOME, html));
        });
      });
    },
    closeBundle() {
      unwatch?.();
    },
  };
}
