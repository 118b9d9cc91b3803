/**
 * Parties of a company's certification application: each is a row or a part of the application, and a record that is
 * reviewed by itself. `PARTS` says which fields of the application hold which part of a party.
 */
import { isObject, type Row } from "@portolan/engine";

/** Fields of a party by role, each with the field of the application, or of its rows, that holds it. */
interface Part {
  /** Role of its parties. With several, `agentKind` of the application chooses one; default: the first. */
  roles: readonly [string, ...string[]];
  /** Field of the application with one row a party. Omitted for a party that the application describes itself. */
  rows?: string;
  fields: Readonly<Record<string, readonly string[]>>;
}

const ROW = {
  name: ["name"],
  title: ["title"],
  idNumber: ["idNumber"],
  document: ["document"],
  documentExpiry: ["documentExpiry"],
};
const PARTS: readonly Part[] = [
  {
    roles: ["legalPerson"],
    fields: {
      name: ["personName"],
      idNumber: ["residentId", "passportNo"],
      nationality: ["nationality"],
      phone: ["personPhone"],
      document: ["idFront"],
      documentBack: ["idBack"],
      documentExpiry: ["idExpiry"],
    },
  },
  { roles: ["director"], rows: "directors", fields: ROW },
  { roles: ["shareholder"], rows: "shareholders", fields: { ...ROW, ownership: ["ownership"] } },
  {
    roles: ["beneficiary"],
    fields: {
      name: ["beneficiary"],
      nationality: ["beneficiaryCountry"],
      birthDate: ["beneficiaryBirthDate"],
      document: ["beneficiaryDocument"],
      documentExpiry: ["beneficiaryExpiry"],
    },
  },
  { roles: ["seniorManager"], fields: { name: ["seniorManager"], title: ["seniorManagerTitle"] } },
  {
    roles: ["authorisedPerson", "agent"],
    fields: {
      name: ["agentName"],
      title: ["agentTitle"],
      phone: ["agentPhone"],
      email: ["agentEmail"],
      document: ["agentIdFront"],
      documentBack: ["agentIdBack"],
      documentExpiry: ["agentIdExpiry"],
    },
  },
];

/** Types of parties, as of payees: individuals and companies. */
const [INDIVIDUAL, COMPANY] = ["00", "01"];

const listObjects = (rows: unknown): Row[] =>
  Array.isArray(rows) ? rows.filter((row): row is Row => isObject(row)) : [];

const findPart = (role: unknown): Part | undefined => PARTS.find(({ roles }) => roles.includes(String(role)));

/** Returns the fields of a party with the role that an application holds. */
export const listPartyFields = (role: unknown): string[] => [
  "role",
  "type",
  ...Object.keys(findPart(role)?.fields ?? {}),
];

/** Returns the parties of a company's application. An individual has none. */
export function listParties(application: Row): Row[] {
  if (application["subject"] !== "company") return [];
  return PARTS.flatMap(({ roles, rows, fields }) => {
    const role = roles.find((one) => one === application["agentKind"]) ?? roles[0];
    const sources = rows === undefined ? [application] : listObjects(application[rows]);
    return sources.flatMap((source) => {
      const values = Object.entries(fields).flatMap(([own, from]) => {
        const value = from.map((name) => source[name]).find((item) => (item ?? "") !== "");
        return value === undefined ? [] : [[own, value] as const];
      });
      const type = rows !== undefined && source["kind"] === "company" ? COMPANY : INDIVIDUAL;
      const party: Row = { role, type, ...Object.fromEntries(values) };
      return party["name"] === undefined ? [] : [party];
    });
  });
}

/** Returns whether both are the same party: the same role and identity number, or name where one has no number. */
export function isSameParty(one: Row, other: Row): boolean {
  if (one["role"] !== other["role"]) return false;
  const [mine, theirs] = [one["idNumber"], other["idNumber"]];
  return mine !== undefined && theirs !== undefined ? mine === theirs : one["name"] === other["name"];
}

/** Returns the application with the documents of a party. Unchanged when it has no such party. */
export function withDocuments(application: Row, party: Row): Row {
  const { role } = party;
  const part = findPart(role);
  if (!part) return application;
  const documents = Object.entries(part.fields).flatMap(([own, [name = own]]) =>
    own.startsWith("document") && party[own] !== undefined ? [[name, party[own]] as const] : [],
  );
  if (part.rows === undefined) return { ...application, ...Object.fromEntries(documents) };
  const rows = listObjects(application[part.rows]).map((row) =>
    isSameParty({ ...row, role }, party) ? { ...row, ...Object.fromEntries(documents) } : row,
  );
  return { ...application, [part.rows]: rows };
}
