import { fold } from '@bocau/contract/fold.ts';
import type { Language } from '../../../i18n/i18n.ts';

const ONSET = '(?:ngh?|nh|ch|gh?|gi|kh|ph|qu|th|tr|[bcdghklmnrstvx])?';
const RIME = [
  '(?:[aeiouy]|a[iouy]|e[ou]|i[aeu]|ieu|o[aei]|oa[ioy]|oo|u[aeioy]|uay|uo[iu]|uu|uy[aeu]|ye|yeu)',
  '(?:ch?|m|ng?|nh|p|t)?',
].join('');
const SYLLABLE = new RegExp(`^${ONSET}${RIME}$`);
/** Vietnamese words, folded, that no English line has. */
const VIETNAMESE = new Set(
  [
    'anh chi chu bac ong hop gap voi khach goi nop gui tra thu tien lam viec cho nha cong ty nhan vien',
    'ngay tuan thang sang trua chieu toi gio phut mai nay hom giao kham hoc thi nghi mua phong ban duyet',
  ].flatMap((words) => words.split(' ')),
);
/** English words that could be Vietnamese ones. */
const ENGLISH = new Set(['at', 'by', 'due', 'my', 'the']);
/** `3pm`, `20th`, `Dec 5`, `5 Dec`; May is more than a month. */
const ENGLISH_TIME =
  /\d ?[ap]\.?m\b|\d(?:st|nd|rd|th)\b|\b(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d|\d (?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b/gu;
const MARK = /[\u00c0-\u1ef9]/u;

/** Whether a word may be a Vietnamese one, or a name. */
export function isSyllable(word: string): boolean {
  return SYLLABLE.test(fold(word));
}

/** Whether whoever typed a line puts accents: those of a name in it say nothing. */
export function isTypedWithAccents(text: string): boolean {
  return wordsOf(text).some((word, at) => MARK.test(word) && (at === 0 || !/^\p{Lu}/u.test(word)));
}

/**
 * English names of days are read only in lines that are English; the words say it, and in doubt the interface. `Thu`
 * is a day as well as a woman, and says nothing.
 */
export function isEnglishLine(text: string, language: Language): boolean {
  const words = wordsOf(text);
  const vietnamese = words.filter((word, at) =>
    MARK.test(word)
      ? at === 0 || !/^\p{Lu}/u.test(word)
      : VIETNAMESE.has(word.toLowerCase()) && !(word === 'Thu' && at > 0),
  ).length;
  const times = text.match(ENGLISH_TIME)?.length ?? 0;
  const english = times + words.filter((word) => !MARK.test(word) && isEnglishWord(word)).length;
  return english > vietnamese || (language === 'en' && vietnamese === 0);
}

/** Names of days and months are what is asked about. */
function isEnglishWord(word: string): boolean {
  if (ENGLISH.has(word.toLowerCase())) return true;
  return (
    word.length > 1 && !isSyllable(word) && !/^(?:wed|fri|sat|sun|mon|tues?|thu|thurs?|cn|t)$/iu.test(word)
  );
}

function wordsOf(text: string): string[] {
  return text.normalize('NFC').match(/(?<![\p{L}\p{N}])\p{L}+(?!\p{N})/gu) ?? [];
}
