import { Button } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { shortMoment } from '../../lib/dates.ts';
import { now } from '../../lib/timers.ts';
import { actHistory, type PastAct } from '../../parts/acts/act-history.ts';
import { takeBack } from '../../parts/acts/undo-latest.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import styles from './history-dialog.module.css';
import { learnJobs } from './learn-jobs.ts';

/** The latest acts of every kind, each of which can be undone separately. */
export function HistoryDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const model = useMailModel();
  const acts = useSyncExternalStore(actHistory.subscribe, actHistory.get);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    learnJobs(model).catch(() => setFailed(true));
  }, [model]);
  return (
    <Modal
      opened
      onClose={onClose}
      size={520}
      title={t('acts.history.title')}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      {acts.length === 0 && <p className={styles['note']}>{t('acts.history.empty')}</p>}
      <ul className={styles['acts']}>
        {acts.map((act) => (
          <HistoryLine key={act.id} act={act} />
        ))}
      </ul>
      <p className={styles['note']} role={failed ? 'alert' : undefined}>
        {t(failed ? 'acts.history.failed' : 'acts.history.note')}
      </p>
    </Modal>
  );
}

function HistoryLine({ act }: { act: PastAct }) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const words = act.words();
  const over = act.state !== 'done';
  const label = t(`acts.history.${act.state === 'done' ? 'undo' : act.state}`);
  return (
    <li className={styles['act']}>
      <span className={styles['words']}>{words}</span>
      <time dateTime={new Date(act.at * 1000).toISOString()}>{shortMoment(act.at, now(), zone)}</time>
      <Button
        variant={over ? 'transparent' : 'default'}
        size="xs"
        // Not `disabled`, so that it keeps the focus when there is nothing left to do.
        aria-disabled={over || undefined}
        data-disabled={over || undefined}
        aria-label={`${label}: ${words}`}
        onClick={over ? undefined : () => void takeBack(act.id)}
      >
        {label}
      </Button>
    </li>
  );
}
