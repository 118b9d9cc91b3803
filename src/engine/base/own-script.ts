interface Policy {
  createScriptURL(url: string): string;
}
interface Factory {
  createPolicy(name: string, rules: Policy): Policy;
}

declare global {
  /** Undefined in browsers without Trusted Types. */
  var trustedTypes: Factory | undefined;
}

/** Trusted Types policy of the page: browsers create it once. */
let policy: Policy | undefined;

/**
 * Returns an address of the page's own origin as a trusted script, to start a worker from. @throws TypeError for another origin
 * @example
 * const worker = new Worker(resolveOwnScript("/assets/work-worker.js"));
 */
export function resolveOwnScript(url: string): string {
  const factory = globalThis.trustedTypes;
  if (!factory) return url;
  policy ??= factory.createPolicy("portolan", {
    createScriptURL(asked) {
      if (new URL(asked, location.href).origin !== location.origin) throw new TypeError("a foreign script");
      return asked;
    },
  });
  return policy.createScriptURL(url);
}
