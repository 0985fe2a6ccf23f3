import type { PeriodicRule, PeriodicState } from '@bocau/contract/messages.ts';
import { Button } from '@mantine/core';
import { IconCalendarRepeat } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useLazyCompose } from '../../parts/compose/lazy-compose.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { ChoiceDialog } from '../../ui/layers/choice-dialog.tsx';
import { ask } from '../compose/dialogs/dialog-requests.ts';
import styles from './message-state.module.css';
import { periodWords } from './period-words.ts';
import { useBackInDrafts } from './use-back-in-drafts.ts';
import { useMessageRequest } from './use-message-request.ts';
import { useMoments } from './use-moments.ts';

const SHOWN_DATES = 5;

type Props = { messageId: string; period: PeriodicState; onGone(): void };

/** PE-7: the rule, the next send, and the ways to stop. */
export function PeriodicBanner({ messageId, period, onGone }: Props) {
  const { t, language } = useTranslation();
  const { planned, isElsewhere, zone } = useMoments();
  const heading = useId();
  const { state, sent_count: sent } = period;
  const dates = state === 'active' ? period.next_dates.slice(0, SHOWN_DATES) : [];
  return (
    <div className={styles.state}>
      <IconCalendarRepeat size={18} aria-hidden />
      <div className={styles.words}>
        <p>
          <strong>{t(`outgoing.period.${state}`)}</strong>
        </p>
        <p>{periodWords(t, language, period)}</p>
        {sent > 0 && <p className={styles.aside}>{t('outgoing.period.sent', { count: sent })}</p>}
        {state === 'paused' && <p className={styles.aside}>{t('outgoing.period.pausedDates')}</p>}
        {dates.length > 0 && (
          <>
            <p id={heading} className={styles.heading}>
              {t('outgoing.period.next')}
            </p>
            <ol className={styles.dates} aria-labelledby={heading}>
              {dates.map((date) => (
                <li key={date}>{planned(date)}</li>
              ))}
            </ol>
            {dates.some(isElsewhere) && <p className={styles.aside}>{t('outgoing.timesIn', { zone })}</p>}
          </>
        )}
        <PeriodicActs messageId={messageId} period={period} onGone={onGone} />
      </div>
    </div>
  );
}

function PeriodicActs({ messageId: id, period, onGone }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const lazyCompose = useLazyCompose();
  const { planned } = useMoments();
  const act = useMessageRequest(id);
  const [cancelling, setCancelling] = useState(false);
  const notifyBackInDrafts = useBackInDrafts(id);
  const isPaused = period.state === 'paused';

  async function change(action: 'pause' | 'resume' | 'skip_next'): Promise<void> {
    await api.changePeriodic({ params: { id }, body: { action } });
  }

  async function skip(): Promise<void> {
    const [next] = period.next_dates;
    await change('skip_next');
    if (next !== undefined) notify({ text: t('outgoing.period.skipped', { time: planned(next) }) });
  }

  async function changeRule(): Promise<void> {
    await lazyCompose.load();
    const rule = await ask<PeriodicRule | null>((answer) => ({ kind: 'period', rule: period, answer }));
    if (!rule) return;
    await api.sendPeriodically({ body: { msg_id: id, ...rule } });
    notify({ text: t('outgoing.period.changed') });
  }

  async function cancel(): Promise<void> {
    await api.cancelPeriodic({ params: { id } });
    notifyBackInDrafts(t('outgoing.period.cancelled'));
    onGone();
  }

  return (
    <div className={`${styles.acts} not-printed`}>
      {period.state !== 'ended' && (
        <Button size="xs" variant="default" onClick={() => act(() => change(isPaused ? 'resume' : 'pause'))}>
          {t(isPaused ? 'outgoing.period.resume' : 'outgoing.period.pause')}
        </Button>
      )}
      {period.state === 'active' && (
        <Button size="xs" variant="default" onClick={() => act(skip)}>
          {t('outgoing.period.skip')}
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => act(changeRule)}>
        {t('outgoing.period.change')}
      </Button>
      <Button size="xs" variant="default" onClick={() => setCancelling(true)}>
        {t('outgoing.period.cancel')}
      </Button>
      {cancelling && (
        <ChoiceDialog
          title={t('outgoing.period.cancelTitle')}
          safe={t('outgoing.period.keep')}
          other={{ label: t('outgoing.period.cancel'), tone: 'danger' }}
          onSafe={() => setCancelling(false)}
          onOther={() => {
            setCancelling(false);
            act(cancel);
          }}
        >
          <p>{t('outgoing.period.cancelText')}</p>
        </ChoiceDialog>
      )}
    </div>
  );
}
