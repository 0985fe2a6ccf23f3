import { fold } from '@bocau/contract/fold.ts';
import { FOLDED_WORD, WORD_LENGTH } from '../../platform/folded-words.ts';

const ADDRESS = /^[a-z0-9._+=-]{1,64}@[a-z0-9.-]{1,190}$/;

/** A word in folded form, and as written but in lower case. */
export type Word = { folded: string; written: string };

const WRITTEN_WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}\p{M}]+/gu;
/** `hòa` and `hoà` are two spellings of one word. */
const TONE_BEFORE = /([oòóỏõọ])([ae])$|([uùúủũụ])(y)$/u;
const TONES = { o: 'oòóỏõọ', u: 'uùúủũụ', a: 'aàáảãạ', e: 'eèéẻẽẹ', y: 'yỳýỷỹỵ' };

/** The words of a text in order. */
export function writtenWords(text: string): Word[] {
  const known = new Map<string, Word>();
  const words: Word[] = [];
  for (const match of matchWords(text)) {
    const word = known.get(match) ?? readWord(match);
    known.set(match, word);
    if (word.folded !== '') words.push(word);
  }
  return words;
}

/** Below this there are no surrogates, and no characters that are words by themselves. */
const PUNCTUATION = 0x2000;
const PUNCTUATION_END = 0x2070;
const IN_WORD = /[\p{L}\p{N}\p{M}]/u;
const inWords = Uint8Array.from({ length: PUNCTUATION }, (_, code) =>
  IN_WORD.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Equivalent to matching `WRITTEN_WORD`; four times as fast for Latin and most other letters. */
function matchWords(text: string): string[] {
  const lower = text.normalize('NFC').toLowerCase();
  const words: string[] = [];
  let from = -1;
  for (let at = 0; at < lower.length; at += 1) {
    const code = lower.charCodeAt(at);
    if (code >= PUNCTUATION_END) return lower.match(WRITTEN_WORD) ?? [];
    if (code < PUNCTUATION && inWords[code] === 1) {
      if (from === -1) from = at;
    } else if (from !== -1) {
      words.push(lower.slice(from, at));
      from = -1;
    }
  }
  if (from !== -1) words.push(lower.slice(from));
  return words;
}

/** A cache of frequent words: a few thousand of any language make up most of all mail. */
const LEXEMES_KEPT = 10_000;
/** Longer words are mostly data that occurs once; and V8 stores them as slices, which retain the whole text. */
const KEPT_LENGTH = 12;
const lexemes = new Map<string, string>();
/** A word that folding leaves unchanged. */
const PLAIN = /^[a-z0-9]+$/;

/** The index entries of a text's words, in order. */
export function lexemesOf(text: string): string[] {
  const found: string[] = [];
  for (const match of matchWords(text)) {
    const lexeme = lexemes.get(match) ?? readLexeme(match);
    if (lexeme !== '') found.push(lexeme);
  }
  return found;
}

function readLexeme(match: string): string {
  const lexeme = PLAIN.test(match) ? `${match.slice(0, WORD_LENGTH)}/` : foldLexeme(match);
  if (match.length > KEPT_LENGTH) return lexeme;
  if (lexemes.size >= LEXEMES_KEPT) lexemes.clear();
  lexemes.set(match, lexeme);
  return lexeme;
}

function foldLexeme(match: string): string {
  const word = readWord(match);
  return word.folded === '' ? '' : lexemeOf(word);
}

/** A word and its position in the text, which must be NFC. */
export type PlacedWord = Word & { from: number; end: number };

/** The words with their positions, one by one. The cache of words may be shared between texts. */
export function* placedWords(text: string, known = new Map<string, Word>()): Generator<PlacedWord> {
  for (const { 0: match, index } of text.normalize('NFC').matchAll(WRITTEN_WORD)) {
    const word = known.get(match) ?? readWord(match.toLowerCase());
    known.set(match, word);
    if (word.folded !== '') yield { ...word, from: index, end: index + match.length };
  }
}

function readWord(match: string): Word {
  const cut = match.length > WORD_LENGTH ? match.slice(0, WORD_LENGTH).toWellFormed() : match;
  const folded = fold(cut).match(FOLDED_WORD)?.[0] ?? '';
  const written = cut === folded ? cut : cut.replace(TONE_BEFORE, toneOnLast);
  return { folded, written };
}

function toneOnLast(whole: string): string {
  const first = whole[0] as string;
  const last = whole[1] as 'a' | 'e' | 'y';
  const before = TONES.o.includes(first) ? TONES.o : TONES.u;
  return `${before[0]}${TONES[last][before.indexOf(first)]}`;
}

/** Vietnamese letters with diacritics, each with a sign that stands for it: one byte instead of three. */
const MARKED = 'àáảãạăằắẳẵặâầấẩẫậđèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵ';
const SIGNS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+=@!';
const SIGN_OF = new Map(Array.from(MARKED, (letter, index) => [letter, SIGNS[index] as string]));

/**
 * The word in the index: folded, and after a slash what folding changed. So a word with diacritics is one
 * entry, and without them a prefix of its entries.
 */
export function lexemeOf({ folded, written }: Word): string {
  return `${folded}/${folded === written ? '' : marksOf(folded, written)}`;
}

/**
 * The signs of the letters with diacritics, from the first to the last, with a dot for each letter without.
 * When the first sign could occur earlier in the word too, its position precedes them.
 */
function marksOf(folded: string, written: string): string {
  if (folded.length !== written.length) return `-${written}`;
  let first = 0;
  while (folded[first] === written[first]) first += 1;
  let end = folded.length;
  while (folded[end - 1] === written[end - 1]) end -= 1;
  let marks = folded.indexOf(folded[first] as string) === first ? '' : `,${first.toString(36)}`;
  for (let at = first; at < end; at += 1) {
    const sign = folded[at] === written[at] ? '.' : SIGN_OF.get(written[at] as string);
    if (sign === undefined) return `-${written}`;
    marks += sign;
  }
  return marks;
}

/**
 * An address as one word, so that a complete one finds exactly its mail; null for anything that is not
 * plainly an address.
 */
export function addressWord(text: string): string | null {
  const address = text.trim().toLowerCase();
  return ADDRESS.test(address) ? address : null;
}
