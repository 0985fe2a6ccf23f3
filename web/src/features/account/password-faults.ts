import type { ApiError } from '@bocau/contract/client.ts';
import { normalizePassword, type PasswordFault, passwordFaults } from '@bocau/contract/password-rules.ts';
import { errorWords } from '../../i18n/error-words.ts';
import type { Say } from '../../i18n/say.ts';

export type PasswordField = 'current' | 'next' | 'again';
export type TypedPasswords = Record<PasswordField, string>;
/** Errors by the field beside which they are shown. */
export type FieldFaults = Partial<Record<PasswordField, string>>;

/** Errors found before anything is sent. */
export function typedFaults(
  t: Say,
  { current, next, again }: TypedPasswords,
  asksCurrent: boolean,
): FieldFaults {
  const [first] = passwordFaults(next);
  const missing = t('protection.password.fault.missing');
  if (asksCurrent && current === '') return { current: missing };
  if (next === '') return { next: missing };
  if (first) return { next: t(`protection.password.fault.${first}`) };
  if (asksCurrent && normalizePassword(next) === normalizePassword(current)) {
    return { next: t('protection.password.fault.same') };
  }
  return next === again ? {} : { again: t('protection.password.fault.differs') };
}

/** Errors found by the server; null where they concern no field. */
export function refusedFaults(t: Say, error: ApiError): FieldFaults | null {
  if (error.code === 'password_incorrect') return { current: errorWords(t, error) };
  if (error.code !== 'password_refused') return null;
  const [first] = error.details['faults'] as PasswordFault[];
  return { next: first ? t(`protection.password.fault.${first}`) : errorWords(t, error) };
}
