import { fold } from '@bocau/contract/fold.ts';
import type { MergeColumn } from '@bocau/contract/merges.ts';

/** Columns of which each typed word is in the name, without case and marks; those that begin with it come first. */
export function findFields(columns: readonly MergeColumn[], typed: string): MergeColumn[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  const begins = ({ field }: MergeColumn) => (fold(field).startsWith(words.join(' ')) ? 0 : 1);
  return columns
    .filter(({ field }) => words.every((word) => fold(field).includes(word)))
    .sort((one, other) => begins(one) - begins(other));
}
