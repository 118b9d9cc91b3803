import { fullChecks } from "../../base/full-checks.ts";
import { removeSpaces, createStringKind, rejectUnless } from "../shared.ts";

const E164 = /^\+[1-9]\d{6,14}$/;
const CHINESE_MOBILE = /^1[3-9]\d{9}$/;

/**
 * Returns whether a string is a phone number in E.164 format (ITU-T E.164). Once the full check is loaded, the number
 * must also fit the numbering plan of its country.
 */
export const isPhone = (value: string): boolean => E164.test(value) && (fullChecks.phone?.(value) ?? true);

function clean(value: string): string {
  const digits = removeSpaces(value)
    .replace(/[().]/g, "")
    .replace(/^00(?=[1-9])/, "+");
  if (CHINESE_MOBILE.test(digits)) return `+86${digits}`;
  return /^86(?=1[3-9]\d{9}$)/.test(digits) ? `+${digits}` : digits;
}

/**
 * A phone number, stored in E.164 format (`+8613800138000`). A Chinese mobile number that is entered without a calling
 * code gets +86.
 */
export const phone = createStringKind({
  name: "phone",
  messages: {
    phone: {
      zh: "请输入有效的电话号码，境外号码以 + 和国家代码开头",
      en: "Enter a valid phone number, beginning with + and the country code",
    },
  },
  clean,
  validate: rejectUnless(isPhone, "phone"),
  async prepare() {
    const { canExist, phoneBook } = await import("./full.ts");
    Object.assign(fullChecks, { phone: canExist, phoneBook });
  },
  text: (value) => (value ?? "").replace(/^(\+86)(1\d{2})(\d{4})(\d{4})$/, "$1 $2 $3 $4"),
  width: 170,
  examples: ["+8613800138000", "+85221234567", "+12125550123", "+442071838750"],
  wrong: ["+86", "12345", "+0123456789", "+861380013800x"],
});
