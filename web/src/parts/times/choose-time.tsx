import { Button, Group } from '@mantine/core';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now as nowMs } from '../../lib/timers.ts';
import { DateField } from '../dates/date-field.tsx';
import { TimeField } from '../dates/time-field.tsx';
import { momentOfWall, wallAt } from '../dates/zoned-time.ts';
import { plannedWords } from '../sending/planned-words.ts';
import { useSettings } from '../settings/use-settings.ts';
import styles from './choose-time.module.css';
import { faultOfPick, firstPick } from './picked-times.ts';

const seconds = () => Math.floor(nowMs() / 1000);

export type TimeChoice = { key: string; words: string; at: number };

type Props = {
  choices: readonly TimeChoice[];
  /** The button below a time of one's own. */
  confirm: string;
  /** Why nothing can be later than two years from now. */
  far: string;
  onChosen(at: number): void;
  /** More choices, which are no times. */
  children?: ReactNode;
};

/** Times to choose from, each with its date in words, or one of one's own. */
export function ChooseTime({ choices, onChosen, children, ...own }: Props) {
  const { t, language } = useTranslation();
  const { time_zone: zone } = useSettings();
  const [picking, setPicking] = useState(false);
  const wordsOf = (at: number) => plannedWords(at, zone, language);
  return (
    <>
      <ul className={styles['choices']}>
        {choices.map(({ key, words, at }, index) => (
          <li key={key}>
            <button
              type="button"
              className={styles['choice']}
              data-autofocus={index === 0 || undefined}
              onClick={() => onChosen(at)}
            >
              <span>{words}</span>
              <span className={styles['when']}>{wordsOf(at)}</span>
            </button>
          </li>
        ))}
        {children}
        {!picking && <OtherChoice onClick={() => setPicking(true)}>{t('snooze.pick')}</OtherChoice>}
      </ul>
      {picking && <PickTime zone={zone} wordsOf={wordsOf} onPicked={onChosen} {...own} />}
    </>
  );
}

export function OtherChoice({ onClick, children }: { onClick(): void; children: ReactNode }) {
  return (
    <li>
      <button type="button" className={styles['choice']} onClick={onClick}>
        {children}
      </button>
    </li>
  );
}

type PickProps = Pick<Props, 'confirm' | 'far'> & {
  zone: string;
  wordsOf(at: number): string;
  onPicked(at: number): void;
};

/** A day and time of one's own. */
function PickTime({ zone, wordsOf, onPicked, confirm, far }: PickProps) {
  const { t } = useTranslation();
  const id = useId();
  const [picked, setPicked] = useState(() => firstPick(seconds(), zone));
  const [tried, setTried] = useState(false);
  const today = wallAt(seconds(), zone).day;
  const moment = momentOfWall(picked, zone);
  const fault = tried && faultOfPick(moment, seconds());

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (moment !== null && faultOfPick(moment, seconds()) === null) onPicked(moment);
  }

  return (
    <form className={styles['pick']} onSubmit={submit} noValidate>
      <div className={styles['pair']}>
        <label htmlFor={`${id}-day`}>
          {t('snooze.day')}
          <DateField
            id={`${id}-day`}
            value={picked.day}
            min={today}
            lean={{ to: 'ahead', from: today }}
            autoFocus
            onChange={(day) => setPicked((before) => ({ ...before, day }))}
          />
        </label>
        <label htmlFor={`${id}-time`}>
          {t('snooze.time')}
          <TimeField
            id={`${id}-time`}
            value={picked.time}
            onChange={(time) => setPicked((before) => ({ ...before, time }))}
          />
        </label>
      </div>
      <p className={styles['when']} role={fault ? 'alert' : undefined} data-fault={fault || undefined}>
        {fault ? (fault === 'far' ? far : t(`snooze.faults.${fault}`)) : moment !== null && wordsOf(moment)}
      </p>
      <Group justify="flex-end">
        <Button type="submit">{confirm}</Button>
      </Group>
    </form>
  );
}
