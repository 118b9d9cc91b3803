/** The demo merchants' certification applications. Names and numbers are invented. */
import type { Row } from "@portolan/engine";
import { assertPresent } from "../../../core/required.ts";
import { HOUR, Orders, type Event, type HistoryBuilder } from "../../demo/history-builder.ts";
import { insertReplayed } from "../../demo/lifecycle-replay.ts";
import type { DemoMerchant } from "../../demo/merchants.ts";
import { buildDocumentId, DOCUMENT_FIELDS, insertFiles } from "../../demo/sample-files.ts";
import { insertApprovedParties } from "../insert-parties.ts";

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
