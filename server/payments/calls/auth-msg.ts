/** GET /mer/info/auth/msg (C74): where the merchant stands with its certification, and what is asked of it. */
import type { Row } from "../../../src/engine/index.ts";
import { handler } from "../../calls/handler.ts";
import { codesIn } from "../../schemas/localised.ts";
import { sayReasons } from "../../lifecycle/reasons.ts";
import { findApplication } from "../onboarding/application.ts";
import { presentRow } from "../../calls/typed-rows.ts";

/** States in which something is asked of the merchant. */
const ASKING = new Set(["failed", "moreNeeded"]);
const WARN_MS = 30 * 86_400_000;
const WORDS = { zh: "未认证", en: "Not certified" } as const;

export const authMsg = handler("authMsg", async (call) => {
  const { services, actor, lang } = call;
  const entity = services.schemas.entity("onboarding");
  const stored = await findApplication(services, actor.tenant);
  const { userStatus } = actor;
  if (!stored) return { userStatus, message: WORDS[lang], asked: [] };
  const { status } = stored;
  const data = sayReasons(codesIn(call.services.schemas, lang), entity, stored.data, lang);
  const asking = ASKING.has(status);
  const asked = asking && Array.isArray(data["asked"]) ? (data["asked"] as Row[]) : [];
  const expiry = Date.parse(String(data["earliestExpiry"] ?? ""));
  return {
    userStatus,
    record: presentRow(services.schemas, "onboarding", data, { actor, purpose: "list" }),
    status,
    message: entity.text(`state.${status}`, lang),
    ...(asking && typeof data["reason"] === "string" ? { reason: data["reason"] } : {}),
    asked: asked.map((row) => ({
      field: String(row["field"]),
      label: entity.text(`field.${String(row["field"])}.label`, lang),
      reason: String(row["reason"]),
    })),
    ...(expiry - services.clock.now() < WARN_MS ? { expiresOn: String(data["earliestExpiry"]) } : {}),
  };
});
