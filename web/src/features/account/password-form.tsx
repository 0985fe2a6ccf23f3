import { ApiError } from '@bocau/contract/client.ts';
import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import {
  type FieldFaults,
  type PasswordField,
  refusedFaults,
  type TypedPasswords,
  typedFaults,
} from './password-faults.ts';
import form from './password-page.module.css';
import { PasswordRules } from './password-rules.tsx';

const FIELDS = ['current', 'next', 'again'] as const;
const EMPTY: TypedPasswords = { current: '', next: '', again: '' };

type Props = {
  person: { email: string; fullname: string } | undefined;
  /** Whether the current password has to be typed; not so for those who came by a link. */
  asksCurrent: boolean;
  /** Whether there are trusted browsers, which stop being trusted. */
  trusts: boolean;
  /** The names of the app passwords that are revoked. */
  apps: string[];
  submit: string;
  /** Throws the reason of a refusal. */
  onSubmit(typed: { current: string; next: string }): Promise<void>;
};

/** PW-1, PW-2: a new password, typed twice, and what ends with the old one. */
export function PasswordForm({ person, asksCurrent, trusts, apps, submit: submitWords, onSubmit }: Props) {
  const { t } = useTranslation();
  const inputs = useRef<Partial<Record<PasswordField, HTMLInputElement | null>>>({});
  const [typed, setTyped] = useState(EMPTY);
  const [faults, setFaults] = useState<FieldFaults>({});
  /** Why the password can't be changed now, whatever is typed. */
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  function show(found: FieldFaults): void {
    setFaults(found);
    const first = FIELDS.find((field) => found[field]);
    if (first) inputs.current[first]?.focus();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const found = typedFaults(t, typed, asksCurrent);
    show(found);
    setRefused(null);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await onSubmit({ current: typed.current, next: typed.next });
      setTyped(EMPTY);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const refusedFields = refusedFaults(t, error);
      if (refusedFields) show(refusedFields);
      // Cancelling the identity check needs no error: the user knows that nothing was changed.
      else if (error.code !== 'proof_required') setRefused(errorWords(t, error));
    } finally {
      setBusy(false);
    }
  }

  const field = (name: PasswordField, autoComplete: string) => (
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
        <PasswordRules password={typed.next} person={person} />
        {field('again', 'new-password')}
        <Ends trusts={trusts} apps={apps} />
        <div>
          <Button type="submit" loading={busy}>
            {submitWords}
          </Button>
        </div>
      </form>
    </>
  );
}

/** PW-2: what ends with the old password. */
function Ends({ trusts, apps }: Pick<Props, 'trusts' | 'apps'>) {
  const { t } = useTranslation();
  return (
    <div className={form.ends}>
      <p>{t('protection.password.ends')}</p>
      <ul>
        <li>{t('protection.password.endsSessions')}</li>
        {trusts && <li>{t('protection.password.endsTrust')}</li>}
        {apps.length > 0 && <li>{t('protection.password.endsApps', { names: apps.join(', ') })}</li>}
      </ul>
    </div>
  );
}
