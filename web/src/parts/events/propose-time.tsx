import { type CalendarTime, type Occurrence, PROPOSAL_WORDS } from '@bocau/contract/calendar.ts';
import { Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { laterTime, momentsOf, wallOfTime } from '../../model/calendar/occurrence-times.ts';
import { asApiError } from '../../model/engine/retry.ts';
import { sameValue } from '../../model/engine/same-value.ts';
import { FormButtons } from '../../ui/layers/form-buttons.tsx';
import { useUnsavedForm } from '../../ui/unsaved-forms.ts';
import { DateField } from '../dates/date-field.tsx';
import { TimeField } from '../dates/time-field.tsx';
import { isTyping } from '../keyboard/shortcuts.ts';
import { useSettings } from '../settings/use-settings.ts';
import { DayAgenda } from './day-agenda.tsx';
import styles from './propose-time.module.css';
import { type Times, timesHere } from './proposed-times.ts';

type Props = {
  /** When it is. */
  begin: Times;
  isSame(one: Occurrence): boolean;
  onSend(given: Times & { words: string }): Promise<void>;
  onCancel(): void;
};

/** CL-190: another time for a meeting, by the clock of the person, beside what else is on its day. */
export function ProposeTime({ begin, isSame, onSend, onCancel }: Props) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const [present] = useState(() => timesHere(begin, zone));
  const [times, setTimes] = useState(present);
  const [length, setLength] = useState(() => wallOfTime(present.end) - wallOfTime(present.start));
  const [words, setWords] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useUnsavedForm(words.trim() !== '' || !sameValue(times, present));
  const { start, end } = times;
  const isWhole = start.clock === null;
  const moments = isTime(start) && isTime(end) ? momentsOf(times) : null;

  function change(next: Times): void {
    setFault(null);
    setTimes(next);
  }

  /** The end goes with it, also when what was typed meanwhile was no time. */
  function move(part: Partial<CalendarTime>): void {
    const next = { ...start, ...part };
    change({ start: next, end: isTime(next) ? laterTime(next, length) : end });
  }

  function moveEnd(part: Partial<CalendarTime>): void {
    const next = { ...end, ...part };
    if (isTime(start) && isTime(next)) setLength(Math.max(0, wallOfTime(next) - wallOfTime(start)));
    change({ start, end: next });
  }

  function faultOf(): string | null {
    if (!moments) return t('invitation.propose.missing');
    if (moments.until < moments.at) return t('invitation.propose.end');
    const before = momentsOf(present);
    return moments.at === before.at && moments.until === before.until ? t('invitation.propose.same') : null;
  }

  async function send(): Promise<void> {
    const found = faultOf();
    setFault(found);
    if (found !== null || busy) return;
    setBusy(true);
    // The button is disabled meanwhile, and would lose the focus to the page.
    if (!isTyping(document.activeElement)) form.current?.focus({ preventScroll: true });
    try {
      await onSend({ ...times, words: words.trim() });
    } catch (error) {
      setFault(errorWords(t, asApiError(error)));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      ref={form}
      tabIndex={-1}
      className={styles.form}
      aria-label={t('invitation.propose.title')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        event.stopPropagation();
        void send();
      }}
    >
      <div className={styles.times}>
        <span aria-hidden>{t('invitation.propose.from')}</span>
        <DateField
          autoFocus
          label={t('invitation.propose.fromDay')}
          value={start.day}
          lean={{ to: 'ahead', from: start.day || present.start.day }}
          onChange={(day) => move({ day })}
        />
        {!isWhole && (
          <TimeField
            label={t('invitation.propose.fromTime')}
            value={start.clock ?? ''}
            onChange={(clock) => move({ clock })}
          />
        )}
        <span aria-hidden>{t('invitation.propose.to')}</span>
        <DateField
          label={t('invitation.propose.toDay')}
          value={end.day}
          lean={{ to: 'ahead', from: start.day || present.start.day }}
          onChange={(day) => moveEnd({ day })}
        />
        {!isWhole && (
          <TimeField
            label={t('invitation.propose.toTime')}
            value={end.clock ?? ''}
            onChange={(clock) => moveEnd({ clock })}
          />
        )}
      </div>
      {moments?.kind === 'zoned' && moments.until >= moments.at && (
        <DayAgenda at={moments.at} until={moments.until} isSame={isSame} />
      )}
      <Textarea
        label={t('invitation.propose.words')}
        rows={2}
        maxLength={PROPOSAL_WORDS}
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      {fault !== null && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <FormButtons submit={t('invitation.propose.send')} busy={busy} onCancel={onCancel} />
    </form>
  );
}

/** Fields that are being typed are empty meanwhile. */
function isTime({ day, clock }: CalendarTime): boolean {
  return day !== '' && clock !== '';
}
