import { ApiError } from '@bocau/contract/client.ts';
import type { DataOf } from '@bocau/contract/endpoint.ts';
import type { readResetLink } from '@bocau/contract/recovery.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { PasswordForm } from '../../features/account/password-form.tsx';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { useSession } from '../session/session-context.ts';
import styles from './sign-in-page.module.css';

export type ResetLink = DataOf<typeof readResetLink>;

type Props = {
  token: string;
  /** The account, if the page knows it already: a user who has just entered a code need not confirm. */
  known?: ResetLink;
  onDone(): void;
  onForgot(): void;
};

/** PW-3: the page of a link to choose a new password. The link is checked only when the user continues. */
export function ResetPage({ token, known, onDone, onForgot }: Props) {
  const { t } = useTranslation();
  const { api } = useSession();
  const [link, setLink] = useState<ResetLink | null>(known ?? null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const [busy, setBusy] = useState(false);
  usePageTitle(t('recovery.reset.title'));

  function end(error: ApiError): void {
    const over = error.code === 'reset_link_expired';
    setOver(over);
    setProblem(over ? t('recovery.reset.over') : errorWords(t, error));
    if (over) setLink(null);
  }

  async function goOn() {
    setBusy(true);
    setProblem(null);
    try {
      setLink((await api.readResetLink({ body: { token } })).data);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      end(error);
    } finally {
      setBusy(false);
    }
  }

  async function choose({ next }: { next: string }) {
    try {
      await api.resetPassword({ body: { token, new_password: next } });
      setChanged(true);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'reset_link_expired') throw error;
      end(error);
    }
  }

  return (
    <div className={styles.card}>
      <img src="/icon.svg" alt="" width={48} height={48} />
      <h1>{t('recovery.reset.title')}</h1>
      {link !== null && !isChanged && <p className={styles.lead}>{link.email}</p>}
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {link?.suspended && (
        <p role={isChanged ? 'status' : undefined} className={styles.text}>
          {t(link.suspended === 'domain' ? 'signIn.domainSuspended' : 'errors.account_suspended')}{' '}
          {!isChanged && t('recovery.reset.suspended')}
        </p>
      )}
      {isChanged ? (
        <>
          <p role="status" className={styles.text}>
            {t(link?.suspended ? 'recovery.reset.doneSuspended' : 'recovery.reset.done')}
          </p>
          <Button size="md" fullWidth autoFocus onClick={onDone}>
            {t('recovery.toSignIn')}
          </Button>
        </>
      ) : link !== null ? (
        <PasswordForm
          asksCurrent={false}
          person={link}
          trusts
          apps={link.app_passwords}
          submit={t('recovery.reset.submit')}
          onSubmit={choose}
        />
      ) : isOver ? (
        <>
          <Button size="md" fullWidth onClick={onForgot}>
            {t('recovery.another')}
          </Button>
          <Button variant="subtle" color="gray" onClick={onDone}>
            {t('recovery.toSignIn')}
          </Button>
        </>
      ) : (
        <>
          <p className={styles.text}>{t('recovery.reset.text')}</p>
          <Button size="md" fullWidth loading={busy} onClick={() => void goOn()}>
            {t('recovery.reset.goOn')}
          </Button>
        </>
      )}
    </div>
  );
}
