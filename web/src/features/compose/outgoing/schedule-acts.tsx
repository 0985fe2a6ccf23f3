import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../mailbox-context/use-api.ts';
import { ask } from '../dialogs/asking.ts';
import { useComposeDoor } from '../windows/compose-door.ts';
import styles from './message-state.module.css';
import { useLetterAct } from './use-letter-act.ts';
import { usePlannedWords } from './use-planned-words.ts';

/** SC-6: it can be taken back, or go out at another time. */
export function ScheduleActs({ messageId, at }: { messageId: string; at: number }) {
  const { t } = useTranslation();
  const api = useApi();
  const door = useComposeDoor();
  const planned = usePlannedWords();
  const [act, busy] = useLetterAct();

  async function cancel(): Promise<string> {
    const compose = await door.load();
    const outcome = await compose.undoSend(messageId, 'schedule');
    if (outcome.kind === 'refused') throw outcome.error;
    return t('sending.state.cancelled');
  }

  async function reschedule(): Promise<string | null> {
    await door.load();
    const timestamp = await ask<number | null>((answer) => ({ kind: 'schedule', at, answer }));
    if (timestamp === null) return null;
    await api.scheduleMail({ body: { msg_id: messageId, timestamp } });
    return t('sending.state.rescheduled', { time: planned(timestamp) });
  }

  return (
    <div className={styles.acts}>
      <Button size="xs" variant="default" disabled={busy} onClick={() => act(reschedule)}>
        {t('sending.state.reschedule')}
      </Button>
      <Button size="xs" variant="default" disabled={busy} onClick={() => act(cancel)}>
        {t('sending.state.cancelSchedule')}
      </Button>
    </div>
  );
}
