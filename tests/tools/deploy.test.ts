/** The files under `deploy/`: they parse, name settings that exist, and copy what is there. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { parse } from "yaml";
import settings from "../../server/config/config.schema.json";
import { readConfig } from "../../server/config/read.ts";
import packageFile from "../../package.json";

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const read = (name: string) => readFileSync(path(name), "utf8");

interface Compose {
  services: Record<
    string,
    {
      image?: string;
      build?: { context: string; dockerfile: string };
      environment?: Record<string, string>;
      volumes?: string[];
    }
  >;
  volumes: Record<string, null>;
}

it("compose starts a server whose settings a start takes, on named volumes and images of a version", () => {
  const { services, volumes } = parse(read("deploy/compose/compose.yml")) as Compose;
  const { environment = {}, build } = services["portolan"]!;
  expect(readConfig(environment)).toMatchObject({ mode: "sandbox", mail: { url: expect.stringMatching(/^smtp:/) } });
  expect(Object.keys(environment).filter((name) => !(name in settings.properties))).toEqual([]);
  expect(existsSync(path(build!.dockerfile))).toBe(true);
  for (const { image, volumes: mounts = [] } of Object.values(services)) {
    if (image !== undefined) expect(image).toMatch(/:v?\d/);
    for (const mount of mounts) expect(Object.keys(volumes)).toContain(mount.split(":")[0]);
  }
});

it("the image copies what the repository and the build have, and does not run as root", () => {
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

it("Node is the same everywhere", () => {
  const version = read(".nvmrc").trim();
  expect(packageFile.engines.node).toBe(`>=${version}.0`);
  expect(read("deploy/docker/Dockerfile").match(/^FROM node:(\d+)/gm)).toEqual(["FROM node:20", "FROM node:20"]);
});

it("the unit names its settings by names that exist, and does not retry wrong ones", () => {
  const unit = read("deploy/systemd/portolan.service");
  const named = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, pairs = ""]) =>
    pairs.split(" ").map((pair) => pair.split("=")[0]!),
  );
  expect(named.filter((name) => name !== "NODE_ENV" && !(name in settings.properties))).toEqual([]);
  expect(unit).toMatch(/^RestartPreventExitStatus=78$/m);
});
