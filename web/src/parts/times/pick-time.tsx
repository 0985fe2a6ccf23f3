import { Button, Group } from '@mantine/core';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now as nowMs } from '../../lib/timers.ts';
import { DateField } from '../dates/date-field.tsx';
import { TimeField } from '../dates/time-field.tsx';
import { momentOfWall, type WallTime, wallAt } from '../dates/zoned-time.ts';
import styles from './times.module.css';

const seconds = () => Math.floor(nowMs() / 1000);

type Props = {
  picked: WallTime;
  zone: string;
  confirm: string;
  wordsOf(at: number): string;
  /** What is wrong with a moment; null where nothing is. */
  faultWords(at: number | null, now: number): string | null;
  onPick(picked: WallTime): void;
  onPicked(at: number): void;
  /** Beside the button. */
  children?: ReactNode;
};

/** A day and time of one's own; a moment that can't be is told at once, and what is missing once it was submitted. */
export function PickTime(props: Props) {
  const { picked, zone, confirm, wordsOf, faultWords, onPick, onPicked, children } = props;
  const { t } = useTranslation();
  const id = useId();
  const [tried, setTried] = useState(false);
  const today = wallAt(seconds(), zone).day;
  const moment = momentOfWall(picked, zone);
  const fault = tried || moment !== null ? faultWords(moment, seconds()) : null;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (moment !== null && faultWords(moment, seconds()) === null) onPicked(moment);
  }

  return (
    <form className={styles.pick} onSubmit={submit} noValidate>
      <div className={styles.pair}>
        <label htmlFor={`${id}-day`}>
          {t('snooze.day')}
          <DateField
            id={`${id}-day`}
            value={picked.day}
            min={today}
            lean={{ to: 'ahead', from: today }}
            autoFocus
            onChange={(day) => onPick({ ...picked, day })}
          />
        </label>
        <label htmlFor={`${id}-time`}>
          {t('snooze.time')}
          <TimeField id={`${id}-time`} value={picked.time} onChange={(time) => onPick({ ...picked, time })} />
        </label>
      </div>
      <p
        className={styles.when}
        role={fault === null ? undefined : tried ? 'alert' : 'status'}
        data-fault={fault === null ? undefined : true}
      >
        {fault ?? (moment !== null && wordsOf(moment))}
      </p>
      <Group justify="flex-end" gap={8}>
        {children}
        <Button type="submit">{confirm}</Button>
      </Group>
    </form>
  );
}
