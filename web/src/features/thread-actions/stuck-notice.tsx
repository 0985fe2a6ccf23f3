import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { StuckAct } from '../../model/mail/mail-model.ts';
import { forgetTakenBack } from '../../parts/acts/act-history.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { dismiss, dismissAbout, notify, showNotice } from '../../parts/notices/notify.ts';
import { useSessionModel } from '../../parts/session/use-session-model.ts';
import { stopBatch } from './run-batch.ts';
import { wordsOfActs } from './waiting-words.ts';

/**
 * One notice for all waiting acts; it stays until the server has done or refused them, or they were undone.
 */
export function StuckNotice({ stuck }: { stuck: readonly StuckAct[] }) {
  const { t } = useTranslation();
  const model = useMailModel();
  const session = useSessionModel();
  const shown = useRef<number | null>(null);
  const acts = wordsOfActs(t, model, stuck);

  // A notice has already announced them as done.
  useEffect(() => dismissAbout(stuck.map(({ id }) => id)), [stuck]);

  useEffect(() => {
    function takeBack(): void {
      stopBatch();
      const taken = model.takeBackStuck().filter(({ undoing }) => !undoing);
      forgetTakenBack(taken.map(({ id }) => id));
      notify({ text: t('acts.undone', { what: acts }) });
    }

    shown.current = showNotice({
      text: t('stuckActs.text', { acts }),
      tone: 'danger',
      seconds: null,
      instead: shown.current,
      action: { label: t('notices.lost.tryNow'), run: () => session.tryNow() },
      undo: takeBack,
    });
  }, [acts, model, session, t]);

  useEffect(() => () => dismiss(shown.current ?? 0), []);
  return null;
}
