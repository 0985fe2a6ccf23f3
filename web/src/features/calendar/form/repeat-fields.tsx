import type { LunarRule } from '@bocau/contract/lunar-rule.ts';
import { NativeSelect, TextInput, UnstyledButton } from '@mantine/core';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { addDays, addMonths, weekStartOf } from '../../../lib/calendar-days.ts';
import {
  FIRST_AND_FIFTEENTH,
  firstOf,
  lunarRuleAt,
  lunarRuleOn,
  nextOf,
} from '../../../model/calendar/lunar-repeat.ts';
import { plainRule, positionsOf, type RepeatRule } from '../../../model/calendar/recurrence-rule.ts';
import { DateField } from '../../../parts/dates/date-field.tsx';
import { dayWords, weekdayWords } from '../../../parts/events/event-words.ts';
import { shortWeekday } from '../calendar-words.ts';
import { ruleTextWords, ruleWords } from '../event/repeat-words.ts';
import { lunarOf } from '../lunar/lunar-days.ts';
import { lunarRuleWords } from '../lunar/lunar-rule-words.ts';
import styles from './event-form.module.css';
import { type EventFormValues, type FormFaults, withStart } from './form-values.ts';

type Props = {
  values: EventFormValues;
  faults: Pick<FormFaults, 'repeat'>;
  /** Tasks repeat by the solar calendar alone. */
  isSolar?: boolean;
  onChange(values: Partial<EventFormValues>): void;
};

const NEXT_SHOWN = 3;
const NTH = { '1': 'first', '2': 'second', '3': 'third', '4': 'fourth', '-1': 'last' } as const;

/** Whether and how an event or a task repeats, with what that means in words. */
export function RepeatFields({ values, faults, isSolar = false, onChange }: Props) {
  const spoken = useTranslation();
  const { t, language } = spoken;
  const { repeat, startDay } = values;
  const start = { day: startDay || '2026-01-01', clock: values.isWhole ? null : '09:00', zone: null };
  const weekday = weekdayWords(Date.parse(`${start.day}T00:00:00Z`), language);
  const choose = (rule: RepeatRule) => onChange({ repeat: { kind: 'rule', rule } });
  const positions = positionsOf(start.day);
  const chosen =
    repeat.kind === 'lunar'
      ? lunarChoice(repeat.rule)
      : repeat.kind !== 'rule'
        ? repeat.kind
        : repeat.rule.every === 'month' && repeat.rule.position !== null
          ? `nth${repeat.rule.position}`
          : repeat.rule.every;
  const lunar = lunarOf(start.day);
  const known = repeat.kind === 'rule' ? repeat.rule.position : null;
  const nths = known === null || positions.includes(known) ? positions : [...positions, known];

  function take(value: string): void {
    const nth = /^nth(-?\d)$/.exec(value);
    if (value === 'lunarBoth') {
      const day = firstOf(FIRST_AND_FIFTEENTH, start.day);
      onChange({
        ...withStart(values, { startDay: day }),
        repeat: { kind: 'lunar', rule: FIRST_AND_FIFTEENTH },
      });
    } else if (value === 'lunarYear' || value === 'lunarMonth') {
      const rule = lunarRuleOn(value === 'lunarYear' ? 'year' : 'month', start.day);
      if (rule) onChange({ repeat: { kind: 'lunar', rule } });
    } else if (value === 'none') onChange({ repeat: { kind: 'none' } });
    else if (nth) {
      const at = (new Date(`${start.day}T00:00:00Z`).getUTCDay() + 6) % 7;
      choose({
        ...plainRule('month', start),
        monthDay: null,
        weekdays: [at],
        position: Number(nth[1]),
      });
    } else if (value !== 'other') choose(plainRule(value as RepeatRule['every'], start));
  }

  return (
    <div className={styles.repeat}>
      <NativeSelect
        label={t('calendar.repeat.label')}
        value={chosen}
        data={[
          { value: 'none', label: t('calendar.repeat.none') },
          { value: 'day', label: t('calendar.repeat.day') },
          { value: 'week', label: t('calendar.repeat.week') },
          { value: 'month', label: t('calendar.repeat.month', { day: Number(start.day.slice(8)) }) },
          ...nths.map((nth) => ({
            value: `nth${nth}`,
            label: t('calendar.repeat.nth', {
              nth: t(`invitation.nth.${NTH[String(nth) as keyof typeof NTH] ?? 'last'}`, { day: weekday }),
            }),
          })),
          { value: 'year', label: t('calendar.repeat.year') },
          ...(lunar && !isSolar
            ? [
                {
                  group: t('calendar.lunar.repeat'),
                  items: [
                    { value: 'lunarYear', label: t('calendar.lunar.everyYear', lunar) },
                    { value: 'lunarMonth', label: t('calendar.lunar.everyMonth', lunar) },
                    { value: 'lunarBoth', label: t('calendar.lunar.firstAndFull') },
                  ],
                },
              ]
            : []),
          ...(repeat.kind === 'other' ? [{ value: 'other', label: t('calendar.repeat.other') }] : []),
        ]}
        onChange={({ currentTarget }) => take(currentTarget.value)}
      />
      {repeat.kind === 'lunar' && <LunarHint rule={lunarRuleAt(repeat.rule, start.day)} day={start.day} />}
      {repeat.kind === 'other' && <p className={styles.hint}>{ruleTextWords(spoken, repeat.text, start)}</p>}
      {repeat.kind === 'rule' && <RuleFields rule={repeat.rule} day={start.day} onChange={choose} />}
      {repeat.kind === 'rule' &&
        (faults.repeat ? (
          <p className={styles.fault} role="alert">
            {t(`calendar.form.faults.${faults.repeat}`)}
          </p>
        ) : (
          <p className={styles.hint} aria-live="polite">
            {ruleWords(spoken, repeat.rule, start)}
          </p>
        ))}
    </div>
  );
}

function lunarChoice({ every, days }: LunarRule): string {
  if (every === 'year') return 'lunarYear';
  return days.length > 1 ? 'lunarBoth' : 'lunarMonth';
}

/** What the rule says, and on which days of the sun that is next. */
function LunarHint({ rule, day }: { rule: LunarRule; day: string }) {
  const spoken = useTranslation();
  const days = nextOf(rule, day, NEXT_SHOWN).map((each) => dayWords(each, spoken.language));
  return (
    <p className={styles.hint} aria-live="polite">
      {lunarRuleWords(spoken, rule)}
      <br />
      {spoken.t('calendar.lunar.next', { days: days.join('; ') })}
    </p>
  );
}

type RuleProps = { rule: RepeatRule; day: string; onChange(rule: RepeatRule): void };

function RuleFields({ rule, day, onChange }: RuleProps) {
  const { t, language } = useTranslation();
  const { every, interval, weekdays, count, until } = rule;
  const ends = count !== null ? 'count' : until !== null ? 'until' : 'never';
  const monday = weekStartOf(day);

  function end(value: string): void {
    const until = value === 'until' ? addMonths(day, 3) : null;
    onChange({ ...rule, until, count: value === 'count' ? 10 : null });
  }

  return (
    <>
      <div className={styles.line}>
        <span aria-hidden>{t('calendar.repeat.interval')}</span>
        <CountField
          label={`${t('calendar.repeat.interval')} … ${t(`calendar.repeat.units.${every}`)}`}
          value={interval}
          onChange={(value) => onChange({ ...rule, interval: value })}
        />
        <span aria-hidden>{t(`calendar.repeat.${interval === 1 ? 'unit' : 'units'}.${every}`)}</span>
      </div>
      {every === 'week' && (
        // biome-ignore lint/a11y/useSemanticElements: a legend would stand above the line
        <div className={styles.weekdays} role="group" aria-label={t('calendar.repeat.weekdays')}>
          {Array.from({ length: 7 }, (_, at) => {
            const isOn = weekdays.includes(at);
            const named = addDays(monday, at);
            return (
              <UnstyledButton
                key={named}
                aria-pressed={isOn}
                aria-label={weekdayWords(Date.parse(`${named}T00:00:00Z`), language)}
                onClick={() => {
                  const next = isOn ? weekdays.filter((other) => other !== at) : [...weekdays, at];
                  onChange({ ...rule, weekdays: next.sort((one, other) => one - other) });
                }}
              >
                {shortWeekday(named, language)}
              </UnstyledButton>
            );
          })}
        </div>
      )}
      <div className={styles.line}>
        <NativeSelect
          aria-label={t('calendar.repeat.ends')}
          value={ends}
          data={[
            { value: 'never', label: t('calendar.repeat.never') },
            { value: 'until', label: t('calendar.repeat.until') },
            { value: 'count', label: t('calendar.repeat.count') },
          ]}
          onChange={({ currentTarget }) => end(currentTarget.value)}
        />
        {until !== null && (
          <DateField
            label={t('calendar.repeat.until')}
            value={until}
            min={day}
            lean={{ to: 'ahead', from: day }}
            onChange={(next) => onChange({ ...rule, until: next })}
          />
        )}
        {count !== null && (
          <>
            <CountField
              label={t('calendar.repeat.count')}
              value={count}
              onChange={(value) => onChange({ ...rule, count: value })}
            />
            <span aria-hidden>{t('calendar.repeat.times')}</span>
          </>
        )}
      </div>
    </>
  );
}

type CountProps = { label: string; value: number; onChange(value: number): void };

/** A small whole number; 0 while nothing is typed. */
function CountField({ label, value, onChange }: CountProps) {
  return (
    <TextInput
      className={styles.number}
      aria-label={label}
      inputMode="numeric"
      autoComplete="off"
      maxLength={3}
      value={value === 0 ? '' : String(value)}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value.replace(/\D/g, '')))}
    />
  );
}
