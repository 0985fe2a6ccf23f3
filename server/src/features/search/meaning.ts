import type { Criteria } from './read-query.ts';
import { looseParts } from './word-pieces.ts';

/**
 * The interpretation of adjacent typed words: for each such text the lengths of the runs of words that must
 * be adjacent; or each word anywhere.
 */
export type Meaning = number[][] | 'apart';

export function writeMeaning(meaning: Meaning): string {
  return meaning === 'apart' ? meaning : meaning.map((runs) => runs.join('.')).join('-');
}

/** Null when it does not fit these criteria. */
export function readMeaning(written: string, criteria: Criteria): Meaning | null {
  if (written === 'apart') return 'apart';
  const parts = looseParts(criteria);
  const meaning = written === '' ? [] : written.split('-').map((runs) => runs.split('.').map(Number));
  const fits =
    meaning.length === parts.length &&
    meaning.every((runs, index) => runs.reduce((sum, run) => sum + run, 0) === parts[index]?.words.length);
  return fits ? meaning : null;
}
