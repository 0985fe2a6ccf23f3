import { ApiError } from '@bocau/contract/client.ts';
import { retryWords } from '../../i18n/error-words.ts';
import type { Say } from '../../i18n/say.ts';

/** The message for a refused sign-in. */
export function signInWords(t: Say, error: unknown): string {
  if (!(error instanceof ApiError)) return t('signIn.failed');
  if (error.code === 'no_answer') return t('signIn.noAnswer');
  if (error.code === 'too_many_requests') return `${t('signIn.tooMany')} ${retryWords(t, error.retryAfter)}`;
  if (error.code === 'challenge_expired') return t('signIn.expired');
  if (error.code === 'account_suspended') return suspendedWords(t, error);
  if (error.code === 'code_incorrect') return t('signIn.codeWrong');
  if (error.code === 'password_exposed') return t('errors.password_exposed');
  return error.status >= 500 ? t('signIn.failed') : t('signIn.wrong');
}

/** Shown only after the right password; the reason only to owners of the domain. */
function suspendedWords(t: Say, { details }: ApiError): string {
  if (details['of'] !== 'domain') return t('errors.account_suspended');
  const { reason } = details;
  if (typeof reason !== 'string') return t('signIn.domainSuspended');
  return `${t('signIn.domainSuspended')} ${t('signIn.suspendedFor', { reason })}`;
}
