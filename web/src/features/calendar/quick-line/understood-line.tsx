import { Checkbox } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Spoken } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { DAY_MS, wallOfDay } from '../../../lib/calendar-days.ts';
import { after } from '../../../lib/timers.ts';
import { reminderWords, spanWords, titleOf } from '../calendar-words.ts';
import { ruleTextWords, ruleWords } from '../event/repeat-words.ts';
import { lunarRuleWords } from '../lunar/lunar-rule-words.ts';
import type { QuickLine } from './parse-quick-line.ts';
import styles from './understood-line.module.css';
import { repeatOf } from './with-quick-line.ts';

/** Debounces what screen readers say: at each key it would drown what is typed. */
const PAUSE_MS = 1000;

type Props = {
  line: QuickLine | null;
  /** Days and times that the line names and that there are not. */
  impossible: readonly string[];
  isRead: boolean;
  onRead(isRead: boolean): void;
};

/** CL-145: what a line was understood to say; unchecked, it is a title and nothing else. */
export function UnderstoodLine({ line, impossible, isRead, onRead }: Props) {
  const spoken = useTranslation();
  const words = line && spoken.t('calendar.quick.understood', { words: wordsOf(line, spoken) });
  const none =
    impossible.length > 0 && spoken.t('calendar.quick.impossible', { words: impossible.join(', ') });
  const all = [words, none].filter(Boolean).join('. ');
  const [said, setSaid] = useState('');
  useEffect(() => after(PAUSE_MS, () => setSaid(all)), [all]);
  return (
    <>
      {words !== null && (
        <Checkbox
          label={words}
          checked={isRead}
          onChange={({ currentTarget }) => onRead(currentTarget.checked)}
        />
      )}
      {none && <p className={styles.impossible}>{none}</p>}
      <span className="visually-hidden" aria-live="polite">
        {said}
      </span>
    </>
  );
}

function wordsOf(line: QuickLine, spoken: Spoken): string {
  const { title, place, day, lastDay, start, end, reminders } = line;
  const wall = wallOfDay(day);
  const isWhole = start === null || end === null;
  const span = isWhole
    ? { start: wall, end: wallOfDay(lastDay) + DAY_MS }
    : { start: wall + start * 60_000, end: wall + end * 60_000 };
  const repeat = repeatOf(line);
  return [
    titleOf(spoken, title),
    spanWords(spoken, span, isWhole ? 'day' : 'floating'),
    place && spoken.t('calendar.quick.place', { place }),
    repeat.kind === 'rule' && ruleWords(spoken, repeat.rule, { day, clock: null, zone: null }),
    repeat.kind === 'other' && ruleTextWords(spoken, repeat.text, { day, clock: null, zone: null }),
    repeat.kind === 'lunar' && lunarRuleWords(spoken, repeat.rule),
    reminders &&
      spoken.t('calendar.quick.remind', {
        list: reminders.map((each) => reminderWords(spoken, each, isWhole)).join(', '),
      }),
  ]
    .filter(Boolean)
    .join(' · ');
}
