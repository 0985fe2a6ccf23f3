import { SNOOZED } from '@bocau/contract/folder-roles.ts';
import { Button, Group } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now as nowMs } from '../../lib/timers.ts';
import { type ActTarget, groupsOf } from '../../parts/acts/act-target.ts';
import { DateField } from '../../parts/dates/date-field.tsx';
import { TimeField } from '../../parts/dates/time-field.tsx';
import { momentOfWall, wallAt } from '../../parts/dates/zoned-time.ts';
import { plannedWords } from '../../parts/sending/planned-words.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { beginAct } from './begin-act.ts';
import styles from './snooze-dialog.module.css';
import { faultOfPick, firstPick, snoozeChoices } from './snooze-times.ts';

const seconds = () => Math.floor(nowMs() / 1000);

/** LT-12: puts the conversations aside. */
export function SnoozeDialog({ target, onClose }: { target: ActTarget; onClose(): void }) {
  const { t, language } = useTranslation();
  const { time_zone: zone } = useSettings();

  function snooze(until: number | null): void {
    onClose();
    beginAct(target, {
      name: 'snooze',
      operation: (threads) => ({ kind: 'snooze', groups: groupsOf(threads), until }),
      each: target.threads.some(({ mailbox_name }) => mailbox_name === SNOOZED),
      folder: until === null ? t('snooze.untilReply') : plannedWords(until, zone, language),
    });
  }

  return <SnoozeTimes count={target.threads.length} onChoose={snooze} onClose={onClose} />;
}

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
