import type { Label } from '@bocau/contract/labels.ts';
import { matchRank } from '../finding/match-rank.ts';

/** All of them, or those whose name matches the typed text, the best match first. */
export function foundLabels(labels: readonly Label[], typed: string): readonly Label[] {
  if (typed === '') return labels;
  return labels
    .flatMap((label) => {
      const rank = matchRank(label.name, typed);
      return rank === null ? [] : [{ label, rank }];
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ label }) => label);
}
