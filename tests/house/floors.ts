/**
 * Layers of the code, lowest first. A file may import from its own folder and from folders in lower layers, including
 * type and lazy imports; folders in the same layer must not import each other. An entry is a folder or a single file,
 * relative to the part it belongs to.
 */
export interface Part {
  /** Folder relative to the repository root. */
  folder: string;
  floors: readonly (readonly string[])[];
}

export const parts: readonly Part[] = [
  {
    folder: "src",
    floors: [["engine"], ["contract"], ["payments"], ["screens/home", "screens/swap", "screens/verification"], ["app"]],
  },
  {
    folder: "src/app",
    floors: [["theme"], ["phrases.ts", "screens.tsx", "sign-in"], ["inside.tsx"], ["options.tsx"], ["main.tsx"]],
  },
  {
    folder: "src/engine/app",
    floors: [
      ["options.ts"],
      ["inside-options.tsx"],
      ["client"],
      ["data", "feedback"],
      ["session"],
      ["routing"],
      ["account", "engine-ports.tsx"],
      ["views"],
      ["layout"],
      ["pages"],
      ["AuthenticatedApp.tsx"],
      ["prefetch.tsx"],
      ["routes.tsx"],
      ["App.tsx"],
      ["start.tsx"],
    ],
  },
  {
    folder: "src/engine",
    floors: [
      ["base"],
      ["model"],
      ["rules", "react"],
      ["kinds", "overlay"],
      ["entity"],
      ["schema", "query"],
      ["operation", "form-store", "cells"],
      ["data", "lifecycle", "export", "view-types", "grid"],
      ["controls", "filter", "keywords", "import"],
      ["inputs", "compile"],
      ["form"],
      ["detail"],
      ["table"],
      ["views"],
      ["app", "folder"],
      ["vite"],
      ["index.ts", "ui.tsx", "app.tsx", "compiler.ts", "folder.ts", "vite.ts"],
      ["virtual-schemas.d.ts"],
    ],
  },
  {
    folder: "src/payments",
    floors: [
      ["plans.ts", "capitals.ts", "password-digest.ts", "kinds"],
      ["inputs"],
      ["views"],
      ["settings.ts", "ui.tsx"],
      ["time.ts", "runtime.ts", "effect-keywords", "keywords"],
      ["dialect.ts"],
      ["compiler.ts"],
    ],
  },
  {
    folder: "server",
    floors: [
      ["core"],
      ["config", "pdf", "telemetry"],
      ["store"],
      ["audit", "files", "jobs"],
      ["messages", "session"],
      ["lifecycle", "operators"],
      ["records"],
      ["providers"],
      ["export", "import", "manual-provider", "backup"],
      ["http"],
      ["calls"],
      ["app"],
      ["index.ts", "cli"],
      ["sandbox"],
      ["payments/accounts.ts", "payments/cli-texts.ts", "payments/ledger"],
      ["payments/rates"],
      ["payments/facts", "payments/services.ts"],
      ["payments/effect-handlers"],
      ["payments/demo"],
      [
        "payments/cards",
        "payments/collect",
        "payments/account",
        "payments/onboarding",
        "payments/pay",
        "payments/remit",
        "payments/swap",
        "payments/transfer",
        "payments/wallet",
      ],
      ["payments/statements"],
      ["payments/monitor"],
      ["payments/calls", "payments/operators"],
      ["payments/sandbox"],
      [
        "payments/disabled-ports.ts",
        "payments/schemas.ts",
        "payments/upgrade",
        "payments/vocabulary.ts",
        "payments/handlers.ts",
      ],
      ["payments/job-handlers.ts"],
      ["payments/product.ts"],
      ["payments/tools.ts"],
      ["serve.ts"],
      ["main.ts"],
    ],
  },
];

/**
 * Returns the entry that a file belongs to, which is the longest one that its path starts with; undefined when there is
 * none.
 */
export function roomOf({ folder, floors }: Part, file: string): string | undefined {
  const inside = file.slice(folder.length + 1);
  return floors
    .flat()
    .filter((room) => inside === room || inside.startsWith(`${room}/`))
    .toSorted((a, b) => b.length - a.length)[0];
}
