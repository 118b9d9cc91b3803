/**
 * Generates `schemas/data/{province,city,area,branch,country}.json`. Run manually when a source is updated: `node
 * --import tsx tools/data/regions.ts`. Provinces, cities and districts come from @vant/area-data (MIT). The sandbox's
 * branches are fictitious, with real bank names and codes.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { getCountries, getCountryCallingCode } from "libphonenumber-js";
import { findCityCode } from "./city-codes.ts";
import { addCheckDigit } from "./linked-bank-no.ts";

const { areaList } = createRequire(import.meta.url)("@vant/area-data") as {
  areaList: Record<"province_list" | "city_list" | "county_list", Record<string, string>>;
};
const data = new URL("../../schemas/data/", import.meta.url);

type Row = Record<string, unknown>;
const write = (name: string, rows: Row[]) =>
  writeFileSync(new URL(`${name}.json`, data), `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`);
const read = (name: string): Row[] => JSON.parse(readFileSync(new URL(`${name}.json`, data), "utf8"));

const english: Record<string, string> = {
  11: "Beijing",
  12: "Tianjin",
  13: "Hebei",
  14: "Shanxi",
  15: "Inner Mongolia",
  21: "Liaoning",
  22: "Jilin",
  23: "Heilongjiang",
  31: "Shanghai",
  32: "Jiangsu",
  33: "Zhejiang",
  34: "Anhui",
  35: "Fujian",
  36: "Jiangxi",
  37: "Shandong",
  41: "Henan",
  42: "Hubei",
  43: "Hunan",
  44: "Guangdong",
  45: "Guangxi",
  46: "Hainan",
  50: "Chongqing",
  51: "Sichuan",
  52: "Guizhou",
  53: "Yunnan",
  54: "Tibet",
  61: "Shaanxi",
  62: "Gansu",
  63: "Qinghai",
  64: "Ningxia",
  65: "Xinjiang",
};
/**
 * Hong Kong, Macau and Taiwan are excluded: they have no linked bank numbers, and RMB accounts there are paid by
 * remittance.
 */
const provinces = Object.entries(areaList.province_list).filter(([code]) => english[code.slice(0, 2)]);
const getProvinceName = (code: string) => areaList.province_list[`${code.slice(0, 2)}0000`]!;
const isMainland = ([code]: [string, string]) => english[code.slice(0, 2)] !== undefined;
/** Headings for counties governed directly by a province; users look for the county itself. */
const isHeading = (name: string) => /直辖县|^县$/.test(name);

const cities = Object.entries(areaList.city_list)
  .filter(isMainland)
  .filter(([, name]) => !isHeading(name));
const direct = Object.entries(areaList.county_list)
  .filter(isMainland)
  .filter(([code]) => /^..90/.test(code));
const allCities = [...cities, ...direct].sort(([a], [b]) => a.localeCompare(b));

write(
  "province",
  provinces.map(([code, name]) => ({ name, english: english[code.slice(0, 2)], code })),
);
write(
  "city",
  allCities.map(([code, name]) => ({ name, province: getProvinceName(code), code })),
);

const getCityName = (code: string): string => {
  const name = areaList.city_list[`${code.slice(0, 4)}00`];
  return name === "县" ? "重庆市" : name!;
};
write(
  "area",
  Object.entries(areaList.county_list)
    .filter(isMainland)
    .filter(([code]) => !/^..90/.test(code))
    .map(([code, name]) => ({ name, city: getCityName(code), code })),
);

/** Nationwide banks get a branch in every city, all banks in large cities, and second branches in the largest ones. */
const nationwide = new Set(["中国工商银行", "中国农业银行", "中国银行", "中国建设银行", "中国邮政储蓄银行"]);
const home: Record<string, string> = {
  北京银行: "北京",
  上海银行: "上海",
  江苏银行: "南京",
  南京银行: "南京",
  宁波银行: "宁波",
  杭州银行: "杭州",
};
const large =
  "北京 上海 广州 深圳 杭州 宁波 南京 苏州 无锡 天津 重庆 成都 武汉 西安 青岛 济南 厦门 福州 泉州 合肥 郑州 长沙 东莞 佛山 温州 金华 大连 沈阳".split(
    " ",
  );
const largest = new Set("上海 深圳 杭州".split(" "));
const shortenCity = (city: string) => city.replace(/市$/, "");

/** Counties governed directly by a province mostly use the code of its capital; `offset` keeps their numbers unique. */
const findCapitalCode = (region: string) =>
  findCityCode(allCities.find(([code]) => code.startsWith(region.slice(0, 2)))![1])!;

const branches: Row[] = [];
for (const [position, [region, city]] of allCities.entries()) {
  const own = findCityCode(city);
  const code = own ?? findCapitalCode(region);
  const offset = own ? 0 : 400 + position;
  const near = shortenCity(city);
  for (const bank of read("bank") as { name: string; code: string }[]) {
    const local = home[bank.name];
    if (
      local ? !large.slice(0, 8).includes(near) && local !== near : !nationwide.has(bank.name) && !large.includes(near)
    )
      continue;
    const names = [`${bank.name}${near}分行营业部`];
    if (largest.has(near) && !local) names.push(`${bank.name}${near}高新支行`);
    for (const [index, name] of names.entries()) {
      // City commercial banks share a bank code, so the branch digits distinguish them.
      const series = local ? Object.keys(home).indexOf(bank.name) + 1 : 0;
      branches.push({
        bank: bank.name,
        city,
        name,
        linkedBankNo: addCheckDigit(`${bank.code}${code}${series}${String(offset + index * 37 + 1).padStart(3, "0")}`),
      });
    }
  }
}
write("branch", branches);

/** ISO 3166-1 codes without their own telephone country code. */
const silent = ["AQ", "BV", "GS", "HM", "PN", "TF", "UM"];
/** Country codes in the telephone data that are not in ISO 3166-1. */
const unofficial = new Set(["AC", "TA", "XK"]);
const countries = [
  ...getCountries()
    .filter((code) => !unofficial.has(code))
    .map((code) => ({ code: code as string, phonePrefix: `+${getCountryCallingCode(code)}` })),
  ...silent.map((code) => ({ code })),
].sort((a, b) => a.code.localeCompare(b.code));
write("country", countries);
