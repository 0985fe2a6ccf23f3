import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now as nowMs } from '../../lib/timers.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { useSettings } from '../settings/use-settings.ts';
import { ChooseTime, OtherChoice } from './choose-time.tsx';
import { snoozeChoices } from './snooze-choices.ts';

type Props = { count: number; onChoose(until: number | null): void; onClose(): void };

/** LT-11: until when conversations are put aside, each choice with its date. */
export function SnoozeTimes({ count, onChoose, onClose }: Props) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const [openedAt] = useState(() => Math.floor(nowMs() / 1000));
  return (
    <Modal
      opened
      onClose={onClose}
      size={420}
      title={t('snooze.title', { threads: t('acts.threads', { count }) })}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <ChooseTime
        choices={snoozeChoices(openedAt, zone).map(({ name, at }) => ({
          key: name,
          words: t(`snooze.${name}`),
          at,
        }))}
        confirm={t('snooze.confirm')}
        far={t('snooze.faults.far')}
        onChosen={onChoose}
      >
        <OtherChoice onClick={() => onChoose(null)}>{t('snooze.reply')}</OtherChoice>
      </ChooseTime>
    </Modal>
  );
}
