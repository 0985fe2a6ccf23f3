import { zoneWords } from '@bocau/contract/zone-words.ts';
import { Button, Group } from '@mantine/core';
import { IconCalendarTime, IconChevronRight } from '@tabler/icons-react';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { now as nowMs } from '../../../lib/timers.ts';
import { DateField } from '../../../parts/dates/date-field.tsx';
import { TimeField } from '../../../parts/dates/time-field.tsx';
import { momentOfWall, type WallTime, wallAt } from '../../../parts/dates/zoned-time.ts';
import { useSettings } from '../../../parts/settings/use-settings.ts';
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
  const moment = momentOfWall(picked, zone);
  const { place, offset } = zoneWords(zone, moment ?? openedAt, language);
  return (
    <Modal
      opened
      onClose={() => onAnswer(null)}
      title={t('sending.scheduling.title')}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
      centered
      size={460}
    >
      <ul className={styles.presets}>
        {presetsAt(openedAt, zone).map((preset, index) => (
          <li key={preset.name}>
            <button
              type="button"
              className={styles.preset}
              data-autofocus={index === 0 || undefined}
              onClick={() => onAnswer(preset.at)}
            >
              <span>{t(`sending.scheduling.${preset.name}`)}</span>
              <span className={styles.when}>{planned(preset.at)}</span>
            </button>
          </li>
        ))}
        {!picking && (
          <li>
            <button type="button" className={styles.preset} onClick={() => setPicking(true)}>
              <span>
                <IconCalendarTime size={18} aria-hidden /> {t('sending.scheduling.custom')}
              </span>
              <IconChevronRight size={18} aria-hidden />
            </button>
          </li>
        )}
      </ul>
      {picking && (
        <PickTime
          picked={picked}
          zone={zone}
          today={wallAt(openedAt, zone).day}
          onPick={(change) => setPicked((before) => ({ ...before, ...change }))}
          onAnswer={onAnswer}
        />
      )}
      <p className={styles.zone}>{t('sending.scheduling.zone', { zone: place, offset })}</p>
    </Modal>
  );
}

type PickProps = {
  picked: WallTime;
  zone: string;
  today: string;
  onPick(change: Partial<WallTime>): void;
  onAnswer(at: number | null): void;
};

/** A custom day and time. */
function PickTime({ picked, zone, today, onPick, onAnswer }: PickProps) {
  const { t } = useTranslation();
  const planned = usePlannedWords();
  const [tried, setTried] = useState(false);
  const id = useId();
  const moment = momentOfWall(picked, zone);
  const fault = faultOfPick(moment, Math.floor(nowMs() / 1000));

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (moment !== null && faultOfPick(moment, Math.floor(nowMs() / 1000)) === null) onAnswer(moment);
  }

  return (
    <form className={styles.pick} onSubmit={submit} noValidate>
      <div className={styles.pair}>
        <label htmlFor={`${id}-day`}>
          {t('sending.scheduling.day')}
          <DateField
            id={`${id}-day`}
            value={picked.day}
            min={today}
            lean={{ to: 'ahead', from: today }}
            autoFocus
            onChange={(day) => onPick({ day })}
          />
        </label>
        <label htmlFor={`${id}-time`}>
          {t('sending.scheduling.time')}
          <TimeField id={`${id}-time`} value={picked.time} onChange={(time) => onPick({ time })} />
        </label>
      </div>
      <p
        className={styles.when}
        role={tried && fault ? 'alert' : undefined}
        data-fault={(tried && fault) || undefined}
      >
        {tried && fault
          ? t(`sending.scheduling.faults.${fault}`)
          : moment !== null && t('sending.scheduling.willBe', { time: planned(moment) })}
      </p>
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={() => onAnswer(null)}>
          {t('common.actions.cancel')}
        </Button>
        <Button type="submit">{t('sending.scheduling.confirm')}</Button>
      </Group>
    </form>
  );
}
