/** Types of modules that come from a plugin or without types. */
declare module "virtual:schemas/entity/*" {
  const module: { plan: import("../src/engine/index.ts").EntityPlan; texts: import("../src/engine/index.ts").Texts };
  export default module;
}
declare module "virtual:schemas/check/*" {
  const module: { validate: import("../src/engine/index.ts").Validate };
  export default module;
}
declare module "autocannon" {
  interface Request {
    path?: string;
    method?: string;
    body?: string;
    headers?: Record<string, string>;
    setupRequest?(request: Request): Request;
  }
  export interface Options extends Request {
    url: string;
    connections?: number;
    duration?: number;
    requests?: Request[];
    verifyBody?(body: string | Uint8Array): boolean;
  }
  export default function autocannon(options: Options): Promise<{
    requests: { average: number };
    latency: { p50: number; p99: number };
    non2xx: number;
    errors: number;
    timeouts: number;
    mismatches: number;
  }>;
}
