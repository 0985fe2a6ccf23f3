import { ApiError } from '@bocau/contract/client.ts';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSession } from '../session/session-context.ts';
import type { ResetLink } from './reset-page.tsx';
import styles from './sign-in-page.module.css';

type Props = {
  email: string;
  /** The request that the code belongs to. */
  request: string;
  onRight(reset: { token: string; known: ResetLink }): void;
  onBack(): void;
};

/** PW-3: the code that was sent by phone, if the account has one. */
export function RecoveryCode({ email, request, onRight, onBack }: Props) {
  const { t } = useTranslation();
  const { api } = useSession();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  function refuse(words: string) {
    setFault(words);
    setBusy(false);
    field.current?.focus();
    field.current?.select();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (code.trim() === '') return refuse(t('recovery.forgot.missingCode'));
    setBusy(true);
    try {
      const { token } = (await api.verifyRecoveryCode({ body: { email, request, code } })).data;
      onRight({ token, known: (await api.readResetLink({ body: { token } })).data });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isWrong = error.code === 'verification_code_wrong';
      refuse(isWrong ? t('recovery.forgot.codeWrong') : errorWords(t, error));
    }
  }

  return (
    <form className={styles.card} onSubmit={(event) => void submit(event)} noValidate>
      <img src="/icon.svg" alt="" width={48} height={48} />
      <h1>{t('recovery.forgot.title')}</h1>
      <p role="status" className={styles.text}>
        {t('recovery.forgot.codeAsked', { email })}
      </p>
      <TextInput
        ref={field}
        label={t('recovery.forgot.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
        size="md"
        autoFocus
        value={code}
        error={fault}
        onChange={({ currentTarget }) => {
          setCode(currentTarget.value);
          setFault(null);
        }}
      />
      <Button type="submit" size="md" fullWidth aria-disabled={busy}>
        {t('recovery.forgot.goOn')}
      </Button>
      <p className={styles.text}>{t('recovery.forgot.noCode')}</p>
      <Button variant="subtle" color="gray" onClick={onBack}>
        {t('recovery.toSignIn')}
      </Button>
    </form>
  );
}
