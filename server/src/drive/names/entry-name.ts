import { fold } from '@bocau/contract/fold.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { sortKey } from '@bocau/contract/sort-key.ts';
import { Failure } from '../../platform/failure.ts';

/** A name with its normalized form for comparison and its sort key. */
export type EntryName = { name: string; nameKey: string; sortKey: string };

// Control characters, line separators, bidirectional and invisible characters.
const REFUSED = /[/\\\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

/** A valid name of a file or folder; throws with the reason otherwise. */
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

/** What counts as an extension, which stays at the end: ".pdf", ".tar.gz". */
const EXTENSION = /(\.tar)?\.[^. ]{1,16}$/i;

export function extensionOf(name: string): string {
  return EXTENSION.exec(name.slice(1))?.[0] ?? '';
}

/** A name chosen by a stranger, adjusted as little as possible to be valid. */
export function fittingName(given: string): string {
  const plain = given.toWellFormed().normalize('NFC').replace(new RegExp(REFUSED, 'gu'), '_').trim();
  const name = /^\.*$/.test(plain) ? 'file' : plain;
  const extension = extensionOf(name);
  return withEnd(name.slice(0, name.length - extension.length), extension);
}

/** Shortens the stem so that the suffix fits. */
export function withEnd(stem: string, end: string): string {
  const room = LIMITS.driveNameBytes - Buffer.byteLength(end);
  let left = stem;
  while (Buffer.byteLength(left) > room) left = [...left].slice(0, -1).join('').trimEnd();
  return left + end;
}

/**
 * Names of one folder with the same key are equal: other systems distinguish neither Unicode forms nor case.
 */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}]+/gu;
const WORD_LENGTH = 40;

/**
 * The words by which a name is found, without duplicates: folded, so that diacritics and case do not matter.
 */
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
