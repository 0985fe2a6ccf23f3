import { fold } from '@bocau/contract/fold.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { sortKey } from '@bocau/contract/sort-key.ts';
import { Failure } from '../../platform/failure.ts';

/** A name with the two forms that it is compared and sorted by. */
export type EntryName = { name: string; nameKey: string; sortKey: string };

// Controls, line separators, and what turns the direction of writing or can't be seen.
const REFUSED = /[/\\\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

/** The name of a file or folder, refused with the reason where it can't be one. */
export function entryName(given: string): EntryName {
  const name = given.normalize('NFC').trim();
  const problem = problemOf(given, name);
  if (problem !== null) {
    throw new Failure('file_name_invalid', `This name ${problem}`, {
      details: { name: given.slice(0, 100), problem },
    });
  }
  return { name, nameKey: nameKey(name), sortKey: sortKey(name) };
}

/** What counts as the end of a name that stays at its end: ".pdf", ".tar.gz". */
const EXTENSION = /(\.tar)?\.[^. ]{1,16}$/i;

export function extensionOf(name: string): string {
  return EXTENSION.exec(name.slice(1))?.[0] ?? '';
}

/** A name that a stranger chose, or as near to it as a name of the drive may be. */
export function fittingName(given: string): string {
  const plain = given.toWellFormed().normalize('NFC').replace(new RegExp(REFUSED, 'gu'), '_').trim();
  const name = /^\.*$/.test(plain) ? 'file' : plain;
  const extension = extensionOf(name);
  return withEnd(name.slice(0, name.length - extension.length), extension);
}

/** As much of a name as there is room for before this end of it. */
export function withEnd(stem: string, end: string): string {
  const room = LIMITS.driveNameBytes - Buffer.byteLength(end);
  let left = stem;
  while (Buffer.byteLength(left) > room) left = [...left].slice(0, -1).join('').trimEnd();
  return left + end;
}

/** Whether two names of one folder are the same: file managers of other systems tell neither forms nor cases apart. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}]+/gu;
const WORD_LENGTH = 40;

/** The words by which a name is found, each once: folded, so that accents and case do not matter. */
export function nameWords(name: string): string[] {
  const words = fold(name).match(WORD) ?? [];
  return [...new Set(words.map((word) => word.slice(0, WORD_LENGTH).toWellFormed()))];
}

function problemOf(given: string, name: string): string | null {
  if (!given.isWellFormed()) return 'has characters that no text can have';
  if (name === '') return 'is empty';
  if (name === '.' || name === '..') return 'stands for a folder';
  if (REFUSED.test(given)) return 'has characters that no name can have';
  if (Buffer.byteLength(name) > LIMITS.driveNameBytes) return `is longer than ${LIMITS.driveNameBytes} bytes`;
  return null;
}
