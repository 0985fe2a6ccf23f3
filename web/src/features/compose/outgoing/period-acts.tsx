import type { Message, PeriodicRule, PeriodicState } from '@bocau/contract/messages.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../mailbox-context/use-api.ts';
import { ask } from '../dialogs/asking.ts';
import { ChoiceDialog } from '../dialogs/choice-dialog.tsx';
import { useComposeDoor } from '../windows/compose-door.ts';
import styles from './message-state.module.css';
import { useLetterAct } from './use-letter-act.ts';

/** PE-7 */
export function PeriodActs({ message: { id }, period }: { message: Message; period: PeriodicState }) {
  const { t } = useTranslation();
  const api = useApi();
  const door = useComposeDoor();
  const [act, busy] = useLetterAct();
  const [cancelling, setCancelling] = useState(false);

  function change(action: 'pause' | 'resume' | 'skip_next'): void {
    act(async () => {
      await api.changePeriodic({ params: { id }, body: { action } });
      return null;
    });
  }

  async function changeRule(): Promise<null> {
    await door.load();
    const rule = await ask<PeriodicRule | null>((answer) => ({ kind: 'period', rule: period, answer }));
    if (rule) await api.sendPeriodically({ body: { msg_id: id, ...rule } });
    return null;
  }

  async function cancel(): Promise<string> {
    const compose = await door.load();
    const outcome = await compose.undoSend(id, 'period');
    if (outcome.kind === 'refused') throw outcome.error;
    return t('sending.state.cancelled');
  }

  return (
    <div className={styles.acts}>
      {period.state !== 'ended' && (
        <>
          <Button
            size="xs"
            variant="default"
            disabled={busy}
            onClick={() => change(period.state === 'paused' ? 'resume' : 'pause')}
          >
            {t(period.state === 'paused' ? 'sending.state.resume' : 'sending.state.pause')}
          </Button>
          <Button size="xs" variant="default" disabled={busy} onClick={() => change('skip_next')}>
            {t('sending.state.skip')}
          </Button>
        </>
      )}
      <Button size="xs" variant="default" disabled={busy} onClick={() => act(changeRule)}>
        {t('sending.state.change')}
      </Button>
      <Button size="xs" variant="default" disabled={busy} onClick={() => setCancelling(true)}>
        {t('sending.state.cancelPeriod')}
      </Button>
      {cancelling && (
        <ChoiceDialog
          title={t('sending.state.cancelPeriodTitle')}
          safe={t('sending.state.keepPeriod')}
          other={{ label: t('sending.state.cancelPeriod'), tone: 'danger' }}
          onSafe={() => setCancelling(false)}
          onOther={() => {
            setCancelling(false);
            act(cancel);
          }}
        >
          <p>{t('sending.state.cancelPeriodText')}</p>
        </ChoiceDialog>
      )}
    </div>
  );
}
