import type { Senders } from "./message.ts";
import { createSms, type SmsOptions } from "./sms.ts";
import { createSmtp, type SmtpOptions } from "./smtp.ts";

/** Returns the configured senders; undefined when there are none, so that all messages stay in the outbox. */
export function createSenders({
  mail,
  sms,
}: {
  mail?: SmtpOptions | undefined;
  sms?: SmsOptions | undefined;
}): Senders | undefined {
  if (!mail && !sms) return undefined;
  return { ...(mail && { mail: createSmtp(mail) }), ...(sms && { sms: createSms(sms) }) };
}
