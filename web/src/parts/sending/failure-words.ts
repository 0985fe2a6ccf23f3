import { retryWords } from '../../i18n/error-words.ts';
import type { Say } from '../../i18n/say.ts';
import type { SendFailure, SendKind } from '../../model/compose/compose-model.ts';

/** SD-16 to SD-21, SC-5: why a message was not sent or scheduled, in words. */
export function failureWords(
  t: Say,
  { reason, text, address, retryAfter }: SendFailure,
  how: SendKind = 'send',
): string {
  if (how !== 'send' && (reason === 'unknown' || reason === 'cannot_send'))
    return t('sending.failures.unplanned');
  if (reason === 'as_told') return text;
  if (reason === 'receiver_refused' && address !== null) {
    return t('sending.failures.receiver_refused_by', { address });
  }
  if (reason === 'limit_reached') {
    return `${t('sending.failures.limit_reached')} ${retryWords(t, retryAfter ?? null)}`;
  }
  return t(`sending.failures.${reason}`);
}

/** Why delivery is deferred; a reason that only the writer could fix is shown when delivery is given up. */
export function deferredWords(t: Say, { reason }: Pick<SendFailure, 'reason'>): string {
  if (reason === 'inbox_full' || reason === 'domain_not_found') return t(`sending.failures.${reason}`);
  return t(reason === 'server_not_responding' ? `sending.failures.${reason}` : 'sending.notTakenYet');
}
