interface Policy {
  createScriptURL(url: string): string;
}
interface Factory {
  createPolicy(name: string, rules: Policy): Policy;
}

declare global {
  /** Absent in browsers without Trusted Types. */
  var trustedTypes: Factory | undefined;
}

/** The page's Trusted Types policy, created once because browsers reject duplicates. */
let policy: Policy | undefined;

/**
 * Returns a URL for starting a worker: a trusted script URL, or the URL unchanged in browsers without Trusted Types.
 * @throws TypeError for another origin, in browsers with Trusted Types
 * @example
 * const worker = new Worker(createTrustedScriptUrl("/assets/work-worker.js"));
 */
export function createTrustedScriptUrl(url: string): string {
  const factory = globalThis.trustedTypes;
  if (!factory) return url;
  policy ??= factory.createPolicy("portolan", {
    createScriptURL(url) {
      if (new URL(url, location.href).origin !== location.origin) throw new TypeError("a foreign script");
      return url;
    },
  });
  return policy.createScriptURL(url);
}
