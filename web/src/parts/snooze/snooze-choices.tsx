import { Button, Group } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now as nowMs } from '../../lib/timers.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { DateField } from '../dates/date-field.tsx';
import { TimeField } from '../dates/time-field.tsx';
import { momentOfWall, wallAt } from '../dates/zoned-time.ts';
import { plannedWords } from '../sending/planned-words.ts';
import { useSettings } from '../settings/use-settings.ts';
import styles from './snooze-choices.module.css';
import { faultOfPick, firstPick, snoozeChoices } from './snooze-times.ts';

const seconds = () => Math.floor(nowMs() / 1000);

type TimesProps = { count: number; onChoose(until: number | null): void; onClose(): void };

/** LT-11: until when conversations are put aside, each choice with its date. */
export function SnoozeTimes({ count, onChoose: snooze, onClose }: TimesProps) {
  const { t, language } = useTranslation();
  const { time_zone: zone } = useSettings();
  const [openedAt] = useState(seconds);
  const [picking, setPicking] = useState(false);
  const wordsOf = (at: number) => plannedWords(at, zone, language);

  return (
    <Modal
      opened
      onClose={onClose}
      size={420}
      title={t('snooze.title', { threads: t('acts.threads', { count }) })}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <ul className={styles['choices']}>
        {snoozeChoices(openedAt, zone).map(({ name, at }, index) => (
          <li key={name}>
            <button
              type="button"
              className={styles['choice']}
              data-autofocus={index === 0 || undefined}
              onClick={() => snooze(at)}
            >
              <span>{t(`snooze.${name}`)}</span>
              <span className={styles['when']}>{wordsOf(at)}</span>
            </button>
          </li>
        ))}
        <li>
          <button type="button" className={styles['choice']} onClick={() => snooze(null)}>
            {t('snooze.reply')}
          </button>
        </li>
        {!picking && (
          <li>
            <button type="button" className={styles['choice']} onClick={() => setPicking(true)}>
              {t('snooze.pick')}
            </button>
          </li>
        )}
      </ul>
      {picking && <PickTime zone={zone} wordsOf={wordsOf} onPicked={snooze} />}
    </Modal>
  );
}

type PickProps = { zone: string; wordsOf(at: number): string; onPicked(at: number): void };

/** A day and time of one's own. */
function PickTime({ zone, wordsOf, onPicked }: PickProps) {
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
        {fault ? t(`snooze.faults.${fault}`) : moment !== null && wordsOf(moment)}
      </p>
      <Group justify="flex-end">
        <Button type="submit">{t('snooze.confirm')}</Button>
      </Group>
    </form>
  );
}
