import { ApiError } from '@bocau/contract/client.ts';
import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { useSession } from '../session/session-context.ts';
import { EmailField } from './email-field.tsx';
import { RecoveryCode } from './recovery-code.tsx';
import { type ResetLink, ResetPage } from './reset-page.tsx';
import styles from './sign-in-page.module.css';

type Asked = { email: string; request: string | null };

/**
 * Requests a link to choose a new password, or a code by phone. The answer does not reveal whether the
 * account exists.
 */
export function ForgotPage({ onBack }: { onBack(): void }) {
  const { t } = useTranslation();
  const { api } = useSession();
  const form = useRef<HTMLFormElement>(null);
  const [hasPhones, setHasPhones] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [reset, setReset] = useState<{ token: string; known: ResetLink } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  usePageTitle(t('recovery.forgot.title'));

  useEffect(() => {
    // Without an answer, only the link is offered.
    api.getRecoveryWays({}).then(
      ({ data }) => setHasPhones(data.phone),
      () => undefined,
    );
  }, [api]);

  async function ask(byPhone: boolean) {
    if (busy || !form.current?.reportValidity()) return;
    const email = String(new FormData(form.current).get('email')).trim();
    setBusy(true);
    setProblem(null);
    try {
      if (byPhone) {
        const { request } = (await api.requestRecoveryCode({ body: { email } })).data;
        setAsked({ email, request });
      } else {
        await api.requestRecovery({ body: { email } });
        setAsked({ email, request: null });
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(errorWords(t, error));
    } finally {
      setBusy(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void ask(false);
  }

  if (reset !== null) {
    const again = () => {
      setReset(null);
      setAsked(null);
    };
    return <ResetPage {...reset} onDone={onBack} onForgot={again} />;
  }
  if (asked?.request) {
    const { email, request } = asked;
    return <RecoveryCode {...{ email, request, onBack }} onRight={setReset} />;
  }
  return (
    <form ref={form} className={styles.card} onSubmit={submit}>
      <img src="/icon.svg" alt="" width={48} height={48} />
      <h1>{t('recovery.forgot.title')}</h1>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {asked === null ? (
        <>
          <p className={styles.text}>
            {t('recovery.forgot.text')}
            {hasPhones && ` ${t('recovery.forgot.phoneText')}`}
          </p>
          <EmailField />
          <Button type="submit" size="md" fullWidth disabled={busy}>
            {t('recovery.forgot.submit')}
          </Button>
          {hasPhones && (
            <Button size="md" fullWidth variant="default" disabled={busy} onClick={() => void ask(true)}>
              {t('recovery.forgot.byPhone')}
            </Button>
          )}
        </>
      ) : (
        <>
          <p role="status" className={styles.text}>
            {t('recovery.forgot.asked', { email: asked.email })}
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
