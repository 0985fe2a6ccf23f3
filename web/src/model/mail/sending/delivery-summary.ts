import type { RecipientDelivery, Sending } from '@bocau/contract/messages.ts';

export type DeliverySummary = {
  /** The state to show first. */
  kind: 'held' | 'stopped' | 'on-its-way' | 'deferred' | 'failed' | 'unclear' | 'recalled' | 'arrived';
  /** How many recipients it has reached, including those it was recalled from. */
  reached: number;
  recalled: number;
  all: number;
  /** Recipients it can be sent to again. */
  missed: readonly RecipientDelivery[];
};

/** Sums up the delivery of a message over all its recipients. */
export function summaryOf({ state, recipients }: Pick<Sending, 'state' | 'recipients'>): DeliverySummary {
  const count = (which: RecipientDelivery['state']) =>
    recipients.filter((recipient) => recipient.state === which).length;
  const recalled = count('recalled');
  const missed = recipients.filter(isMissed);
  const waiting = recipients.filter((recipient) => recipient.state === 'waiting');
  return { kind: kindOf(), reached: count('delivered') + recalled, recalled, all: recipients.length, missed };

  function kindOf(): DeliverySummary['kind'] {
    if (state === 'held') return 'held';
    if (count('held') > 0) return 'stopped';
    if (waiting.some(({ reply }) => reply !== null)) return 'deferred';
    if (waiting.length > 0 || state === 'sending') return 'on-its-way';
    if (count('failed') > 0) return 'failed';
    if (missed.length > 0) return 'unclear';
    return recalled > 0 ? 'recalled' : 'arrived';
  }
}

export function isMissed({ state }: Pick<RecipientDelivery, 'state'>): boolean {
  return state === 'failed' || state === 'unclear';
}

/** Whether the summary can still change without any user action. */
export function isUnsettled({ kind }: DeliverySummary): boolean {
  return kind === 'held' || kind === 'stopped' || kind === 'on-its-way' || kind === 'deferred';
}
