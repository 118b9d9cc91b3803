/**
 * Search by pinyin initials: `gsyh` finds 工商银行. The initials are derived from the collation order of the browser or
 * Node.
 */

/** First Chinese character of each initial letter in collation order. No syllable begins with I, U or V. */
const FIRST = "阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥仨他屲夕丫帀";
const LETTERS = "abcdefghjklmnopqrstwxyz";
/**
 * Initials of characters that have several readings in the names of banks, places and pages. The collation order
 * reflects only one reading of each.
 */
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
const cache = new Map<string, string>();
/** Returns the initials of a Chinese character's readings, or any other character in lower case. */
function findLetters(character: string): string {
  const before = cache.get(character);
  if (before !== undefined) return before;
  let letters = character.toLowerCase();
  if (HAN.test(character)) {
    const order = (collator ??= new Intl.Collator("zh-Hans-CN-u-co-pinyin"));
    const after = [...FIRST].findIndex((first) => order.compare(first, character) > 0);
    letters = ALSO[character] ?? LETTERS.at(after < 0 ? -1 : after - 1) ?? character;
  }
  cache.set(character, letters);
  return letters;
}

/**
 * Returns whether typed text may be pinyin initials: two or more Latin letters.
 * @example
 * isInitials("zsyh") // => true
 */
export const isInitials = (typed: string): boolean => /^[a-z]{2,}$/i.test(typed);

/**
 * Returns whether the typed letters are the initials of consecutive characters in a string. False for fewer than two
 * letters, and for digits or Chinese, which a plain search finds.
 * @example
 * hasInitials("招商银行", "zsyh") // => true
 */
export function hasInitials(text: string, typed: string): boolean {
  if (!isInitials(typed) || !HAN.test(text)) return false;
  const wanted = typed.toLowerCase();
  const letters = [...text].map(findLetters);
  return letters.some((_one, start) =>
    [...wanted].every((letter, index) => letters[start + index]?.includes(letter) === true),
  );
}
