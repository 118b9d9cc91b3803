/** The demo merchants' certification applications, and sample images of documents. Names and numbers are invented. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { crc32, deflateSync } from "node:zlib";
import type { Row } from "@portolan/engine";
import { assertPresent } from "../../core/required.ts";
import type { FileStore } from "../../files/file-store.ts";
import { insertRows } from "../ledger/rows.ts";
import { insertApprovedParties } from "../onboarding/insert-parties.ts";
import type { Queries } from "../../store/database.ts";
import type { DemoMerchant } from "./merchants.ts";
import { DEMO_MERCHANTS } from "./merchants.ts";
import { HOUR, Orders, type Event, type HistoryBuilder } from "./history-builder.ts";
import { insertReplayed } from "./lifecycle-replay.ts";

const DOCUMENT_FIELDS = ["licence", "idFront", "idBack"];
const buildDocumentId = (tenant: string, field: string) => `demo-${tenant}-${field}`;
/** Suffix of the file id of a contract that documents a trade. */
const CONTRACT = "contract";

/**
 * Events in each merchant's application, by `userStatus`. Merchants with a status that is not listed have no
 * application.
 */
const OUTCOMES: Readonly<Record<number, readonly { event: string; input: Row }[]>> = {
  1: [{ event: "pass", input: {} }],
  0: [],
  [-1]: [
    {
      event: "fail",
      input: {
        reason: "XD09",
        asked: [
          { field: "licence", reason: "XD10" },
          { field: "idBack", reason: "XD11" },
        ],
      },
    },
  ],
};

/** How long before the demo starts an application that has not passed was submitted, in milliseconds. */
const SUBMITTED_MS: Readonly<Record<number, number>> = { 0: 3 * HOUR, [-1]: 28 * HOUR };

/** Inserts the merchant's application, submitted at `began` if it has passed. */
export async function seedApplication(builder: HistoryBuilder, began: number): Promise<void> {
  const { tx, schemas, merchant, now } = builder;
  const ago = SUBMITTED_MS[merchant.userStatus];
  const at = ago === undefined ? began : now - ago;
  const outcome = OUTCOMES[merchant.userStatus];
  if (!outcome) return;
  const orders = await Orders.open(builder, "onboarding");
  const { entity, actors } = orders;
  await insertFiles(
    tx,
    DOCUMENT_FIELDS.map((field) => ({
      tenant: merchant.id,
      id: buildDocumentId(merchant.id, field),
      userId: actors.maker.userId,
      name: entity.label(field, "zh"),
      purpose: "kyc",
      at,
    })),
  );
  const decided = at + 26 * HOUR;
  const record = createApplication(merchant);
  const updatedAt = new Date(outcome.length === 0 ? at : decided).toISOString();
  const { id } = orders.replay({ ...record, updatedAt }, [
    ["maker", "submit", at],
    ...outcome.map(({ event, input }): Event => ["bank", event, decided, input]),
  ]);
  await insertReplayed(builder, builder.replayed.splice(0), []);
  if (outcome.some(({ event }) => event === "pass"))
    await insertApprovedParties(tx, schemas, { tenant: merchant.id, id, data: record, at: decided }, now);
}

/** Inserts the merchant's contract, uploaded for a purpose (`x-file.purpose`), and returns its file id. */
export async function seedContract(
  { tx, merchant }: HistoryBuilder,
  purpose: string,
  userId: string | undefined,
  at: number,
): Promise<string> {
  const id = buildDocumentId(merchant.id, CONTRACT);
  await insertFiles(tx, [{ tenant: merchant.id, id, userId, name: "购销合同", purpose, at }]);
  return id;
}

interface FileEntry {
  tenant: string;
  id: string;
  userId: string | undefined;
  name: string;
  purpose: string;
  at: number;
}
async function insertFiles(tx: Queries, files: readonly FileEntry[]): Promise<void> {
  const picture = createPng();
  const sha256 = createHash("sha256").update(picture).digest("hex");
  await insertRows(tx, {
    table: "file",
    columns: ["m", "id", "user_id", "name", "mime", "size", "sha256", "purpose", "created_at"],
    rows: files.map(({ tenant, id, userId, name, purpose, at }) => [
      tenant,
      id,
      userId,
      `${name}.png`,
      "image/png",
      picture.length,
      sha256,
      purpose,
      new Date(at).toISOString(),
    ]),
  });
}

function createApplication({ id, name, englishName, users }: DemoMerchant): Row {
  const { name: person } = assertPresent(users[0], `a user of ${id}`);
  return {
    subject: "company",
    businessType: "generalTrade",
    companyName: name,
    ...(englishName ? { companyNameEn: englishName } : {}),
    companyType: "limited",
    registrationNo: "91110000802100433B",
    capitalCurrency: "CNY",
    capital: "5000000.00",
    establishedOn: "2015-06-18",
    companyAddress: "浙江省杭州市西湖区文三路 188 号",
    licence: buildDocumentId(id, "licence"),
    licenceExpiry: "2035-06-17",
    personName: person,
    idType: "resident",
    residentId: "11010519491231002X",
    idExpiry: "2036-05-20",
    idFront: buildDocumentId(id, "idFront"),
    idBack: buildDocumentId(id, "idBack"),
    personPhone: "+8613800138000",
    directors: [
      {
        name: person,
        title: "执行董事",
        idNumber: "11010519491231002X",
        document: buildDocumentId(id, "idFront"),
        documentExpiry: "2036-05-20",
      },
    ],
    shareholders: [
      {
        name: person,
        kind: "person",
        idNumber: "11010519491231002X",
        ownership: "60",
        document: buildDocumentId(id, "idFront"),
        documentExpiry: "2036-05-20",
      },
    ],
    beneficiary: person,
    beneficiaryCountry: "CN",
    beneficiaryBirthDate: "1984-03-09",
    noSanctions: true,
    noProhibited: true,
    truthful: true,
  };
}

/** Stores the images, but keeps existing ones. */
export async function storeSampleFiles(files: FileStore): Promise<void> {
  const picture = createPng();
  for (const { id: tenant, userStatus } of DEMO_MERCHANTS) {
    if (!OUTCOMES[userStatus]) continue;
    for (const field of [...DOCUMENT_FIELDS, CONTRACT]) {
      const key = { tenant, id: buildDocumentId(tenant, field) };
      if (!(await files.head(key))) await files.put(key, Readable.from([picture]), picture.length);
    }
  }
}

const [WIDTH, HEIGHT] = [480, 300];
/** Bars that represent lines of text: left, top, width, height. */
const LINES = [
  [40, 40, 150, 18],
  [40, 90, 240, 10],
  [40, 120, 210, 10],
  [40, 150, 240, 10],
  [40, 180, 160, 10],
  [40, 240, 400, 10],
  [330, 60, 110, 140],
] as const;

function createPng(): Buffer {
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT, 0xf5);
  for (let y = 0; y < HEIGHT; y++) {
    rows[y * (WIDTH + 1)] = 0;
    for (const [left, top, width, height] of LINES)
      if (y >= top && y < top + height) rows.fill(0x8a, y * (WIDTH + 1) + 1 + left, y * (WIDTH + 1) + 1 + left + width);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head[8] = 8; // bits a pixel; the rest stays 0: grey, no interlace
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    writePngChunk("IHDR", head),
    writePngChunk("IDAT", deflateSync(rows)),
    writePngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function writePngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
