/**
 * Search by pinyin: `quanzhou`, `qz` and `quanz` find 泉州. The readings of characters are derived from the collation
 * order of the browser or Node.
 */

/** Each syllable in collation order, followed by its first Chinese character. `v` stands for ü. */
const FIRST =
  "a吖ai哎an安ang肮ao凹ba丷bai挀ban扳bang邦bao勹bei卑ben奔beng伻bi屄bian边biao灬bie憋bin汃bing冫bo癶bu峬ca嚓cai偲can参cang仓cao撡ce冊cen嵾ceng曽cha叉chai芆chan辿chang伥chao抄che车chen抻cheng阷chi吃chong充chou抽chu出chua歘chuai揣chuan巛chuang刅chui吹chun旾chuo逴ci呲cong匆cou凑cu粗cuan汆cui崔cun邨cuo搓da咑dai呆dan丹dang当dao刀de嘚den扥deng灯di氐dia嗲dian敁diao刁die爹ding丁diu丟dong东dou吺du厾duan耑dui垖dun吨duo多e妸ei诶en奀eng鞥er儿fa发fan帆fang匚fei飞fen分feng丰fo仏fou紑fu夫ga旮gai侅gan甘gang冈gao皋ge戈gei给gen根geng刯gong工gou勾gu估gua瓜guai乖guan关guang光gui归gun丨guo呙ha哈hai咍han佄hang夯hao茠he诃hei黒hen拫heng亨hong叿hou齁hu乎hua花huai怀huan欢huang巟hui灰hun昏huo吙ji丌jia加jian戋jiang江jiao艽jie阶jin巾jing坕jiong冂jiu丩ju凥juan姢jue噘jun军ka咔kai开kan刊kang忼kao尻ke匼kei剋ken肎keng劥kong空kou抠ku扝kua夸kuai蒯kuan宽kuang匡kui亏kun坤kuo扩la垃lai来lan兰lang啷lao捞le仂lei雷leng崚li哩lia俩lian奁liang良liao撩lie毟lin拎ling伶liu溜long龙lou瞜lu噜lv驴luan娈lve掠lun抡luo啰m呣ma妈mai埋man嫚mang牤mao猫me嚒mei坆men椚meng擝mi咪mian宀miao喵mie乜min民ming名miu谬mo摸mou哞mu毪na拏nai腉nan囡nang囔nao孬ne疒nei娞nen恁neng能ng嗯ni妮nian拈niang娘niao鸟nie捏nin囜ning宁niu妞nong农nou羺nu奴nv女nuan奻nve疟nuo挪o喔ou讴pa妑pai拍pan眅pang乓pao抛pei呸pen喷peng匉pi丕pian囨piao剽pie氕pin姘ping乒po钋pou剖pu仆qi七qia掐qian千qiang呛qiao悄qie苆qin亲qing靑qiong卭qiu丘qu区quan奍que炔qun夋ran呥rang穣rao娆re惹ren人reng扔ri日rong戎rou厹ru邚ruan堧rui桵run瞤ruo捼sa仨sai毢san三sang桒sao掻se閪sen森seng僧sha杀shai筛shan山shang伤shao弰she奢shen申sheng升shi尸shou収shu书shua刷shuai衰shuan闩shuang双shui脽shun吮shuo说si厶song忪sou凁su苏suan狻sui夊sun孙suo唆ta他tai囼tan坍tang汤tao夲te忑teng熥ti剔tian天tiao旫tie帖ting厅tong囲tou偷tu凸tuan湍tui推tun吞tuo乇wa屲wai歪wan弯wang尢wei危wen昷weng翁wo挝wu乌xi夕xia呷xian仙xiang乡xiao灱xie些xin心xing星xiong凶xiu休xu吁xuan吅xue削xun坃ya丫yan恹yang央yao幺ye倻yi一yin囙ying应yo哟yong佣you优yu込yuan囦yue曰yun晕za帀zai災zan兂zang匨zao傮ze则zei贼zen怎zeng囎zha扎zhai夈zhan枬zhang张zhao佋zhe蜇zhen贞zheng凧zhi之zhong中zhou州zhu朱zhua抓zhuai跩zhuan专zhuang妆zhui隹zhun宒zhuo拙zi孜zong宗zou邹zu租zuan钻zui厜zun尊zuo嘬";
/**
 * Readings of characters that have several in the names of parties, banks, places and pages, or another one than the
 * collation order reflects.
 */
const ALSO: Readonly<Record<string, string>> = {
  行: "hang xing",
  重: "chong zhong",
  长: "chang zhang",
  厦: "xia sha",
  乐: "le yue",
  朝: "chao zhao",
  单: "dan shan",
  会: "hui kuai",
  曾: "zeng ceng",
  区: "qu ou",
  解: "jie xie",
  查: "cha zha",
  盛: "sheng cheng",
  参: "can shen",
  调: "diao tiao",
  藏: "cang zang",
  都: "du dou",
  莞: "guan wan",
  蚌: "bang beng",
  泊: "bo po",
  弹: "dan tan",
  佛: "fo fu",
  翟: "zhai di",
  卜: "bu bo",
  埔: "pu bu",
  了: "le liao",
  地: "di de",
  车: "che ju",
  贾: "jia gu",
  仇: "qiu chou",
  覃: "qin tan",
  沈: "shen chen",
  传: "chuan zhuan",
  省: "sheng xing",
  宿: "su xiu",
  薄: "bo bao",
  率: "lv shuai",
  还: "hai huan",
  谁: "shui shei",
  拓: "tuo ta",
  铣: "xi xian",
  茄: "qie jia",
  角: "jiao jue",
  仔: "zi zai",
  伺: "ci si",
  剥: "bo bao",
  粘: "zhan nian",
};
const HAN = /\p{Script=Han}/u;

interface Syllables {
  compare: Intl.Collator["compare"];
  all: readonly { first: string; syllable: string }[];
}
let syllables: Syllables | undefined;
const readSyllables = (): Syllables => ({
  compare: new Intl.Collator("zh-Hans-CN-u-co-pinyin").compare,
  all: [...FIRST.matchAll(/([a-z]+)(.)/gu)].map(([, syllable = "", first = ""]) => ({ syllable, first })),
});

/** Returns the syllable whose characters surround the given one in collation order. */
function findSyllable(character: string): string | undefined {
  const { compare, all } = (syllables ??= readSyllables());
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(all[middle]?.first ?? "", character) <= 0) low = middle + 1;
    else high = middle;
  }
  return all[low - 1]?.syllable;
}

const cache = new Map<string, readonly string[]>();
/** Returns the readings of a Chinese character, with ü also written as `u`, or any other character in lower case. */
function listReadings(character: string): readonly string[] {
  const before = cache.get(character);
  if (before) return before;
  const known = HAN.test(character) ? (ALSO[character]?.split(" ") ?? [findSyllable(character) ?? ""]) : [];
  const readings = known.length > 0 ? known.flatMap(spellUmlaut) : [character.toLowerCase()];
  cache.set(character, readings);
  return readings;
}
const spellUmlaut = (reading: string) => (reading.includes("v") ? [reading, reading.replace("v", "u")] : [reading]);

/**
 * Returns whether typed text may be pinyin: two or more Latin letters, with spaces or apostrophes between syllables.
 * @example
 * isPinyin("zsyh") // => true
 */
export const isPinyin = (typed: string): boolean => /^[a-z][a-z' ]*[a-z]$/i.test(typed);

/**
 * Returns the index of the first character at which the text reads as typed, or -1. Each character is typed as its
 * syllable or its initial, the last one also as the start of its syllable. Finds nothing by fewer than two letters, by
 * digits, or in text without Chinese, which a plain search finds.
 * @example
 * findPinyin("福建泉州", "quanzhou") // => 2
 */
export function findPinyin(text: string, typed: string): number {
  if (!isPinyin(typed) || !HAN.test(text)) return -1;
  const wanted = typed.toLowerCase().replaceAll(/[' ]/g, "");
  const readings = [...text].map(listReadings);
  return readings.findIndex((_reading, start) => isSpelledFrom(readings, start, wanted));
}

/**
 * Returns whether the typed text spells consecutive characters of a string in pinyin.
 * @example
 * matchesPinyin("招商银行", "zsyh") // => true
 */
export const matchesPinyin = (text: string, typed: string): boolean => findPinyin(text, typed) >= 0;

function isSpelledFrom(readings: readonly (readonly string[])[], start: number, letters: string): boolean {
  if (letters === "") return true;
  const isNext = (count: number) => isSpelledFrom(readings, start + 1, letters.slice(count));
  return (readings[start] ?? []).some(
    (reading) =>
      reading.startsWith(letters) ||
      (letters.startsWith(reading) && isNext(reading.length)) ||
      (letters[0] === reading[0] && isNext(1)),
  );
}
