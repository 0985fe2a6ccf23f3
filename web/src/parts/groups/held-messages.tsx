import type { HeldAct, HeldAnswer, HeldManyAct, HeldMessage } from '@bocau/contract/held-messages.ts';
import { Checkbox } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { say } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import pageStyles from '../account/account-page.module.css';
import { AccountState } from '../account/account-state.tsx';
import { useAccountAttempt } from '../account/use-account-attempt.ts';
import { announceDone } from '../acts/announce-done.ts';
import { notify } from '../notices/notify.ts';
import { useQuery } from '../queries/use-query.ts';
import type { GroupCalls } from './group-calls.ts';
import styles from './groups.module.css';
import { HeldActs, HeldFacts, HeldManyActs } from './held-message.tsx';
import { answersWords, decisionWords, exceptionsOf } from './held-words.ts';

/** Long enough to read why something went otherwise. */
const SECONDS = 10;

/** The messages that wait for the keepers of a group: each decided by itself, or several that are picked. */
export function HeldMessages({ calls, onDecided }: { calls: GroupCalls; onDecided?(): void }) {
  const { t } = useTranslation();
  const held = useQuery({
    queryKey: ['held-messages', calls.email],
    queryFn: () => calls.held(),
    gcTime: 0,
  });
  const { busy, run } = useAccountAttempt();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [exceptions, setExceptions] = useState<{ id: string; words: string }[]>([]);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = held.data;
  // What somebody else has decided meanwhile is picked no longer.
  const picked = useMemo(() => (shown ?? []).filter(({ id }) => chosen.has(id)), [shown, chosen]);

  async function refresh(): Promise<void> {
    await held.refetch();
    onDecided?.();
  }

  /** Some may be decided though the answer was lost: the list is read again in any case. */
  async function attempt(act: () => Promise<void>): Promise<void> {
    await run(act);
    await refresh();
    // The line that had the focus is gone.
    heading.current?.focus();
  }

  const decide = ({ id }: HeldMessage, act: HeldAct) =>
    attempt(async () => {
      setExceptions([]);
      const decided = await calls.decide(id, act);
      const words = decisionWords(t, decided, act);
      if (act === 'refuse' && decided.done) announceDropped(words, [id]);
      else notify({ text: words, ...(!decided.done && { seconds: SECONDS }) });
    });

  const decideMany = (messages: readonly HeldMessage[], act: HeldAct) =>
    attempt(async () => {
      const answers = await calls.decideMany(
        messages.map(({ id }) => id),
        act,
      );
      setChosen(new Set());
      tell(answers, act, messages);
    });

  function tell(answers: HeldAnswer[], act: HeldManyAct, messages: readonly HeldMessage[]): void {
    const subjects = new Map(messages.map(({ id, subject }) => [id, subject]));
    const words = answersWords(t, answers, act);
    const found = exceptionsOf(t, answers, act, (id) => subjects.get(id) || t('groups.held.noSubject'));
    const dropped = act === 'refuse' ? answers.filter(({ message }) => message?.done) : [];
    setExceptions(found);
    if (dropped.length > 0) {
      announceDropped(
        words,
        dropped.map(({ id }) => id),
      );
    } else notify({ text: words, ...(found.length > 0 && { seconds: SECONDS }) });
  }

  /** What was dropped waits again when this is undone; what was released is with its readers. */
  function announceDropped(words: string, ids: string[]): void {
    announceDone(words, {
      async run() {
        const answers = await calls.decideMany(ids, 'wait');
        if (answers.some(({ message }) => !message?.done))
          notify({ text: answersWords(say, answers, 'wait'), seconds: SECONDS });
        await refresh();
      },
      refused: (error) =>
        notify({
          text: `${say('groups.held.notUndone')} ${errorWords(say, error)}`,
          tone: 'danger',
          seconds: SECONDS,
        }),
    });
  }

  function pick(id: string, on: boolean): void {
    setChosen((known) => {
      const next = new Set(known);
      if (on) next.add(id);
      else next.delete(id);
      return next;
    });
  }

  return (
    <section className={styles.part} aria-labelledby="held-messages">
      <h3 id="held-messages" ref={heading} tabIndex={-1}>
        {t('groups.held.title')}
      </h3>
      <p>{t('groups.held.about')}</p>
      {exceptions.length > 0 && (
        <ul className={styles.exceptions} role="status">
          {exceptions.map(({ id, words }) => (
            <li key={id}>{words}</li>
          ))}
        </ul>
      )}
      {!shown && <AccountState query={held} lines={2} />}
      {shown?.length === 0 && <p>{t('groups.held.none')}</p>}
      {shown && shown.length > 1 && (
        <div className={styles.many}>
          <Checkbox
            label={
              picked.length === 0
                ? t('groups.held.many.all')
                : t('groups.held.many.picked', { count: picked.length })
            }
            checked={picked.length === shown.length}
            indeterminate={picked.length > 0 && picked.length < shown.length}
            onChange={({ currentTarget }) =>
              setChosen(new Set(currentTarget.checked ? shown.map(({ id }) => id) : []))
            }
          />
          {picked.length > 0 && (
            <HeldManyActs messages={picked} busy={busy} onAct={(act) => void decideMany(picked, act)} />
          )}
        </div>
      )}
      {shown && shown.length > 0 && (
        <ul className={pageStyles.lines} aria-labelledby="held-messages">
          {shown.map((message) => (
            <li key={message.id} className={styles.held}>
              <span className={styles.heldFacts}>
                {shown.length > 1 && (
                  <Checkbox
                    aria-label={t('groups.held.many.pick', {
                      subject: message.subject || t('groups.held.noSubject'),
                    })}
                    checked={chosen.has(message.id)}
                    onChange={({ currentTarget }) => pick(message.id, currentTarget.checked)}
                  />
                )}
                <HeldFacts message={message} />
              </span>
              <HeldActs message={message} busy={busy} onAct={(act) => void decide(message, act)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
