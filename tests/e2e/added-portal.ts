/** Portal for entities that the repository does not have: their schema files, and lines in `pages.json`. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { test as base } from "@playwright/test";
import { addViews, INVOICE_VIEWS, VIEWS_PAGE } from "./added-views.ts";
import { buildPortal } from "./build-portal.ts";
import { usedFolder } from "./portal.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Folder with four entities that were written from the documentation alone. */
const WRITTEN = join(root, "tests/server/written");

/** Properties without any layout but a few views; the engine supplies the rest. */
const INVOICE = {
  $schema: "../meta/entity.schema.json",
  "x-entity": { name: "taxInvoice", source: "store", key: "id", number: "TI" },
  "x-label": { zh: "发票", en: "Invoice" },
  type: "object",
  properties: {
    id: { type: "string", "x-kind": "identifier", readOnly: true, "x-label": { zh: "发票编号", en: "Invoice number" } },
    buyer: { type: "string", minLength: 2, maxLength: 40, "x-label": { zh: "购买方", en: "Buyer" } },
    taxNo: {
      type: "string",
      "x-kind": "identifier",
      pattern: "^[0-9]{15,20}$",
      "x-label": { zh: "税号", en: "Tax number" },
    },
    amount: {
      type: "string",
      format: "decimal",
      "x-currency": "CNY",
      formatMinimum: "0.01",
      "x-label": { zh: "开票金额", en: "Invoiced amount" },
    },
    issuedOn: { type: "string", format: "date", "x-label": { zh: "开票日期", en: "Issued on" } },
    paper: {
      type: "string",
      "x-options": {
        plain: { label: { zh: "普通发票", en: "Plain" } },
        special: { label: { zh: "专用发票", en: "Special" }, tone: "info" },
      },
      "x-label": { zh: "票种", en: "Type" },
    },
    district: { type: "string", "x-kind": "region", "x-label": { zh: "所在区县", en: "District" } },
  },
  required: ["buyer", "taxNo", "amount", "paper"],
  "x-views": INVOICE_VIEWS,
};
const PAGE = {
  path: "/invoices",
  id: "R90",
  label: { zh: "发票管理", en: "Invoices" },
  menu: "invoices",
  tabs: [
    { id: "list", label: { zh: "发票", en: "Invoices" }, entity: "taxInvoice", show: "list" },
    { id: "new", label: { zh: "开票", en: "New invoice" }, entity: "taxInvoice", show: "create" },
  ],
};

/** The same list without a header, for a wall-mounted screen. */
const BARE = {
  path: "/invoiceBoard",
  id: "R91",
  label: { zh: "发票看板", en: "Invoice board" },
  menu: "invoices",
  header: false,
  footer: false,
  view: { entity: "taxInvoice", show: "list" },
};

/** A page for each of the entities that were written from the documentation: list, form and import. */
const listWrittenPages = () =>
  readdirSync(WRITTEN).map((file, index) => {
    const { "x-entity": own, "x-label": label } = JSON.parse(readFileSync(join(WRITTEN, file), "utf8"));
    const tab = (id: string, zh: string, en: string, show: string) => ({
      id,
      label: { zh, en },
      entity: own.name,
      show,
    });
    return {
      path: `/${own.name}`,
      id: `R${92 + index}`,
      label,
      menu: own.name,
      tabs: [
        tab("list", "列表", "List", "list"),
        tab("new", "新增", "New", "create"),
        tab("file", "导入", "Import", "import"),
      ],
    };
  });

interface Place {
  schemas: string;
  build: string;
  data: string;
}
/** Playwright fixture that uses these schemas. */
export const test = base.extend<object, { place: Place }>({
  place: [
    async ({}, use) => {
      // Located inside the repository, so that the built server can resolve its packages.
      mkdirSync(join(root, ".cache"), { recursive: true });
      const work = mkdtempSync(join(tmpdir(), "portolan-invoice-"));
      const place = {
        schemas: join(work, "schemas"),
        build: mkdtempSync(join(root, ".cache/invoice-")),
        data: usedFolder(),
      };
      cpSync(join(root, "schemas"), place.schemas, { recursive: true });
      writeFileSync(join(place.schemas, "entities/taxInvoice.json"), JSON.stringify(INVOICE, null, 2));
      addViews(place.schemas);
      cpSync(WRITTEN, join(place.schemas, "entities"), { recursive: true });
      const pages = readFileSync(join(place.schemas, "pages.json"), "utf8").trimEnd();
      writeFileSync(
        join(place.schemas, "pages.json"),
        `${[pages.slice(0, -1).trimEnd(), ...[PAGE, BARE, VIEWS_PAGE, ...listWrittenPages()].map((page) => JSON.stringify(page))].join(",\n  ")}\n]\n`,
      );
      buildPortal({ SCHEMAS_DIR: place.schemas, BUILD_DIR: place.build });
      await use(place);
      for (const folder of [work, place.data]) rmSync(folder, { recursive: true, force: true });
      rmSync(place.build, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 120_000 },
  ],
});
