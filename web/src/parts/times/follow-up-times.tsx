import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now as nowMs } from '../../lib/timers.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { useSettings } from '../settings/use-settings.ts';
import { ChooseTime } from './choose-time.tsx';
import { daysLater, FOLLOW_UP_CHOICES } from './picked-times.ts';

type Props = { onChosen(at: number): void; onClose(): void };

/** The dialog in which to choose when to be reminded, should nobody answer. */
export function FollowUpTimes({ onChosen, onClose }: Props) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const [openedAt] = useState(() => Math.floor(nowMs() / 1000));
  return (
    <Modal
      opened
      onClose={onClose}
      size={420}
      title={t('followUp.title')}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <ChooseTime
        choices={FOLLOW_UP_CHOICES.map((count) => ({
          key: String(count),
          words: t('followUp.in', { count }),
          at: daysLater(openedAt, count, zone),
        }))}
        confirm={t('followUp.confirm')}
        far={t('followUp.far')}
        onChosen={(at) => {
          onClose();
          onChosen(at);
        }}
      />
    </Modal>
  );
}
