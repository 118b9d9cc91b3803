// @vitest-environment happy-dom
/** A product in German alone: ten entities compile, and form and list show its texts and no others. */
import { afterEach, describe, expect, it } from "vitest";
import {
  core,
  createDialect,
  createEmptyLibrary,
  createEngine,
  RecordPair,
  writeRecordType,
  type Compiled,
} from "@portolan/engine/compiler";
import { formatValue, type Entity, type Lang, type Ports } from "@portolan/engine";
import { EntityForm } from "../../src/engine/form/EntityForm.tsx";
import { EntityTable } from "../../src/engine/table/EntityTable.tsx";
import { button, click, mount, portsOf, settle } from "./form-fixtures.tsx";

// Typed as text because this program registers the portal's languages.
const GERMAN: string = "de";
const de = GERMAN as Lang;
const dialect = createDialect({
  vocabularies: [core],
  languages: [de],
  messages: { [GERMAN]: { required: "{label} fehlt", integer: "{label} ist keine ganze Zahl" } },
  zone: { name: "UTC", offsetMinutes: 0 },
  tenant: undefined,
  path: (entity, call) => `/${entity}/${call}`,
  access: { levels: ["session"], default: "session" },
  stepUps: [],
  actors: { user: "user" },
});
const engine = createEngine(dialect);

const text = (label: string) => ({ [GERMAN]: label });
const field = (label: string, more: object = {}) => ({ type: "string", "x-label": text(label), ...more });
/** Labels of ten entities. */
const ENTITIES = {
  praxis: "Praxis",
  arzt: "Arzt",
  patient: "Patient",
  termin: "Termin",
  rechnung: "Rechnung",
  raum: "Raum",
  medikament: "Medikament",
  rezept: "Rezept",
  befund: "Befund",
  kasse: "Krankenkasse",
};
const createSchema = (name: string, label: string) => ({
  "x-entity": { name, source: "store", key: "id" },
  "x-label": text(label),
  "x-unit": { ...text(`${label}-Einträge`), one: `${label}-Eintrag` },
  type: "object",
  properties: {
    id: field("Nummer", { "x-kind": "identifier", readOnly: true }),
    name: field("Name", { maxLength: 40 }),
    anzahl: { type: "integer", "x-label": text("Anzahl"), "x-unit": text("Stück") },
    aktiv: { type: "boolean", "x-label": text("Aktiv") },
    land: field("Land", { "x-kind": "country" }),
    art: field("Art", { "x-options": { neu: { label: text("Neu") }, alt: { label: text("Alt") } } }),
    zustand: field("Zustand", { "x-kind": "status", readOnly: true }),
  },
  required: ["name"],
  "x-lifecycle": {
    field: "zustand",
    states: { offen: { label: text("Offen") }, fertig: { label: text("Fertig"), final: true } },
    transitions: [
      { on: "anlegen", label: text("Angelegt"), from: null, to: "offen", by: "user" },
      {
        on: "schliessen",
        label: text("Schließen"),
        said: text("Fertig."),
        from: "offen",
        to: "fertig",
        by: "user",
        notify: true,
      },
    ],
  },
  "x-says": { schliessen: { notice: text("Fertig.") } },
  "x-form": {
    sections: [{ id: "daten", label: text("Daten"), fields: ["name", "anzahl", "aktiv", "land", "art"] }],
    submit: text("Speichern"),
  },
  "x-list": { columns: ["name", "anzahl", "aktiv", "land", "art", "zustand"], search: ["name"], export: true },
});
const sources = Object.fromEntries(
  Object.entries(ENTITIES).map(([name, label]) => [name, JSON.stringify(createSchema(name, label))]),
);
const compiled = Object.entries(sources).map(([name, source]) =>
  engine.compileEntity(`schemas/entities/${name}.json`, source, { ...createEmptyLibrary(), entities: sources }),
);
const hydrated: Entity[] = compiled.map(({ plan, texts }) =>
  engine.hydrate(plan, texts, engine.compileValidator(plan.schema)),
);
const termin = hydrated[3]!;

const rows = [{ id: "T1", name: "Vorsorge", anzahl: 2, aktiv: true, land: "DE", art: "neu", zustand: "offen" }];
const ports: Ports = portsOf({
  lang: de,
  dialect,
  entity: async () => termin,
  call: async () => ({ list: rows, total: 1 }),
  t: (key) => key,
});

describe("a product in German", () => {
  let unmount = () => {};
  afterEach(() => unmount());

  it("compiles ten entities with German texts alone, and reports a missing one", () => {
    expect(hydrated.map((entity) => entity.text("label", de))).toEqual(Object.values(ENTITIES));
    expect(compiled.flatMap(({ warnings }) => warnings)).toEqual([]);
    expect(new Set(compiled.flatMap(({ texts }) => Object.keys(texts)))).toEqual(new Set(["de"]));
    const bare = JSON.stringify({ ...createSchema("bad", "Bad"), "x-label": { en: "Bath" } });
    expect(() => engine.compileEntity("schemas/entities/bad.json", bare, createEmptyLibrary())).toThrow(
      '"x-label" has no German text ("de")',
    );
  });

  it("checks, formats and counts in German", () => {
    expect(termin.check({}, { lang: de, side: "server" }).errors.map(({ message }) => message)).toEqual(["Name fehlt"]);
    expect([termin.unit(1, de), termin.unit(2, de)]).toEqual(["Termin-Eintrag", "Termin-Einträge"]);
    expect(formatValue(termin, "land", de, rows[0]!)).toBe("Deutschland");
    // The engine has no German word for yes: English stands in.
    expect(formatValue(termin, "aktiv", de, rows[0]!)).toBe("Yes");
  });

  it("shows its texts in the form and in the list", async () => {
    const form = await mount(<EntityForm entity={termin} onDone={() => {}} onCancel={() => {}} />, ports);
    unmount = form.unmount;
    await click(button(form.page, "Speichern"));
    await settle();
    for (const shown of ["Daten", "Anzahl", "Stück", "Aktiv", "Land", "Name fehlt"])
      expect(form.page.textContent).toContain(shown);
    form.unmount();
    const list = await mount(
      <EntityTable entity={termin} title="Termine" params={new URLSearchParams()} onParams={() => {}} />,
      ports,
    );
    unmount = list.unmount;
    await settle(50);
    for (const shown of ["Termine", "Anzahl", "Zustand", "Vorsorge", "Deutschland", "Neu", "Offen"])
      expect(list.page.textContent).toContain(shown);
    expect(`${form.page.textContent}${list.page.textContent}`).not.toMatch(/\p{Script=Han}/u);
  });

  it("is typed by its own words, and its changes are reported", () => {
    const [{ plan, texts }, other] = compiled as [Compiled, Compiled];
    expect(writeRecordType(engine.kind, "Praxis", { plan, texts })).toContain("/** Praxis. */");
    const pair = new RecordPair("praxis", dialect, [{ plan, texts }, other]);
    expect(pair.text("label", "")).toEqual({ zh: "Arzt", en: "Arzt" });
  });
});
