import type { ApiClient } from '@bocau/contract/client.ts';
import type { OpenSession } from '@bocau/contract/security.ts';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import pageStyles from '../../../parts/account/account-page.module.css';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { deviceWords } from '../../../parts/account/device-words.ts';
import { SessionLine } from '../../../parts/account/session-line.tsx';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useAttempt } from '../../../parts/notices/use-attempt.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import styles from './people.module.css';
import type { PersonProps } from './person-props.ts';
import { SignInsDialog } from './sign-ins-dialog.tsx';

export function sessionsOf(api: ApiClient, id: string) {
  const params = { id };
  return {
    queryKey: ['sessions-of', id],
    queryFn: async () => (await api.listSessionsOf({ params })).data,
  };
}

/** A person's sessions, the way to end them, and their sign-in history. */
export function PersonSessions({ person, onChanged }: PersonProps) {
  const { t } = useTranslation();
  const api = useApi();
  const heading = useRef<HTMLHeadingElement>(null);
  const [looking, setLooking] = useState(false);
  // The session had already ended; the reloaded list shows that.
  const { busy, run } = useAttempt((error) =>
    error.status === 404 ? null : t('security.failed', { reason: errorWords(t, error) }),
  );
  const { fullname: name } = person;
  const params = { id: person.id };
  const sessions = useQuery(sessionsOf(api, person.id));

  /** An ended session leaves the list; the focus must not be lost with it. */
  async function end(act: () => Promise<unknown>, words: string) {
    await run(async () => {
      await act();
      notify({ text: words });
    });
    heading.current?.focus();
    await onChanged();
  }

  const endOne = ({ id: session, device, protocol }: OpenSession) =>
    end(
      () => api.endSessionOf({ params: { ...params, session } }),
      t('security.sessions.ended', { device: deviceWords(t, device, protocol) }),
    );

  return (
    <section className={styles.part} aria-labelledby="person-sessions">
      <h3 id="person-sessions" ref={heading} tabIndex={-1}>
        {t('admin.sessions.title')}
      </h3>
      {!sessions.data && <AccountState query={sessions} lines={1} />}
      {sessions.data?.length === 0 && <p role="status">{t('admin.sessions.none')}</p>}
      {sessions.data && sessions.data.length > 0 && (
        <ul className={pageStyles.lines} aria-labelledby="person-sessions">
          {sessions.data.map((session) => (
            <SessionLine
              key={session.id}
              session={session}
              disabled={busy}
              onEnd={() => void endOne(session)}
            />
          ))}
        </ul>
      )}
      <div className={styles.acts}>
        <Button
          variant="default"
          disabled={busy}
          onClick={() =>
            void end(() => api.signOutAnyPerson({ params }), t('people.access.signedOut', { name }))
          }
        >
          {t('people.access.signOut')}
        </Button>
        <Button variant="default" onClick={() => setLooking(true)}>
          {t('admin.sessions.history')}…
        </Button>
      </div>
      {looking && <SignInsDialog person={person} onClose={() => setLooking(false)} />}
    </section>
  );
}
