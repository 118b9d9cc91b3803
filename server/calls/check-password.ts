/**
 * POST /mer/other2/checkPassword (C27): verifies the payment password, and the second factor if one is given, and
 * issues a one-time proof for one call with one body.
 */
import type { Row } from "@portolan/engine";
import { Failure } from "../core/failure.ts";
import { parseJson } from "../core/body.ts";
import { isDebiting } from "../http/debiting-calls.ts";
import { handler } from "./handler.ts";
import { canonicalize, sha256 } from "../core/canonical.ts";
import { auditSecurityEvent } from "../audit/security-log.ts";
import { issueProof } from "../session/step-up.ts";

export const checkPassword = handler("checkPassword", async (call) => {
  const { services, session, body } = call;
  const route = call.findRoute(body.call ?? "");
  if (!route) throw new Failure("unknownCall");
  const subject = { call: route.id, bodyHash: sha256(canonicalize(parseConfirmedBody(call.rawBody.body))) };
  try {
    return {
      proof: await issueProof(
        services,
        session,
        { password: body.password, code: body.googleCode, ip: call.ip },
        subject,
      ),
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await auditSecurityEvent(call, session.user, "stepUpRefused", {
      detail: { call: route.id, reason: error.failure },
    });
    throw new Failure(error.failure, error.params, error.errors, isDebiting(route));
  }
});

/**
 * Parses the body to confirm, which is sent as JSON text because form values are flat. Reads it from the raw request,
 * because the proof's hash must not depend on normalised fields.
 */
const parseConfirmedBody = (text: unknown): Row => parseJson(Buffer.from(String(text), "utf8"));
