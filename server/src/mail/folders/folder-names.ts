import { SNOOZED, STARRED, SYSTEM_FOLDERS } from '@bocau/contract/folder-roles.ts';
import { folderWords as english } from '@bocau/contract/folder-words-en.ts';
import { folderWords as vietnamese } from '@bocau/contract/folder-words-vi.ts';

/**
 * Paths are compared case-insensitively, and composed and decomposed characters are equal (Unicode
 * normalization).
 */
export function pathKey(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/**
 * Letters of other alphabets, and digits, that look like Latin letters of the system folders' names
 * (homoglyphs).
 */
const LOOK_ALIKES: Record<string, string> = {
  a: 'аαɑ',
  b: 'вβь',
  c: 'сϲ',
  d: 'ԁ',
  e: 'еεҽ',
  f: 'ϝ',
  h: 'һнη',
  i: 'іιıɪl1|ӏ',
  j: 'јϳ',
  k: 'кκ',
  m: 'м',
  n: 'νոп',
  o: 'оοօ0',
  p: 'рρ',
  r: 'гʀ',
  s: 'ѕꜱ',
  t: 'тτ',
  u: 'υս',
  w: 'ԝω',
  x: 'хχ×',
  _: '‗ˍ',
};
const LATIN = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([latin, others]) => [...others].map((other) => [other, latin])),
);

/** The skeleton of a name (UTS 39): two names with the same skeleton can hardly be told apart. */
function skeleton(name: string): string {
  const letters = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{Cc}\p{Cf}]/gu, '');
  return [...letters].map((letter) => LATIN.get(letter) ?? letter).join('');
}

/** The displayed names of the system folders in either language, by folder. */
const BY_WORDS = new Map(
  [vietnamese, english].flatMap((words) =>
    Object.entries(words).map(([role, shown]) => [pathKey(shown), role] as const),
  ),
);

/** The system folder that is displayed under this name. */
export function roleCalled(name: string): string | undefined {
  return BY_WORDS.get(pathKey(name));
}

/** LT-18: whether it names the folder that a mailbox gets when it is first needed: until then its list is empty. */
export function isYetToCome(name: string): boolean {
  return pathKey(name) === pathKey(SNOOZED) || roleCalled(name) === SNOOZED;
}

/** Names that other programs give the spam folder. */
const OTHER_NAMES = ['Spam'];
const LATIN_NAMES = [...SYSTEM_FOLDERS, STARRED, ...Object.values(english), ...OTHER_NAMES];
const SYSTEM_NAMES = new Set([...LATIN_NAMES, ...Object.values(vietnamese)].map(skeleton));
/**
 * A diacritic does not make another name of these; for Vietnamese names it does: `Lưu trú` is not `Lưu trữ`.
 */
const UNMARKED_NAMES = new Set(LATIN_NAMES.map((name) => skeleton(withoutMarks(name))));

/** The lower case of `İ` is an i with a combining mark. */
function withoutMarks(name: string): string {
  return name.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
}

/** A top-level folder must not look like a system folder. */
export function isSystemName(path: string): boolean {
  return SYSTEM_NAMES.has(skeleton(path)) || UNMARKED_NAMES.has(skeleton(withoutMarks(path)));
}

/** Control and bidirectional characters make two names look alike; white space becomes one space. */
export function cleanFolderName(name: string): string {
  return name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}
