/** Chinese words by the first letters of their pinyin, as people type them: `gsyh` finds 工商银行. Read off the collation that every browser and Node carry. */

/** The first character of each letter in the collation's order; no word begins with I, U or V. */
const FIRST = "阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥仨他屲夕丫帀";
const LETTERS = "abcdefghjklmnopqrstwxyz";
/** Characters with several readings that names of banks, places and pages have; the collation knows only the commonest. */
const ALSO: Readonly<Record<string, string>> = {
  行: "hx",
  重: "cz",
  长: "cz",
  厦: "sx",
  乐: "ly",
  朝: "cz",
  单: "ds",
  会: "hk",
  曾: "cz",
  区: "qo",
  解: "jx",
  查: "cz",
  盛: "cs",
  参: "cs",
  调: "dt",
  藏: "cz",
  都: "d",
  莞: "gw",
  蚌: "b",
  泊: "bp",
};
const HAN = /\p{Script=Han}/u;

let collator: Intl.Collator | undefined;
const known = new Map<string, string>();
/** The letters that a character's readings begin with; for one that is no Chinese character, itself. */
function lettersOf(character: string): string {
  const before = known.get(character);
  if (before !== undefined) return before;
  let letters = character.toLowerCase();
  if (HAN.test(character)) {
    const order = (collator ??= new Intl.Collator("zh-Hans-CN-u-co-pinyin"));
    const after = [...FIRST].findIndex((first) => order.compare(first, character) > 0);
    letters = ALSO[character] ?? LETTERS.at(after < 0 ? -1 : after - 1) ?? character;
  }
  known.set(character, letters);
  return letters;
}

/** Whether letters are the initials of neighbouring characters of a text. At least two letters, and only letters; figures and Chinese are found as they stand. */
export function hasInitials(text: string, typed: string): boolean {
  const wanted = typed.toLowerCase();
  if (!/^[a-z]{2,}$/.test(wanted) || !HAN.test(text)) return false;
  const letters = [...text].map(lettersOf);
  return letters.some(
    (_one, start) =>
      start + wanted.length <= letters.length &&
      [...wanted].every((letter, index) => letters[start + index]!.includes(letter)),
  );
}
