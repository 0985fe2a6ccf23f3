import { Button } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useLazyCompose } from '../../parts/compose/lazy-compose.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { ask } from '../compose/dialogs/dialog-requests.ts';
import styles from './message-state.module.css';
import { useBackInDrafts } from './use-back-in-drafts.ts';
import { useMessageRequest } from './use-message-request.ts';
import { useMoments } from './use-moments.ts';

type Props = { messageId: string; at: number; onGone(): void };

/** SC-6: when it will be sent, with the ways to cancel or reschedule it. */
export function ScheduledBanner({ messageId, at, onGone }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const lazyCompose = useLazyCompose();
  const { told } = useMoments();
  const act = useMessageRequest(messageId);
  const notifyBackInDrafts = useBackInDrafts(messageId);

  async function move(timestamp: number): Promise<void> {
    await api.scheduleMail({ body: { msg_id: messageId, timestamp } });
  }

  async function askForTime(): Promise<void> {
    await lazyCompose.load();
    const timestamp = await ask<number | null>((answer) => ({ kind: 'schedule', at, answer }));
    if (timestamp === null || timestamp === at) return;
    await move(timestamp);
    notify({
      text: t('outgoing.schedule.moved', { time: told(timestamp) }),
      undo: () => act(() => move(at)),
    });
  }

  async function cancel(): Promise<void> {
    await api.cancelSchedule({ params: { id: messageId } });
    notifyBackInDrafts(t('outgoing.schedule.cancelled'));
    onGone();
  }

  return (
    <div className={styles.state}>
      <IconClock size={18} aria-hidden />
      <div className={styles.words}>
        <p>
          <strong>{t('outgoing.schedule.at', { time: told(at) })}</strong>
        </p>
        <div className={`${styles.acts} not-printed`}>
          <Button size="xs" variant="default" onClick={() => act(askForTime)}>
            {t('outgoing.schedule.move')}
          </Button>
          <Button size="xs" variant="default" onClick={() => act(cancel)}>
            {t('outgoing.schedule.cancel')}
          </Button>
        </div>
      </div>
    </div>
  );
}
