import type { HeldAct, HeldDecision, HeldMessage } from '@bocau/contract/held-messages.ts';
import { useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import pageStyles from '../account/account-page.module.css';
import { AccountState } from '../account/account-state.tsx';
import { useAccountAttempt } from '../account/use-account-attempt.ts';
import { notify } from '../notices/notify.ts';
import { useQuery } from '../queries/use-query.ts';
import type { GroupCalls } from './group-calls.ts';
import styles from './groups.module.css';
import { HeldActs, HeldFacts } from './held-message.tsx';
import { decisionWords } from './held-words.ts';

/** The messages that wait for the keepers of a group. */
export function HeldMessages({ calls, onDecided }: { calls: GroupCalls; onDecided?(): void }) {
  const { t } = useTranslation();
  const held = useQuery({
    queryKey: ['held-messages', calls.email],
    queryFn: () => calls.held(),
    gcTime: 0,
  });
  const { busy, run } = useAccountAttempt();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = held.data;

  const decide = (message: HeldMessage, act: HeldAct) =>
    run(async () => {
      const decided: HeldDecision = await calls.decide(message.id, act);
      notify({ text: decisionWords(t, decided, act) });
      await held.refetch();
      onDecided?.();
      // The line that had the focus is gone.
      heading.current?.focus();
    });

  return (
    <section className={styles.part} aria-labelledby="held-messages">
      <h3 id="held-messages" ref={heading} tabIndex={-1}>
        {t('groups.held.title')}
      </h3>
      <p>{t('groups.held.about')}</p>
      {!shown && <AccountState query={held} lines={2} />}
      {shown?.length === 0 && <p>{t('groups.held.none')}</p>}
      {shown && shown.length > 0 && (
        <ul className={pageStyles.lines} aria-labelledby="held-messages">
          {shown.map((message) => (
            <li key={message.id} className={styles.held}>
              <HeldFacts message={message} />
              <HeldActs message={message} busy={busy} onAct={(act) => void decide(message, act)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
