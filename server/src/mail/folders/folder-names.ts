import { STARRED, SYSTEM_FOLDERS } from '@bocau/contract/folder-roles.ts';
import { folderWords as english } from '@bocau/contract/folder-words-en.ts';
import { folderWords as vietnamese } from '@bocau/contract/folder-words-vi.ts';

/** Paths are compared without case, and composed and decomposed marks are the same. */
export function pathKey(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** Letters of other alphabets, and digits, that look like the Latin ones of the system folders' names. */
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

/** What a name looks like: two names with the same skeleton can hardly be told apart. */
function skeleton(name: string): string {
  const letters = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{Cc}\p{Cf}]/gu, '');
  return [...letters].map((letter) => LATIN.get(letter) ?? letter).join('');
}

/** What people see a system folder called, in either language, by the folder. */
const BY_WORDS = new Map(
  [vietnamese, english].flatMap((words) =>
    Object.entries(words).map(([role, shown]) => [pathKey(shown), role] as const),
  ),
);

/** The system folder that is shown by this name. */
export function roleCalled(name: string): string | undefined {
  return BY_WORDS.get(pathKey(name));
}

/** What other programs call the folder of spam. */
const OTHER_NAMES = ['Spam'];
const LATIN_NAMES = [...SYSTEM_FOLDERS, STARRED, ...Object.values(english), ...OTHER_NAMES];
const SYSTEM_NAMES = new Set([...LATIN_NAMES, ...Object.values(vietnamese)].map(skeleton));
/** A mark does not make another name of these; of a Vietnamese one it does: `Lưu trú` is not `Lưu trữ`. */
const UNMARKED_NAMES = new Set(LATIN_NAMES.map((name) => skeleton(withoutMarks(name))));

/** `İ` in small letters is an i with a mark. */
function withoutMarks(name: string): string {
  return name.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
}

/** A folder at the top may not be mistaken for a system folder. */
export function isSystemName(path: string): boolean {
  return SYSTEM_NAMES.has(skeleton(path)) || UNMARKED_NAMES.has(skeleton(withoutMarks(path)));
}

/** Control and direction characters make two names look alike; white space is one space. */
export function cleanFolderName(name: string): string {
  return name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}
