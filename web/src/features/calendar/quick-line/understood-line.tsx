import { Checkbox } from '@mantine/core';
import type { Spoken } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { DAY_MS, wallOfDay } from '../../../lib/calendar-days.ts';
import { spanWords, titleOf } from '../calendar-words.ts';
import { ruleWords } from '../event/repeat-words.ts';
import { lunarRuleWords } from '../lunar/lunar-rule-words.ts';
import type { QuickLine } from './parse-quick-line.ts';
import { repeatOf } from './with-quick-line.ts';

type Props = { line: QuickLine; isRead: boolean; onRead(isRead: boolean): void };

/** CL-145: what a line was understood to say; unchecked, it is a title and nothing else. */
export function UnderstoodLine({ line, isRead, onRead }: Props) {
  const spoken = useTranslation();
  return (
    <Checkbox
      label={
        <span aria-live="polite">
          {spoken.t('calendar.quick.understood', { words: wordsOf(line, spoken) })}
        </span>
      }
      checked={isRead}
      onChange={({ currentTarget }) => onRead(currentTarget.checked)}
    />
  );
}

function wordsOf(line: QuickLine, spoken: Spoken): string {
  const { title, place, day, start, end } = line;
  const wall = wallOfDay(day);
  const isWhole = start === null || end === null;
  const span = isWhole
    ? { start: wall, end: wall + DAY_MS }
    : { start: wall + start * 60_000, end: wall + end * 60_000 };
  const repeat = repeatOf(line);
  return [
    titleOf(spoken, title),
    spanWords(spoken, span, isWhole ? 'day' : 'floating'),
    place && spoken.t('calendar.quick.place', { place }),
    repeat.kind === 'rule' && ruleWords(spoken, repeat.rule, { day, clock: null, zone: null }),
    repeat.kind === 'lunar' && lunarRuleWords(spoken, repeat.rule),
  ]
    .filter(Boolean)
    .join(' · ');
}
