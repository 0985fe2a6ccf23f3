import { ApiError } from '@bocau/contract/client.ts';
import type { OpenSession } from '@bocau/contract/security.ts';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from '../../parts/account/account-page.module.css';
import { AccountState } from '../../parts/account/account-state.tsx';
import { deviceWords } from '../../parts/account/device-words.ts';
import { SessionLine } from '../../parts/account/session-line.tsx';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQueries, useQuery } from '../../parts/queries/use-query.ts';
import { ChoiceDialog } from '../../ui/layers/choice-dialog.tsx';

/** The sessions of the account, and the way to end unknown ones. */
export function OpenSessions() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const heading = useRef<HTMLHeadingElement>(null);
  const [asking, setAsking] = useState(false);
  const [ending, setEnding] = useState(false);
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: async () => (await api.listSessions({})).data,
  });
  const others = sessions.data?.filter(({ current }) => !current) ?? [];

  /** An ended session leaves the list; the focus must not be lost with it. */
  async function end(act: () => Promise<string>) {
    setEnding(true);
    try {
      notify({ text: await act() });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The session had already ended; the reloaded list shows that.
      const text = t('security.failed', { reason: errorWords(t, error) });
      if (error.status !== 404) notify({ text, tone: 'danger', seconds: 8 });
    } finally {
      setEnding(false);
    }
    heading.current?.focus();
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['sessions'] }),
      queries.invalidateQueries({ queryKey: ['activities'] }),
    ]);
  }

  const endOne = (session: OpenSession) =>
    end(async () => {
      await api.endSession({ params: { id: session.id } });
      return t('security.sessions.ended', { device: deviceWords(t, session.device, session.protocol) });
    });

  function endOthers() {
    setAsking(false);
    void end(async () => {
      const { ended } = (await api.endOtherSessions({})).data;
      return t('security.sessions.othersEnded', { count: ended });
    });
  }

  return (
    <section className={styles.section} aria-labelledby="open-sessions">
      <div className={styles.heading}>
        <h2 id="open-sessions" ref={heading} tabIndex={-1}>
          {t('security.sessions.title')}
        </h2>
        {others.length > 0 && (
          <Button variant="default" size="xs" disabled={ending} onClick={() => setAsking(true)}>
            {t('security.sessions.endOthers')}
          </Button>
        )}
      </div>
      <p className={styles.about}>
        {t(others.length === 0 && sessions.data ? 'security.sessions.alone' : 'security.sessions.about')}
      </p>
      {sessions.data ? (
        <ul className={styles.lines} aria-labelledby="open-sessions">
          {sessions.data.map((session) => (
            <SessionLine
              key={session.id}
              session={session}
              disabled={ending}
              onEnd={() => void endOne(session)}
            />
          ))}
        </ul>
      ) : (
        <AccountState query={sessions} />
      )}
      {asking && (
        <ChoiceDialog
          title={t('security.sessions.othersTitle')}
          safe={t('security.sessions.keep')}
          other={{ label: t('security.sessions.endOthers'), tone: 'danger' }}
          onSafe={() => setAsking(false)}
          onOther={endOthers}
        >
          <p>{t('security.sessions.othersText')}</p>
        </ChoiceDialog>
      )}
    </section>
  );
}
