/** Messages of the settings check in both languages. */
import type { Lang } from "@portolan/engine";
import type { Mode } from "./settings.ts";

interface Texts {
  /** First and last line of a report with `count` faults. */
  frame(count: number, mode: Mode | undefined): readonly [head: string, tail: string];
  wrong(value: string, right: string): string;
  missing(right: string): string;
  unknown(nearest: string): string;
  unreadable(path: string): string;
  /** Fault of a setting that is not secret and is given as a file. */
  notInFile: string;
  contradicts(value: string, mode: Mode): string;
  replaced(name: string, value: string, by: string): string;
  modes: string;
  https: string;
  /** Fault in live mode for a folder of files that is not declared as shared by all nodes. */
  shared: string;
  secret: string;
  simulated: string;
  providerUrl: string;
  providerSecret: string;
  providerCert: string;
}

const countEn = (count: number) => (count === 1 ? "1 setting is" : `${count} settings are`);

export const TEXTS: Readonly<Record<Lang, Texts>> = {
  en: {
    frame: (count, mode) => [
      mode === "live"
        ? `Portolan cannot start in live mode: ${countEn(count)} missing or wrong.`
        : `Portolan cannot start: ${countEn(count)} wrong.`,
      "Nothing was started. docs/operating.md lists every setting.",
    ],
    wrong: (value, right) => `${value} is not ${right}`,
    missing: (right) => `missing: ${right}`,
    unknown: (nearest) => `there is no such setting; did you mean ${nearest}?`,
    unreadable: (path) => `the file ${path} cannot be read`,
    notInFile: "only secrets are read from a file: set the value itself",
    contradicts: (value, mode) => `${value} contradicts PORTOLAN_MODE=${mode}; remove it`,
    replaced: (name, value, by) => `${name}=${value} is an old name that the next release ignores; set ${by} instead.`,
    modes:
      "with DATABASE_URL, say what this installation is, by one of\n    PORTOLAN_MODE=sandbox npm start\n    PORTOLAN_MODE=live npm start",
    https: "an https address, which live mode requires, such as https://pay.example.com",
    shared:
      "live mode has several nodes; set 1 where every node has the folder of FILES or there is one node, or FILES=db:",
    secret: "its value (not shown)",
    simulated: "sandbox is a simulated party, which live mode refuses",
    providerUrl: "the address of the provider's API: https, or http on this machine and in sandbox mode",
    providerSecret:
      "a secret that begins with whsec_ and has 24 to 64 bytes in Base64, or two of them with a space between",
    providerCert: "client certificate and private key belong together, both in PEM",
  },
  zh: {
    frame: (count, mode) => [
      mode === "live"
        ? `Portolan 无法以 live 模式启动：${count} 项设置缺失或有误。`
        : `Portolan 无法启动：${count} 项设置有误。`,
      "什么都没有启动。全部设置见 docs/operating.md。",
    ],
    wrong: (value, right) => `${value} 不对，应为${right}`,
    missing: (right) => `未设置，应为${right}`,
    unknown: (nearest) => `没有这项设置，是不是 ${nearest}？`,
    unreadable: (path) => `无法读取文件 ${path}`,
    notInFile: "只有密钥、密码类设置可以写 file: 从文件读取，这一项请直接填值",
    contradicts: (value, mode) => `${value} 与 PORTOLAN_MODE=${mode} 矛盾，请删去`,
    replaced: (name, value, by) => `${name}=${value} 是旧写法，下一个版本不再识别；请改用 ${by}。`,
    modes:
      "已设置 DATABASE_URL，请用以下命令之一说明运行模式：\n    PORTOLAN_MODE=sandbox npm start\n    PORTOLAN_MODE=live npm start",
    https: " https 地址（live 模式必须使用 https），例如 https://pay.example.com",
    shared: "live 模式可能有多个节点；所有节点共用 FILES 的文件夹、或只有一个节点时设为 1，否则用 FILES=db:",
    secret: "所填的值（不显示）",
    simulated: "sandbox 是模拟的对手方，live 模式不接受",
    providerUrl: "服务商 API 的地址：须用 https；本机地址或 sandbox 模式可用 http",
    providerSecret: "以 whsec_ 开头的密钥（24 至 64 字节的 Base64），轮换期间可填两个，以空格分隔",
    providerCert: "客户端证书与私钥须成对提供，均为 PEM 格式",
  },
};
