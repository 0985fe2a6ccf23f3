import { IconClock } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { everySecond, now } from '../../lib/timers.ts';
import { useLazyCompose, useWithCompose } from '../../parts/compose/lazy-compose.ts';
import { notify } from '../../parts/notices/notify.ts';
import styles from './message-state.module.css';

/**
 * SD-11: a message still in its undo delay. The remaining seconds are shown only in the browser that sent it:
 * the clock of another one may be wrong. Whether undo comes too late is decided by the server.
 */
export function HeldLine({ messageId }: { messageId: string }) {
  const { t } = useTranslation();
  const withCompose = useWithCompose();
  const seconds = useSecondsLeft(messageId);

  function undo(): void {
    withCompose(async (compose) => {
      const outcome = await compose.undoSend(messageId, 'send');
      if (outcome.kind === 'undone') return notify({ text: t('sending.undone') });
      const { error } = outcome;
      const text =
        error.code === 'not_undoable'
          ? t('sending.undoRefused')
          : t('sending.undoFailed', { reason: errorWords(t, error) });
      notify({ text, tone: 'danger', seconds: 8 });
    });
  }

  return (
    <div className={styles.line}>
      <IconClock size={16} aria-hidden />
      <span>
        {seconds === null ? t('outgoing.state.held') : t('outgoing.state.heldFor', { count: seconds })}
      </span>
      <button type="button" className={`${styles.who} not-printed`} onClick={undo}>
        {t('common.actions.undo')}
      </button>
    </div>
  );
}

function useSecondsLeft(messageId: string): number | null {
  const lazyCompose = useLazyCompose();
  const model = useSyncExternalStore(lazyCompose.subscribe, lazyCompose.model);
  const undoUntil = useSyncExternalStore(
    model?.subscribe ?? nothingToFollow,
    () => model?.sentMails().find((sent) => sent.messageId === messageId)?.undoUntil ?? null,
  );
  const [moment, setMoment] = useState(now);
  useEffect(() => everySecond(() => setMoment(now())), []);
  if (undoUntil === null) return null;
  const left = Math.ceil((undoUntil - moment) / 1000);
  return left > 0 ? left : null;
}

function nothingToFollow(): () => void {
  return () => undefined;
}
