import { ApiError } from '@bocau/contract/client.ts';
import type { HeldAct, HeldDecision, HeldMessage } from '@bocau/contract/held-messages.ts';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { HeldActs, HeldFacts } from '../../parts/groups/held-message.tsx';
import { decisionWords } from '../../parts/groups/held-words.ts';
import { Link } from '../../router/router.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { useSession } from '../session/session-context.ts';
import styles from './sign-in-page.module.css';

type Shown = { group: string; message: HeldMessage };

/** GR-4: the page of a notice's button. It shows the message, and a press decides: opening it does nothing. */
export function HeldLinkPage() {
  const { t } = useTranslation();
  const { api } = useSession();
  const [token] = useState(takeToken);
  const [shown, setShown] = useState<Shown | null>(null);
  const [outcome, setOutcome] = useState<{ decided: HeldDecision; act: HeldAct } | null>(null);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  usePageTitle(t('groups.link.title'));

  useEffect(() => {
    api.readHeldLink({ body: { token } }).then(({ data }) => setShown(data), fail);

    function fail(error: unknown) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    }
  }, [api, token]);

  async function decide(act: HeldAct) {
    setBusy(true);
    setProblem(null);
    try {
      const { data } = await api.decideHeldByLink({ body: { token, act } });
      setOutcome({ decided: data.message, act });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    } finally {
      setBusy(false);
    }
  }

  // The card comes whole, so that nothing in it moves.
  if (shown === null && problem === null) {
    return (
      <main className={styles.page}>
        <p role="status" className="visually-hidden">
          {t('groups.link.checking')}
        </p>
      </main>
    );
  }
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <img src="/icon.svg" alt="" width={48} height={48} />
        <h1>{t('groups.link.title')}</h1>
        {problem !== null && (
          <p role="alert" className={styles.problem}>
            {problem.code === 'held_link_expired' ? t('groups.link.expired') : errorWords(t, problem)}
          </p>
        )}
        {shown && (
          <>
            <p className={styles.text}>{t('groups.link.lead', { group: shown.group })}</p>
            <HeldFacts message={shown.message} />
            {outcome !== null ? (
              <p role="status" className={styles.hint}>
                {decisionWords(t, outcome.decided, outcome.act)}
              </p>
            ) : (
              <>
                <p className={styles.text}>{t('groups.link.decide')}</p>
                <HeldActs message={shown.message} busy={busy} onAct={(act) => void decide(act)} />
              </>
            )}
          </>
        )}
        <Button component={Link} to="/" variant="subtle" color="gray">
          {t('groups.link.open')}
        </Button>
      </div>
    </main>
  );
}

/** Takes the token out of the address at once, before anyone sees or stores it. */
function takeToken(): string {
  const { hash, pathname } = window.location;
  window.history.replaceState(window.history.state, '', pathname);
  return hash.slice(1) || '-';
}
