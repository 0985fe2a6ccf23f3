import { ApiError } from '@bocau/contract/client.ts';
import {
  normalizePassword,
  PASSWORD_LACKS,
  type PasswordFault,
  passwordFaults,
} from '@bocau/contract/password-rules.ts';
import { Button, PasswordInput } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import form from './password-page.module.css';
import { useStrength } from './use-strength.ts';

type Field = 'current' | 'next' | 'again';
type Faults = Partial<Record<Field, string>>;
const FIELDS = ['current', 'next', 'again'] as const;
const EMPTY = { current: '', next: '', again: '' };

type Props = {
  person: { email: string; fullname: string } | undefined;
  /** Whether the present password has to be typed; without it, somebody comes by a link. */
  asksCurrent: boolean;
  /** Whether browsers are trusted, which end to be. */
  trusts: boolean;
  /** The names of the app passwords that end. */
  apps: string[];
  submit: string;
  /** Throws why the server refused. */
  onSubmit(typed: { current: string; next: string }): Promise<void>;
};

/** PW-1, PW-2: a new password, typed twice, and what ends with the old one. */
export function PasswordForm({ person, asksCurrent, trusts, apps, submit: submitWords, onSubmit }: Props) {
  const { t } = useTranslation();
  const inputs = useRef<Partial<Record<Field, HTMLInputElement | null>>>({});
  const [typed, setTyped] = useState(EMPTY);
  const [faults, setFaults] = useState<Faults>({});
  /** Why it can't be changed now, whatever is typed. */
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const strength = useStrength(typed.next, person);
  const lacks = passwordFaults(typed.next);

  function show(found: Faults): void {
    setFaults(found);
    const first = FIELDS.find((field) => found[field]);
    if (first) inputs.current[first]?.focus();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const found = foundHere();
    show(found);
    setRefused(null);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await onSubmit({ current: typed.current, next: typed.next });
      setTyped(EMPTY);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'password_refused' || error.code === 'password_incorrect') show(foundThere(error));
      // Whoever left the question of who it is knows that nothing was changed.
      else if (error.code !== 'proof_required') setRefused(errorWords(t, error));
    } finally {
      setBusy(false);
    }
  }

  function foundHere(): Faults {
    const [first] = lacks;
    const missing = t('protection.password.fault.missing');
    if (asksCurrent && typed.current === '') return { current: missing };
    if (typed.next === '') return { next: missing };
    if (first) return { next: t(`protection.password.fault.${first}`) };
    if (asksCurrent && normalizePassword(typed.next) === normalizePassword(typed.current)) {
      return { next: t('protection.password.fault.same') };
    }
    return typed.next === typed.again ? {} : { again: t('protection.password.fault.differs') };
  }

  function foundThere(error: ApiError): Faults {
    if (error.code === 'password_incorrect') return { current: errorWords(t, error) };
    const [first] = error.details['faults'] as PasswordFault[];
    return { next: first ? t(`protection.password.fault.${first}`) : errorWords(t, error) };
  }

  const field = (name: Field, autoComplete: string) => (
    <PasswordInput
      ref={(input) => {
        inputs.current[name] = input;
      }}
      size="md"
      label={t(`protection.password.${name}`)}
      autoComplete={autoComplete}
      autoFocus={!asksCurrent && name === 'next'}
      value={typed[name]}
      error={faults[name]}
      visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }}
      onChange={({ currentTarget }) => {
        const { value } = currentTarget;
        setTyped((before) => ({ ...before, [name]: value }));
        setFaults((before) => ({ ...before, [name]: undefined }));
      }}
    />
  );

  return (
    <>
      {refused !== null && (
        <p className={form.refused} role="alert">
          {refused}
        </p>
      )}
      <form className={form.form} onSubmit={(event) => void submit(event)} noValidate>
        <input type="text" hidden autoComplete="username" value={person?.email ?? ''} readOnly />
        {asksCurrent && field('current', 'current-password')}
        {field('next', 'new-password')}
        <ul className={form.rules}>
          {PASSWORD_LACKS.map((lack) => {
            const met = typed.next !== '' && !lacks.includes(lack) && !lacks.includes('too_long');
            return (
              <li key={lack} data-met={met}>
                {met ? <IconCircleCheck size={16} aria-hidden /> : <IconCircle size={16} aria-hidden />}
                {t(`protection.password.rules.${lack}`)}
                <span className="visually-hidden">
                  {t(met ? 'protection.password.met' : 'protection.password.unmet')}
                </span>
              </li>
            );
          })}
        </ul>
        <p className={form.strength} data-strength={strength} role="status">
          {strength !== null &&
            t('protection.password.strength', { words: t(`protection.password.strengths.${strength}`) })}
        </p>
        {field('again', 'new-password')}
        <div className={form.ends}>
          <p>{t('protection.password.ends')}</p>
          <ul>
            <li>{t('protection.password.endsSessions')}</li>
            {trusts && <li>{t('protection.password.endsTrust')}</li>}
            {apps.length > 0 && <li>{t('protection.password.endsApps', { names: apps.join(', ') })}</li>}
          </ul>
        </div>
        <div>
          <Button type="submit" loading={busy}>
            {submitWords}
          </Button>
        </div>
      </form>
    </>
  );
}
