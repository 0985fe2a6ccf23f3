import { ApiError } from '@bocau/contract/client.ts';
import type { SignOnRefusal } from '@bocau/contract/sign-on.ts';
import { SIGN_ON_PATH, type SignOnResult } from '@bocau/contract/sign-on-pages.ts';
import { Button } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ApiContext } from '../../parts/mailbox/use-api.ts';
import { ProofHost } from '../../parts/proof/proof-host.tsx';
import { useSession } from '../session/session-context.ts';
import styles from './sign-in-page.module.css';

/** Reasons why a sign-in at the identity provider opened no session. */
export type SignOnProblem =
  | Exclude<SignOnResult, 'done'>
  | Exclude<SignOnRefusal['reason'], 'other_session'>
  | 'failed';

type ReturnProps = { onArrived(): Promise<void>; onRefused(error: unknown): void };

/** Opens the session of a user who returns from the identity provider. */
export function SignOnReturn({ onArrived, onRefused }: ReturnProps) {
  const { t } = useTranslation();
  const session = useSession();
  const begun = useRef(false);
  useEffect(() => {
    // The result can be used only once.
    if (begun.current) return;
    begun.current = true;
    session.signOn().then(onArrived).catch(onRefused);
  });
  return (
    <div className={styles.card}>
      <img src="/icon.svg" alt="" width={48} height={48} />
      <h1>{t('common.product')}</h1>
      <p className={styles.lead} role="status">
        {t('signOn.returning')}
      </p>
    </div>
  );
}

/** Why no session was opened, and what to do. */
export function SignOnNotice({ problem, account }: { problem: SignOnProblem; account: string }) {
  const { t } = useTranslation();
  const text = problem === 'unlinked' && account === '' ? 'unlinkedUnnamed' : problem;
  return (
    <p role="alert" className={problem === 'unlinked' ? styles.hint : styles.problem}>
      {t(`signOn.problems.${text}`, { account })}
    </p>
  );
}

export function SignOnButton({ email, to }: { email: string; to: string }) {
  const { t } = useTranslation();
  const query = new URLSearchParams({ email, to });
  return (
    <Button
      component="a"
      href={`${SIGN_ON_PATH}/start?${query}`}
      variant="default"
      size="md"
      fullWidth
      leftSection={<IconBuilding size={20} stroke={1.75} aria-hidden />}
    >
      {t('signOn.start')}
    </Button>
  );
}

type ReplaceProps = { signedIn: string; account: string; onReplace(): Promise<void>; onStay(): void };

/** Asks before replacing a signed-in user: someone else's link may have led here. */
export function ReplaceQuestion({ signedIn, account, onReplace, onStay }: ReplaceProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.card}>
      <img src="/icon.svg" alt="" width={48} height={48} />
      <h1 ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
        {t('signOn.replace.title')}
      </h1>
      <p className={styles.text}>{t('signOn.replace.about', { signedIn, account })}</p>
      <Button size="md" fullWidth disabled={busy} onClick={onStay}>
        {t('signOn.replace.stay', { signedIn })}
      </Button>
      <Button
        size="md"
        fullWidth
        variant="default"
        disabled={busy}
        onClick={() => {
          setBusy(true);
          void onReplace();
        }}
      >
        {t('signOn.replace.go', { account })}
      </Button>
    </div>
  );
}

/**
 * Links the accounts: the user confirms with the password, in the browser that returned from the provider.
 */
export function LinkQuestion({ account, onDone }: { account: string; onDone(): void }) {
  const { t } = useTranslation();
  const { api } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => heading.current?.focus(), []);

  async function link(): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await api.linkSignOn({});
      onDone();
    } catch (error) {
      setBusy(false);
      const { details } = error instanceof ApiError ? error : {};
      const reason = (details as Partial<SignOnRefusal> | undefined)?.reason;
      if (reason && reason !== 'other_session') setProblem(t(`signOn.problems.${reason}`, { account }));
      else setProblem(error instanceof ApiError ? errorWords(t, error) : t('signOn.problems.failed'));
    }
  }

  return (
    <ApiContext value={api}>
      <div className={styles.card}>
        <img src="/icon.svg" alt="" width={48} height={48} />
        <h1 ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {t('signOn.link.title')}
        </h1>
        <p className={styles.text}>{t('signOn.link.about', { account })}</p>
        {problem !== null && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        <Button size="md" fullWidth disabled={busy} onClick={() => void link()}>
          {t('signOn.link.yes')}
        </Button>
        <Button size="md" fullWidth variant="subtle" color="gray" disabled={busy} onClick={onDone}>
          {t('signOn.link.no')}
        </Button>
      </div>
      <ProofHost />
    </ApiContext>
  );
}
