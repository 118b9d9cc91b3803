/**
 * The authorisation letter: a page that any browser or word processor opens and prints, with Chinese and English side by side and lines to
 * fill in by hand where nothing is known (`docs/decisions/0040-letter-is-a-page.md`).
 */
import type { Row } from "../../src/engine/index.ts";

/** What the letter names; empty where it is to be written by hand. */
export interface LetterFacts {
  company: string;
  registrationNo: string;
  representative: string;
  agent: string;
  agentTitle: string;
  agentPhone: string;
  /** Day of issue in China, YYYY-MM-DD. */
  day: string;
}

const text = (record: Row | undefined, name: string) => (typeof record?.[name] === "string" ? (record[name] as string) : "");

/** The facts of an application, or none. */
export function lettersFacts(record: Row | undefined, day: string): LetterFacts {
  return {
    company: text(record, "companyName"),
    registrationNo: text(record, "registrationNo"),
    representative: text(record, "personName"),
    agent: text(record, "agentName"),
    agentTitle: text(record, "agentTitle"),
    agentPhone: text(record, "agentPhone"),
    day,
  };
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const plain = (value: string) => value.replace(/[&<>"]/g, (letter) => ENTITIES[letter]!);
const filled = (value: string) => `<b>${value === "" ? "&nbsp;".repeat(28) : plain(value)}</b>`;

const STYLE = `@page{size:A4;margin:22mm 20mm}
body{font:14px/1.9 "PingFang SC","Microsoft YaHei","Noto Sans SC","SimSun",sans-serif;color:#0e1b2a;max-width:170mm;margin:0 auto}
h1{font-size:22px;text-align:center;margin:0 0 2px}h2{font-size:15px;font-weight:400;text-align:center;margin:0 0 24px}
b{font-weight:600;border-bottom:1px solid #0e1b2a;padding:0 6px}p{margin:0 0 12px}.en{color:#44566b;font-size:13px;line-height:1.6}
table{width:100%;border-collapse:collapse;margin:16px 0 24px}td{border:1px solid #7f8d9e;padding:8px 10px;vertical-align:top}td:first-child{width:44%}
.sign{height:34mm}`;

/** The letter as a whole HTML document. */
export function letterPage(facts: LetterFacts): string {
  const row = (zh: string, en: string, value: string) => `<tr><td>${zh}<br><span class="en">${en}</span></td><td>${plain(value) || "&nbsp;"}</td></tr>`;
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><title>授权书 Authorisation letter</title><style>${STYLE}</style></head><body>
<h1>授权书</h1><h2>Authorisation letter</h2>
<p>本公司 ${filled(facts.company)} 授权下列经办人，代表本公司办理 Portolan 商户平台的开户、认证、资料补充和日常操作。经办人在授权范围内的行为由本公司承担责任，直至本公司以书面形式撤销授权。</p>
<p class="en">We, ${filled(facts.company)}, authorise the person named below to act for us on the Portolan merchant portal: to open the account, to complete the certification, to supply documents and to operate the account. We answer for what this person does within this authority until we revoke it in writing.</p>
<table>
${row("统一社会信用代码", "Registration number", facts.registrationNo)}
${row("法定代表人", "Legal representative", facts.representative)}
${row("经办人姓名", "Authorised person", facts.agent)}
${row("经办人职务", "Position", facts.agentTitle)}
${row("经办人手机号", "Phone", facts.agentPhone)}
</table>
<table>
<tr><td class="sign">法定代表人签字<br><span class="en">Signature of the legal representative</span></td><td class="sign">公司盖章<br><span class="en">Company seal</span></td></tr>
<tr><td>日期 <span class="en">Date</span></td><td>${plain(facts.day) || "&nbsp;"}</td></tr>
</table>
</body></html>
`;
}
