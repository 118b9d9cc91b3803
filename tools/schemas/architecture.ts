/** Generates `docs/architecture.md`: the folders of each part in layers, from `tests/house/floors.ts`. */
import { parts, type Part } from "../../tests/house/floors.ts";

/** Description of a folder by its path. Folders without an entry are drawn, but have no row in the table. */
const HOLDS: Readonly<Record<string, string>> = {
  "src/engine": "The engine: one schema file into form, table, filter, export and import. Knows no product.",
  "src/contract": "Types of calls, envelope and failures, shared with the server.",
  "src/payments": "Vocabulary of a payment product: settings, kinds, keywords, effects.",
  "src/screens/home": "Home page.",
  "src/screens/swap": "Currency exchange.",
  "src/screens/verification": "Second factor and recovery codes.",
  "src/app": "What the portal hands to the app kit: screens, registration, texts, icons, logo, colours.",
  "src/app/theme": "Logo, artwork and colours of the portal.",
  "src/app/sign-in": "Registration and the legal documents.",
  "src/app/inside.tsx": "Options for signed-in users.",
  "src/app/options.tsx": "Options of the portal.",
  "src/engine/app": "The app kit: pages of `pages.json`, sign-in, session, navigation. Started by `startApp`.",
  "src/engine/app/options.ts": "What a product hands to the kit.",
  "src/engine/app/client": "Sends calls by name; session, language, texts, reads.",
  "src/engine/app/data": "Schemas, figures of the header, facts for rules, settings of the page.",
  "src/engine/app/feedback": "Toasts, error boundary, offline banner, confirmation before unfinished input is left.",
  "src/engine/app/session": "User and grants, sign-in form, step-up, idle warning, end of a session.",
  "src/engine/app/routing":
    "Pages of `pages.json`: menu, commands, links to entities and records, links that ask before they leave.",
  "src/engine/app/account": "Account pages and the dialogs of the user menu.",
  "src/engine/app/engine-ports.tsx": "The app's implementation of the engine's ports.",
  "src/engine/app/views": "Screens by name, and the chunks that a view needs.",
  "src/engine/app/layout": "Header, menu, sidebar, command palette.",
  "src/engine/app/pages": "What a page shows: its tabs and views, sign-in, not found, closed.",
  "src/engine/app/AuthenticatedApp.tsx": "Pages in their frame, for a signed-in user.",
  "src/engine/app/prefetch.tsx": "Loads frame, user and view of an address in parallel.",
  "src/engine/base": "Pure helpers: decimals, time zone, day spans, pinyin, interpolation. Imports nothing.",
  "src/engine/model":
    "Types and nothing else: entity, field, plans, kind, query, ports, answers of the calls every entity has.",
  "src/engine/rules": "CEL expressions: compiled, lowered to a small tree, evaluated.",
  "src/engine/react": "React context of the ports, links, lazy parts, mounted state.",
  "src/engine/kinds": "What a field can hold, one folder per kind, headless: parse, check, text, cell, column.",
  "src/engine/overlay": "Dialog, drawer and panel; MUI is loaded with the first one.",
  "src/engine/entity": "The running entity: hydrate, check, conditions, transitions, mask, labels, facts.",
  "src/engine/schema": "How a schema file is read: JSON with positions, findings, drafts, keyword definitions.",
  "src/engine/query": "URL, `Query`, wire and SQL, each into the other; phrases of filters.",
  "src/engine/operation": "Sending: idempotency keys, late and unknown results, record actions, bulk.",
  "src/engine/form-store": "Values and errors of one form, headless.",
  "src/engine/cells": "Read-only values, columns and their widths.",
  "src/engine/data": "Reading: list state, history cache.",
  "src/engine/lifecycle": "`x-lifecycle` and the effects of transitions, with their proofs.",
  "src/engine/export": "CSV, XLSX and ZIP writers, streaming.",
  "src/engine/controls": "Form controls: text, select, combobox, record chooser.",
  "src/engine/filter": "Filter bar, filter controls, chips.",
  "src/engine/keywords": "Words of the schema language, one file per word.",
  "src/engine/import": "Spreadsheets in: reading, column mapping, worksheet, batch.",
  "src/engine/inputs": "Kind to React input.",
  "src/engine/compile": "Schema file to plan, meta-schema, validator and TypeScript.",
  "src/engine/form": "Forms: sections, steps, review, drafts.",
  "src/engine/detail": "A record: drawer, page, timeline, actions, receipt.",
  "src/engine/table": "Lists: table, cards, columns, views, selection, export.",
  "src/engine/views": "View types of entities: frame, choice and core types.",
  "src/payments/kinds": "Kinds of banking values: bank codes, account and card numbers, rates, regions.",
  "src/payments/inputs": "React inputs of these kinds.",
  "src/payments/keywords": "Keywords of the ledger and of password digests.",
  "src/payments/effects": "Effects of transitions on money, limits and certification: how schemas write them.",
  "src/payments/views": "View types of payments: balances, statement.",
  "server/core": "What every room may need: failures, caller, clock, canonical JSON, sealing.",
  "server/config": "Settings of the environment, checked at the start.",
  "server/pdf": "Papers of paragraphs and tables as PDF.",
  "server/telemetry": "Traces of requests, jobs and statements, exported to a collector.",
  "src/engine/folder": "Reads and checks a folder of schemas; menus.",
  "src/engine/vite": "Vite plugins: schemas as modules of the pages.",
  "server/store": "PostgreSQL and the embedded engine: drivers, transactions, record SQL, migration.",
  "server/audit": "The audit chain of each merchant.",
  "server/files": "Uploaded files: storage, formats, limits.",
  "server/jobs": "The job queue and its worker.",
  "server/messages": "Mail and text messages: senders, and the courier that empties the outbox.",
  "server/session": "Users, sign-in, codes, step-up, throttling.",
  "server/lifecycle": "Fires transitions: guards, facts, effects, cascades, timeline, clock events.",
  "server/providers": "Ports to external parties (`port.ts`), connected as configured (`connect.ts`).",
  "server/operators": "Operators of an installation: sign-in, sessions, proposals that a second one confirms.",
  "server/records": "Services over records without HTTP: list, detail, create, update, receipt, masking.",
  "server/manual-provider": "Operators as a provider: asks become tasks that two of them answer.",
  "server/backup": "Backup of database and files, and the drill that restores one.",
  "server/export": "Exports as one cursor, and their queue.",
  "server/import": "Batches of imported rows.",
  "server/payments/ledger": "The double-entry ledger: accounts, postings, holds, limits.",
  "server/payments/facts": "Facts about money that rules read: channel, terms, currencies, working days.",
  "server/payments/effect-handlers": "Effects of transitions on money: postings and limits, and their texts.",
  "server/payments/rates": "Market rates, terms and the table of rates; the simulated market.",
  "server/payments/swap": "Quotes and trading hours of the currency exchange; the simulated dealer.",
  "server/payments/cards": "Virtual cards: issuing, purchases, codes; the simulated issuer.",
  "server/payments/statements":
    "Own accounts at banks and their statements: import by two operators, continuity, matching with orders, suspense, daily comparison, cases.",
  "server/payments/onboarding": "Certification: application, parties, authorisation letter; the simulated review.",
  "server/payments/monitor": "Proof of the books, merchant by merchant.",
  "server/http": "Fastify: admission, dispatch, idempotency, envelope, API document.",
  "server/calls": "Handlers of the calls that every product has, and of the calls of entities.",
  "server/app": "Starts a product: its interface, app, background work, tables, and the checks before a start.",
  "server/payments/calls": "Calls about orders of every kind: cancelling, decisions, history, templates, rates.",
  "server/cli": "The verbs of `portolan`: thin callers of what the server does, without a server.",
  "server/payments/operators":
    "Verbs and acts of operators on merchants: certification, users, fees and limits, books.",
  "server/sandbox": "Clock, faults and operator port of a sandbox, whatever the product.",
  "server/payments/collect": "Incoming money: matching, accounts; the simulated receiving bank.",
  "server/payments/pay": "Payments in yuan: payees, batches, payment files; the simulated bank.",
  "server/payments/remit": "Payments abroad: payees; the simulated bank.",
  "server/payments/transfer": "Transfers between merchants: the counterparty.",
  "server/payments/wallet": "Balances, their history and statements.",
  "server/payments/demo": "Demo merchants, and the player of their history.",
  "server/payments/sandbox":
    "Opens the sandbox: seeds the demo, runs the simulated providers, and serves the operator port's commands.",
  "server/payments/upgrade": "Migrations of stored data that SQL alone cannot do.",
};

const INTRO = `# Architecture

Generated from \`tests/house/floors.ts\` by \`npm run schemas -- write\`.

A part of the code is a list of rooms by floor. A file imports its own room and rooms of lower floors, type and lazy imports included; rooms of one floor do not know each other. \`tests/house/rooms.test.ts\` checks it ([decision](decisions/build.md#rooms-are-on-floors-and-a-part-has-doors)). Arrows point to what is imported, directly or further down.
`;

/** Draws the layers of a part as a Mermaid diagram, highest first. */
function drawFloors({ floors }: Part): string {
  const boxes = floors.map((rooms, floor) => `  f${floor}["${rooms.join(" · ")}"]`).toReversed();
  const arrows = floors
    .slice(1)
    .map((_, floor) => `  f${floor + 1} --> f${floor}`)
    .toReversed();
  return ["```mermaid", "flowchart TB", ...boxes, ...arrows, "```"].join("\n");
}

function describePart(part: Part): string {
  const rows = part.floors
    .flat()
    .map((room) => [room, HOLDS[`${part.folder}/${room}`]] as const)
    .filter(([, text]) => text !== undefined)
    .map(([room, text]) => `| \`${room}\` | ${text} |`);
  const table = rows.length > 0 ? `\n| room | holds |\n|---|---|\n${rows.join("\n")}\n` : "";
  return `\n## ${part.folder}\n\n${drawFloors(part)}\n${table}`;
}

/** Generates the text of `docs/architecture.md`. */
export const writeArchitectureDoc = (): string => INTRO + parts.map(describePart).join("");
