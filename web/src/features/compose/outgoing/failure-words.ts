import type { TFunction } from 'i18next';
import type { SendFailure } from '../../../model/compose/compose-model.ts';

/** SD-16 to SD-21: why a letter was not sent, in words. */
export function failureWords(t: TFunction, { reason, text, address }: SendFailure): string {
  if (reason === 'as_told') return text;
  if (reason === 'receiver_refused' && address !== null) {
    return t('sending.failures.receiver_refused_by', { address });
  }
  return t(`sending.failures.${reason}`);
}
