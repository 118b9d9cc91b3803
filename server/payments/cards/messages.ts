/**
 * Messages of the card issuer about purchases: captures, reversals, refunds and expired authorisations, in any order.
 * One that cannot be booked is parked and opens a case.
 */
import { Decimal, type Entity, type Row } from "@portolan/engine";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import { load } from "../../lifecycle/store.ts";
import { fireEvent, readPast } from "../../providers/event.ts";
import type { ParkReason, UnaskedEvent, UnaskedEvents } from "../../providers/inbox.ts";
import type { Tx } from "../../store/database.ts";
import { findDigits } from "../ledger/minor-units.ts";

const ZERO = Decimal.of("0");
/** Largest amount of a capture, as a multiple of the authorised amount. */
const LARGEST_CAPTURE = Decimal.of("1.2");

/** A case about a message. `amount` is the issuer's amount, `expected` what was booked. */
export interface CardCase {
  subject: string;
  detail: string;
  currency?: string | undefined;
  amount?: string | undefined;
  expected?: string | undefined;
}

/** Opens and resolves cases about messages. */
export interface CardCases {
  /** Opens a case unless there is one about the subject. */
  raise(tx: Tx, given: CardCase): Promise<void>;
  /** Resolves the open case about the subject, if any. */
  solve(tx: Tx, subject: string): Promise<void>;
}

/** A purchase with its card and the message about it. `amount`: undefined if the message has none. */
interface PurchaseMessage {
  purchase: Row;
  card: Row;
  amount: Decimal | undefined;
}

/** An event of the purchase's lifecycle, `nothing` if the message has nothing to change, or why it cannot be booked. */
type Booking = { event: string; input: Row } | "nothing" | Extract<ParkReason, "notNext" | "invalid">;

/** Returns the name by which messages refer to a purchase in place of a request. */
export const formatPurchaseSubject = (tenant: string, id: string): string => `${tenant}/cardTransaction/${id}`;

/** Returns what takes the messages about card purchases. */
export function takeCardMessages(context: LifecycleContext, cases: CardCases): UnaskedEvents {
  return {
    async fire(tx, message) {
      const found = await findPurchase(tx, message.askId, context);
      if (found === undefined) return message.askId === null ? "noAsk" : "unknownAsk";
      const { tenant, entity, purchase } = found;
      const id = String(purchase["id"]);
      if ((await readPast(tx, entity, { tenant, id })).some(({ cause }) => cause === message.id)) return undefined;
      const booking = readBooking(found, message);
      if (booking === "notNext" || booking === "invalid") return booking;
      if (booking !== "nothing") {
        const { event, input } = booking;
        const outcome = await fireEvent(
          tx,
          { entity, tenant, ask: { order: { id } } },
          { id: message.id, event, input },
          context,
        );
        if (outcome !== "fired" && outcome !== "taken") return outcome;
        if (input["owed"] !== undefined) await cases.raise(tx, describeOwed(purchase, message, String(input["owed"])));
      }
      await cases.solve(tx, message.id);
      return undefined;
    },
    async park(tx, message, reason) {
      const found = await findPurchase(tx, message.askId, context);
      const purchase = found?.purchase;
      const amount = found && readAmount(found, message.input);
      const { id, askId, event, input } = message;
      const figures = ["status", "amount", "settled", "refunded"].flatMap((name) =>
        purchase?.[name] === undefined ? [] : `${name} ${String(purchase[name])}`,
      );
      const given = ["amount", "currency"].flatMap((name) => (input[name] === undefined ? [] : String(input[name])));
      const about = [event, id, "of", askId ?? "no purchase", ...given].join(" ");
      const detail = [`${about}: ${reason}`, ...figures].join(", ");
      const money = purchase && {
        currency: String(purchase["currency"]),
        ...(amount && { amount: amount.toString() }),
      };
      await cases.raise(tx, { subject: message.id, detail: detail.slice(0, 500), ...money });
    },
  };
}

/** Describes the part of a capture that the card did not cover. */
function describeOwed(purchase: Row, { id, askId }: UnaskedEvent, owed: string): CardCase {
  const [expected, currency] = [String(purchase["amount"]), String(purchase["currency"])];
  return {
    subject: `owed ${String(askId)}`,
    detail: `capture ${id} of ${String(askId)}: the card does not cover ${owed} ${currency} above the authorisation`,
    currency,
    amount: Decimal.of(expected).add(Decimal.of(owed)).toString(),
    expected,
  };
}

interface FoundPurchase {
  tenant: string;
  entity: Entity;
  purchase: Row;
  card: Row;
}

/** Returns the purchase that a message names, with its card; undefined when it names none, or an unknown one. */
async function findPurchase(
  tx: Tx,
  subject: string | null,
  { schemas }: LifecycleContext,
): Promise<FoundPurchase | undefined> {
  const [tenant = "", kind, id = "", ...others] = subject?.split("/") ?? [];
  const [entity, cards] = ["cardTransaction", "card"].map((name) => schemas.entities.get(name));
  if (kind !== "cardTransaction" || others.length > 0 || !entity || !cards) return undefined;
  const purchase = await load(tx, entity, tenant, id);
  const card = purchase && (await load(tx, cards, tenant, String(purchase.data["cardId"])));
  return card && { tenant, entity, purchase: purchase.data, card: card.data };
}

/** Returns the amount of a message, or undefined if it is no positive amount in the purchase's currency. */
function readAmount({ entity, purchase }: Pick<FoundPurchase, "entity" | "purchase">, input: Row): Decimal | undefined {
  const amount = Decimal.parse(input["amount"]);
  const currency = String(purchase["currency"]);
  if (!amount || amount.cmp(ZERO) <= 0 || String(input["currency"] ?? currency) !== currency) return undefined;
  const rounded = amount.round(findDigits(currency, entity.minorUnits));
  return rounded.eq(amount) ? rounded : undefined;
}

function readBooking(found: FoundPurchase, { event, input }: UnaskedEvent): Booking {
  const amount = readAmount(found, input);
  if (!amount && (input["amount"] !== undefined || input["currency"] !== undefined)) return "invalid";
  const book = Object.hasOwn(BOOKINGS, event) ? BOOKINGS[event] : undefined;
  return book?.({ ...found, amount }) ?? "invalid";
}

/** How each message is booked in the purchase's state. */
const BOOKINGS: Readonly<Record<string, (message: PurchaseMessage) => Booking>> = {
  capture({ purchase, card, amount }) {
    const authorised = readFigure(purchase, "amount");
    const total = amount ?? authorised;
    if (total.cmp(authorised.mul(LARGEST_CAPTURE)) > 0) return "invalid";
    const settled = total.toString();
    const covers = (part: Decimal) => !isClosed(card) && readFigure(card, "balance").cmp(part) >= 0;
    if (purchase["status"] === "expired")
      return covers(total) ? { event: "captureLate", input: { settled } } : "notNext";
    if (purchase["status"] !== "authorised") return "notNext";
    const rest = total.sub(authorised);
    if (rest.cmp(ZERO) <= 0) return { event: "capture", input: { settled } };
    return covers(rest)
      ? { event: "captureAbove", input: { settled } }
      : { event: "captureShort", input: { owed: rest.toString() } };
  },
  reverse(message) {
    const { purchase, amount } = message;
    if (purchase["status"] === "captured") return bookRefund(message);
    // A hold is released as a whole.
    if (amount && !amount.eq(readFigure(purchase, "amount"))) return "invalid";
    if (purchase["status"] === "authorised") return { event: "reverse", input: {} };
    return purchase["status"] === "expired" ? { event: "reverseLate", input: {} } : "notNext";
  },
  refund: (message) => (message.amount ? bookRefund(message) : "invalid"),
  // Any other state holds nothing that could be released.
  expire: ({ purchase }) => (purchase["status"] === "authorised" ? { event: "expire", input: {} } : "nothing"),
};

/** Books a refund of what was captured and not refunded yet: of the message's amount, or of all of it. */
function bookRefund({ purchase, card, amount }: PurchaseMessage): Booking {
  if (purchase["status"] !== "captured") return "notNext";
  const left = readFigure(purchase, "settled").sub(readFigure(purchase, "refunded"));
  const back = amount ?? left;
  if (back.cmp(ZERO) <= 0 || back.cmp(left) > 0) return "invalid";
  return { event: isClosed(card) ? "refundToWallet" : "refund", input: { amount: back.toString() } };
}

/** Returns whether a card was closed or has expired, so that its balance is in the wallet. */
const isClosed = (card: Row): boolean => ["cancelled", "expired"].includes(String(card["disabledReason"]));

const readFigure = (row: Row, name: string): Decimal => Decimal.of(String(row[name] ?? "0"));
