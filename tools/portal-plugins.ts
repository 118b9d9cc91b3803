/** Vite plugins of the portal. */
import type { Plugin } from "vite";
import { productSchemas } from "./product-schemas.ts";
import { createMetaValidatorsPlugin, createSchemasPlugin } from "@portolan/engine/vite";
import { createPagesPlugin } from "./vite-pages.ts";
import { createWorkbenchPlugin } from "./workbench/plugin.ts";

/** Creates the plugin that compiles the schemas in a folder. */
export const createPortalSchemas = (dir: string): Plugin => createSchemasPlugin({ dir, ...productSchemas });

/** Creates all plugins of the portal for a folder of schemas. */
export const createPortalPlugins = (dir: string): Plugin[] => [
  createPortalSchemas(dir),
  createMetaValidatorsPlugin(productSchemas),
  createPagesPlugin(dir),
  createWorkbenchPlugin({ dir }),
];
