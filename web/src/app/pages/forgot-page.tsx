import { ApiError } from '@bocau/contract/client.ts';
import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { useSession } from '../boot/session-context.ts';
import { EmailField } from './email-field.tsx';
import styles from './sign-in-page.module.css';

/** Asks for a link to choose another password. What it answers says nothing of whether there is such an account. */
export function ForgotPage({ onBack }: { onBack(): void }) {
  const { t } = useTranslation();
  const { api } = useSession();
  const [asked, setAsked] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  usePageTitle(t('recovery.forgot.title'));

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    setBusy(true);
    setProblem(null);
    try {
      await api.requestRecovery({ body: { email } });
      setAsked(email);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(errorWords(t, error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.card} onSubmit={(event) => void submit(event)}>
      <img src="/icon.svg" alt="" width={48} height={48} />
      <h1>{t('recovery.forgot.title')}</h1>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {asked === null ? (
        <>
          <p className={styles.text}>{t('recovery.forgot.text')}</p>
          <EmailField />
          <Button type="submit" size="md" fullWidth disabled={busy}>
            {t('recovery.forgot.submit')}
          </Button>
        </>
      ) : (
        <>
          <p role="status" className={styles.text}>
            {t('recovery.forgot.asked', { email: asked })}
          </p>
          <p className={styles.text}>{t('recovery.forgot.none')}</p>
        </>
      )}
      <Button variant="subtle" color="gray" autoFocus={asked !== null} onClick={onBack}>
        {t('recovery.toSignIn')}
      </Button>
    </form>
  );
}
