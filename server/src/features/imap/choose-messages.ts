import {
  mergeRanges,
  placesIn,
  type Range,
  type SequenceSet,
  spansOf,
} from '../../platform/imap/sequence-set.ts';
import { SyntaxFault } from '../../platform/imap/syntax-fault.ts';
import type { Selected } from './selected.ts';
import { indexOfUid } from './tell-changes.ts';

/** Which messages of the open folder a command means, as their indices, ascending. */
export function chooseMessages(selected: Selected, set: SequenceSet, byUid: boolean): number[] {
  return placesIn(spansOfSet(selected, set, byUid));
}

/** The same as ranges of indices: a folder of any size is few of them. */
export function spansOfSet(selected: Selected, set: SequenceSet, byUid: boolean): Range[] {
  if (set === '$') {
    const saved = selected.saved.map((uid) => indexOfUid(selected.uids, uid)).filter((index) => index !== -1);
    return mergeRanges(saved.map((index) => ({ first: index, last: index })));
  }
  const { spans, outside } = spansOf(set, selected.uids, byUid);
  if (outside) throw new SyntaxFault(`The folder has ${selected.uids.length} messages`);
  return spans;
}

export function uidsAt({ uids }: Selected, indices: number[]): number[] {
  return indices.map((index) => uids[index] as number);
}

/** Small enough that a step holds little in memory, and nobody waits for it. */
export function* inSteps<T>(all: T[], size: number): Generator<T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}
