/** Files under `deploy/` parse, refer to existing settings, and copy existing files. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import settings from "../../server/config/config.schema.json";
import { readConfig } from "../../server/config/read.ts";
import packageFile from "../../package.json";

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const read = (name: string) => readFileSync(path(name), "utf8");

const folder = (name: string) => readdirSync(path(name)).map((file) => `${name}/${file}`);

interface Compose {
  services: Record<
    string,
    {
      image: string;
      build?: { dockerfile: string };
      environment?: Record<string, string>;
      volumes?: string[];
      depends_on?: string[] | Record<string, object>;
    }
  >;
  volumes: Record<string, null>;
  configs: Record<string, { file: string }>;
}

it("compose starts two web nodes and a worker with valid settings, named volumes and versioned images", () => {
  const { services, volumes, configs } = parse(read("deploy/compose/compose.yml"), { merge: true }) as Compose;
  const nodes = ["web1", "web2", "worker", "migrate"].map((name) => services[name]!);
  for (const { environment = {}, build } of nodes) {
    expect(readConfig(environment)).toMatchObject({ mode: "sandbox", mail: { url: expect.stringMatching(/^smtp:/) } });
    expect(Object.keys(environment).filter((name) => !(name in settings.properties))).toEqual([]);
    expect(existsSync(path(build!.dockerfile))).toBe(true);
  }
  expect(nodes.map(({ environment }) => environment!["ROLE"])).toEqual(["web", "web", "worker", "web"]);
  for (const { image, build, volumes: mounts = [], depends_on: needs = [] } of Object.values(services)) {
    if (!build) expect(image).toMatch(/:(v|RELEASE\.)?\d/);
    for (const mount of mounts) expect(Object.keys(volumes)).toContain(mount.split(":")[0]);
    for (const name of Array.isArray(needs) ? needs : Object.keys(needs)) expect(Object.keys(services)).toContain(name);
  }
  for (const { file } of Object.values(configs)) {
    const hosts = [...read(`deploy/compose/${file}`).matchAll(/^ *server (\w+):8080/gm)].map(([, host]) => host!);
    expect(hosts).toEqual(["web1", "web2"]);
  }
});

/** Replaces the template actions of a chart, leaving plain YAML. */
const fill = (template: string) =>
  template.replaceAll(/^\s*\{\{-[^}]*(nindent)?[^}]*\}\}\s*$/gm, "").replaceAll(/\{\{[^}]*\}\}/g, "filled");

it("the chart uses only existing settings, all of its values, and templates of the expected kinds", () => {
  const values = parse(read("deploy/helm/values.yaml")) as { settings: Record<string, string> };
  expect(Object.keys(values.settings).filter((name) => !(name in settings.properties))).toEqual([]);
  const secret = {
    DATABASE_URL: "postgres://db/x",
    KEYS: `k1:${Buffer.alloc(32).toString("base64")}`,
    MAIL_URL: "smtp://m",
    MAIL_FROM: "a@b.example",
    SMS_URL: "https://sms.example/",
  };
  expect(readConfig({ ...values.settings, ...secret })).toMatchObject({ mode: "live" });
  const templates = folder("deploy/helm/templates");
  const kinds = templates
    .filter((file) => file.endsWith(".yaml"))
    .flatMap((file) =>
      parseAllDocuments(fill(read(file))).map((document) => {
        expect(document.errors, file).toEqual([]);
        return (document.toJS() as { kind: string }).kind;
      }),
    );
  expect(kinds.toSorted()).toEqual([
    "ConfigMap",
    "Deployment",
    "Deployment",
    "HorizontalPodAutoscaler",
    "Job",
    "NetworkPolicy",
    "PodDisruptionBudget",
    "Service",
    "Service",
    "ServiceMonitor",
  ]);
  const text = templates.map(read).join("\n");
  const named = new Set([...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, name]) => name!.split(".")[0]!));
  expect([...named].toSorted()).toEqual(Object.keys(values).toSorted());
  const parts = [...text.matchAll(/include "([\w.]+)"/g)].map(([, name]) => name!);
  for (const part of parts) expect(text).toContain(`define "${part}"`);
});

it("dashboard and alerts use existing metrics, and every alert links to its runbook", () => {
  const sources = [
    "server/http/metrics.ts",
    "server/http/gauges.ts",
    "server/payments/monitor/gauges.ts",
    "server/payments/monitor/provider-gauges.ts",
    "server/payments/statements/gauges.ts",
    "server/payments/rates/gauges.ts",
    "server/payments/swap/warn-of-holidays.ts",
  ];
  const known = new Set(
    sources
      .map(read)
      .join("\n")
      .match(/portolan_\w+/g),
  );
  const dashboard = JSON.parse(read("deploy/grafana/portolan.json")) as { panels: { targets: { expr: string }[] }[] };
  interface Rule {
    alert: string;
    expr: string;
    annotations: { runbook: string; summary: string };
  }
  const { groups } = parse(read("deploy/alerts/portolan.yml")) as { groups: { rules: Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  const expressions = [...dashboard.panels.flatMap(({ targets }) => targets), ...rules].map(({ expr }) => expr);
  const used = expressions.flatMap((expr) => expr.match(/portolan_\w+/g) ?? []);
  expect(used.filter((name) => !known.has(name.replace(/_(bucket|count|sum)$/, "")))).toEqual([]);
  // Counters and histograms are declared once; Prometheus adds their suffix.
  const shown = new Set(
    dashboard.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => expr.match(/portolan_\w+/g) ?? [])),
  );
  const plain = new Set([...shown].map((name) => name.replace(/_(bucket|count|sum)$/, "")));
  expect([...known].filter((name) => !name.endsWith("_") && !plain.has(name))).toEqual([]);
  expect(rules.length).toBeGreaterThanOrEqual(20);
  for (const { annotations } of rules) {
    const [file, anchor] = annotations.runbook.split("#");
    const headings = [...read(file!).matchAll(/^##+ (.+)$/gm)].map(([, text]) =>
      text!.toLowerCase().replaceAll(" ", "-"),
    );
    expect(headings).toContain(anchor);
  }
});

it("the workflow tests three systems on three versions of Node, including the oldest supported", () => {
  const { jobs } = parse(read(".github/workflows/ci.yml")) as {
    jobs: { test: { strategy: { matrix: { os: string[]; node: number[] } }; steps: { run?: string }[] } };
  };
  const { matrix } = jobs.test.strategy;
  expect(matrix).toEqual({ os: ["ubuntu-latest", "windows-latest", "macos-latest"], node: [20, 22, 24] });
  expect(Math.min(...matrix.node)).toBe(Number(read(".nvmrc").trim().split(".")[0]));
  expect(jobs.test.steps.flatMap(({ run }) => run ?? [])).toEqual(["npm test"]);
});

it("the image copies existing files and does not run as root", () => {
  const dockerfile = read("deploy/docker/Dockerfile");
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = ""]) => names.split(" "));
  expect(copied).toContain("package-lock.json");
  for (const name of copied) expect(existsSync(path(name))).toBe(true);
  const built = [...dockerfile.matchAll(/^COPY --from=build \/app\/(\S+) /gm)].map(([, name]) => name);
  expect(built).toEqual(["package.json", "node_modules", "dist", "schemas"]);
  expect(dockerfile).toMatch(/^USER \d{5}:\d{5}$/m);
  for (const file of ["CMD", "ExecStart"]) {
    const text = file === "CMD" ? dockerfile : read("deploy/systemd/portolan.service");
    expect(text).toContain("dist/server/main.js");
  }
});

it("every file requires the same version of Node", () => {
  const version = read(".nvmrc").trim();
  expect(packageFile.engines.node).toBe(`>=${version}.0`);
  expect(read("deploy/docker/Dockerfile").match(/^FROM node:(\d+)/gm)).toEqual(["FROM node:24", "FROM node:24"]);
});

it.each(["portolan.service", "portolan-backup.service"])("%s uses only existing settings", (file) => {
  const unit = read(`deploy/systemd/${file}`);
  const named = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, pairs = ""]) =>
    pairs.split(" ").map((pair) => pair.split("=")[0]!),
  );
  expect(named.filter((name) => name !== "NODE_ENV" && !(name in settings.properties))).toEqual([]);
  if (file === "portolan.service") expect(unit).toMatch(/^RestartPreventExitStatus=78$/m);
  else expect(unit).toMatch(/portolan\.js backup --to [^&]*&& node dist\/server\/portolan\.js restore --check/);
});
