import type { Criteria } from './read-query.ts';
import { looseParts } from './word-pieces.ts';

/**
 * How words typed side by side are looked for: for each such text the lengths of the runs of words that must stand
 * together; or each word anywhere.
 */
export type Meaning = number[][] | 'apart';

export function writeMeaning(meaning: Meaning): string {
  return meaning === 'apart' ? meaning : meaning.map((runs) => runs.join('.')).join('-');
}

/** Null where it is not one of these criteria. */
export function readMeaning(written: string, criteria: Criteria): Meaning | null {
  if (written === 'apart') return 'apart';
  const parts = looseParts(criteria);
  const meaning = written === '' ? [] : written.split('-').map((runs) => runs.split('.').map(Number));
  const fits =
    meaning.length === parts.length &&
    meaning.every((runs, index) => runs.reduce((sum, run) => sum + run, 0) === parts[index]?.words.length);
  return fits ? meaning : null;
}
