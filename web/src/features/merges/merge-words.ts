import { MERGE_LIMITS } from '@bocau/contract/merge-limits.ts';
import type { Merge } from '@bocau/contract/merges.ts';
import { errorWords } from '../../i18n/error-words.ts';
import type { Say } from '../../i18n/say.ts';
import { readableSize } from '../../lib/sizes.ts';
import { asApiError } from '../../model/engine/retry.ts';
import { openQuoteLine } from '../../parts/imports/open-quote.ts';

export function titleOf(t: Say, { title, subject }: Pick<Merge, 'title' | 'subject'>): string {
  return title || subject || t('merges.noSubject');
}

/** One that may still send messages is stopped first. */
export function canBeDeleted({ state }: Pick<Merge, 'state'>): boolean {
  return state !== 'running' && state !== 'paused';
}

/** How many it was not sent to: they wait, or it was stopped before. */
export function unsentOf({ counts }: Pick<Merge, 'counts'>): number {
  const { rows, sent, refused, unclear, sending, skipped } = counts;
  return rows - sent - refused - unclear - sending - skipped;
}

/** Why a call failed. */
export function faultWords(t: Say, error: unknown): string {
  return errorWords(t, asApiError(error));
}

/** Why a table was not taken. */
export function tableFaultWords(t: Say, thrown: unknown): string {
  const error = asApiError(thrown);
  if (error.code === 'unsupported_media_type') return t('merges.source.notATable');
  const line = openQuoteLine(error);
  if (line !== null) return t('merges.source.openQuote', { line });
  if (error.code !== 'too_large') return errorWords(t, error);
  const { what } = error.details;
  if (what === 'rows') return t('merges.source.tooManyRows', { limit: MERGE_LIMITS.rows });
  return what === 'columns'
    ? t('merges.source.tooManyColumns', { limit: MERGE_LIMITS.columns })
    : t('merges.source.tooLarge', { limit: readableSize(MERGE_LIMITS.tableBytes) });
}
