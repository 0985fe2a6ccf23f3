import { ApiError } from '@bocau/contract/client.ts';
import { errorWords } from '../../i18n/error-words.ts';
import type { Say } from '../../i18n/say.ts';
import { PasskeyError } from './authenticator.ts';

/** The message for a failed passkey; `isFault` is false when the user cancelled. */
export function passkeyWords(t: Say, error: unknown): { text: string; isFault: boolean } {
  if (error instanceof PasskeyError) {
    return { text: t(`passkeys.fault.${error.fault}`), isFault: error.fault !== 'cancelled' };
  }
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'passkey_refused') return { text: t('passkeys.fault.refused'), isFault: true };
  if (error.code === 'challenge_expired') return { text: t('passkeys.fault.expired'), isFault: true };
  return { text: errorWords(t, error), isFault: true };
}
