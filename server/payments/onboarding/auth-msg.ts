/** GET /mer/info/auth/msg (C74): returns the state of the merchant's certification, what the review asks for, and by when it ends. */
import { readUserStatus } from "../accounts.ts";
import { formatDayInChina } from "../../../src/payments/time.ts";
import { handler } from "../../calls/handler.ts";
import { listCodes, localizeReasons } from "../../lifecycle/reasons.ts";
import { findApplication } from "./application.ts";
import { presentRow, typeRow } from "../../calls/typed-rows.ts";
import { addWorkingDays } from "../rates/working-days.ts";

const ASKING = new Set(["failed", "moreNeeded"]);
/** Working days that a review usually takes. */
const REVIEW_DAYS = 1;
const WARN_MS = 30 * 86_400_000;
const TEXTS = { zh: "未认证", en: "Not certified" } as const;

export const authMsg = handler("authMsg", async (call) => {
  const { services, actor, lang } = call;
  const entity = services.schemas.entity("onboarding");
  const stored = await findApplication(services, actor.tenant);
  const userStatus = readUserStatus(actor.userStatus);
  if (!stored) return { userStatus, message: TEXTS[lang], asked: [] };
  const { status } = stored;
  const data = localizeReasons(listCodes(call.services.schemas, lang), entity, stored.data, lang);
  const hasRequests = ASKING.has(status);
  const { asked = [] } = hasRequests ? typeRow("onboarding", data) : {};
  const expiry = Date.parse(String(data["earliestExpiry"] ?? ""));
  return {
    userStatus,
    record: presentRow(services.schemas, "onboarding", data, { actor, purpose: "list" }),
    status,
    message: entity.stateLabel(status, lang),
    ...(hasRequests && typeof data["reason"] === "string" ? { reason: data["reason"] } : {}),
    asked: asked.map(({ field, reason }) => ({ field, label: entity.label(field, lang), reason })),
    ...(status === "underReview" ? estimateEnd(String(data["updatedAt"]), services.clock.now()) : {}),
    ...(expiry - services.clock.now() < WARN_MS ? { expiresOn: String(data["earliestExpiry"]) } : {}),
  };
});

/** Returns the date by which a review that began at `since` usually ends, or nothing once that date has passed. */
function estimateEnd(since: string, now: number): { expectedBy?: string } {
  const expectedBy = formatDayInChina(addWorkingDays(Date.parse(since), REVIEW_DAYS));
  return expectedBy < formatDayInChina(now) ? {} : { expectedBy };
}
