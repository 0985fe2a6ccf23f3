import type { TFunction } from 'i18next';
import type { SendFailure, SendKind } from '../../../model/compose/compose-model.ts';

/** SD-16 to SD-21, SC-5: why a letter was not sent, or not planned, in words. */
export function failureWords(
  t: TFunction,
  { reason, text, address }: SendFailure,
  how: SendKind = 'send',
): string {
  if (how !== 'send' && (reason === 'unknown' || reason === 'cannot_send'))
    return t('sending.failures.unplanned');
  if (reason === 'as_told') return text;
  if (reason === 'receiver_refused' && address !== null) {
    return t('sending.failures.receiver_refused_by', { address });
  }
  return t(`sending.failures.${reason}`);
}
