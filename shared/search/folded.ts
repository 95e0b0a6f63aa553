/*
 * Text as people search for it: without case, accents, width and the spellings of a letter that are the same key on a phone's
 * keyboard. Both sides of a comparison are folded, so a fold may merge more than a linguist would.
 */

/** Letters that Unicode does not decompose, each with what it is searched as. */
const SPELLED: Readonly<Record<string, string>> = {
  ...{ ı: 'i', đ: 'd', ł: 'l', ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe' },
  // Alef wasla, alef maksura, teh marbuta; the tatweel only stretches a word.
  ...{ ٱ: 'ا', ى: 'ي', ة: 'ه', ـ: '' },
  ...pairs(
    '欧歐镑鎊圆圓円圓纽紐离離币幣铢銖兰蘭罗羅黄黃银銀铂鉑钯鈀铜銅国國华華尔爾达達莱萊数數业業货貨恆恒',
  ),
};
const SPELLINGS = new RegExp(`[${Object.keys(SPELLED).join('')}]`, 'gu');

/** Simplified and Japanese forms of the characters in names, each followed by the traditional one. */
function pairs(characters: string): Readonly<Record<string, string>> {
  return Object.fromEntries(characters.match(/../gu)?.map((pair) => [pair[0], pair[1]]) ?? []);
}

const ASCII = /^[\x20-\x7e]*$/;
const MARKS = /\p{M}/gu;
/** Arabic, Persian and Thai digits: their last four bits are their value. */
const DIGITS = /[٠-٩۰-۹๐-๙]/g;
const HIRAGANA = /[ぁ-ゖ]/g;
const TO_KATAKANA = 0x60;
/** The Arabic article: names have it or not as the sentence needs it. */
const ARTICLE = /(^|[^\p{L}])ال(?=\p{L}{3})/gu;
/** Signs inside a word: S&P, U.S. */
const INSIDE = /(?<=\p{L})[&.'’](?=\p{L}|$)/gu;
const SEPARATORS = /[^\p{L}\p{N}]+/gu;

/** The words of a text, folded. */
export function foldedWords(text: string): readonly string[] {
  return wordsOf(ASCII.test(text) ? text.toLowerCase() : plainLetters(text).replace(ARTICLE, '$1'));
}

/** The same with the Arabic articles, in which a typo may be; undefined for a text without any. */
export function wordsWithArticles(text: string): readonly string[] | undefined {
  if (!text.includes('ال')) return undefined;
  return wordsOf(plainLetters(text));
}

function wordsOf(plain: string): readonly string[] {
  return plain
    .replace(INSIDE, '')
    .split(SEPARATORS)
    .filter((word) => word !== '');
}

function plainLetters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .normalize('NFKC')
    .replace(HIRAGANA, (letter) => String.fromCharCode(letter.charCodeAt(0) + TO_KATAKANA))
    .replace(DIGITS, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(SPELLINGS, (letter) => SPELLED[letter] ?? letter);
}
