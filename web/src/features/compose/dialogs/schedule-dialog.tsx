import { zoneWords } from '@bocau/contract/zone-words.ts';
import { Button } from '@mantine/core';
import { IconCalendarTime, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { now as nowMs } from '../../../lib/timers.ts';
import { momentOfWall, wallAt } from '../../../parts/dates/zoned-time.ts';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import { PickTime } from '../../../parts/times/pick-time.tsx';
import { OtherChoice, TimeChoices } from '../../../parts/times/time-choices.tsx';
import { Modal } from '../../../ui/layers/modal.tsx';
import { usePlannedWords } from '../outgoing/use-planned-words.ts';
import styles from './dialogs.module.css';
import { faultOfPick, firstPick, presetsAt } from './schedule-times.ts';

type Props = {
  /** The time it is scheduled for so far. */
  at: number | null;
  onAnswer(at: number | null): void;
};

/** SC-1 to SC-3 */
export function ScheduleDialog({ at, onAnswer }: Props) {
  const { t, language } = useTranslation();
  const { time_zone: zone } = useSettings();
  const planned = usePlannedWords();
  const [openedAt] = useState(() => Math.floor(nowMs() / 1000));
  const [picked, setPicked] = useState(() => (at === null ? firstPick(openedAt, zone) : wallAt(at, zone)));
  const [picking, setPicking] = useState(at !== null);
  const { place, offset } = zoneWords(zone, momentOfWall(picked, zone) ?? openedAt, language);

  function faultWords(moment: number | null, now: number): string | null {
    const fault = faultOfPick(moment, now);
    return fault && t(`sending.scheduling.faults.${fault}`);
  }

  return (
    <Modal
      opened
      onClose={() => onAnswer(null)}
      title={t('sending.scheduling.title')}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
      centered
      size={460}
    >
      <TimeChoices
        choices={presetsAt(openedAt, zone).map(({ name, at: moment }) => ({
          key: name,
          words: t(`sending.scheduling.${name}`),
          at: moment,
        }))}
        wordsOf={planned}
        onChosen={onAnswer}
      >
        {!picking && (
          <OtherChoice onClick={() => setPicking(true)}>
            <span>
              <IconCalendarTime size={18} aria-hidden /> {t('sending.scheduling.custom')}
            </span>
            <IconChevronRight size={18} aria-hidden />
          </OtherChoice>
        )}
      </TimeChoices>
      {picking && (
        <PickTime
          picked={picked}
          zone={zone}
          confirm={t('sending.scheduling.confirm')}
          wordsOf={(moment) => t('sending.scheduling.willBe', { time: planned(moment) })}
          faultWords={faultWords}
          onPick={setPicked}
          onPicked={onAnswer}
        >
          <Button variant="default" onClick={() => onAnswer(null)}>
            {t('common.actions.cancel')}
          </Button>
        </PickTime>
      )}
      <p className={styles.zone}>{t('sending.scheduling.zone', { zone: place, offset })}</p>
    </Modal>
  );
}
