import { NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ToolButton } from '../../../ui/tool-button.tsx';
import { reminderWords } from '../calendar-words.ts';
import styles from './reminder-fields.module.css';

const TIMED = [0, 5, 10, 30, 60, 1440];
/** On the day at 8, the day before at 8 and at 17, two days and a week before at 8. */
const WHOLE_DAYS = [-480, 960, 420, 2400, 9600];
const UNITS = { minutes: 1, hours: 60, days: 1440, weeks: 10_080 } as const;
type Unit = keyof typeof UNITS;
const MOST = 5;
/** As the server has it: 60 days. */
const FURTHEST = 86_400;
const CUSTOM = 'custom';
/** What a line begins with that is typed. */
const FIRST_TYPED = 45;

type Props = {
  label: string;
  reminders: readonly number[];
  isWhole: boolean;
  onChange(reminders: readonly number[]): void;
};

/** CL-71: when one is reminded of an event: as often as one likes, or never. */
export function ReminderFields({ label, reminders, isWhole, onChange }: Props) {
  const { t } = useTranslation();
  const root = useRef<HTMLFieldSetElement>(null);
  const offered = isWhole ? WHOLE_DAYS : TIMED;
  // Lines are told apart when one between them is removed.
  const keys = useRef({ next: 0, all: [] as number[] });
  while (keys.current.all.length < reminders.length) keys.current.all.push(keys.current.next++);

  return (
    <fieldset ref={root} className={styles.reminders}>
      <legend>{label}</legend>
      {reminders.length === 0 && <p>{t('calendar.reminders.none')}</p>}
      {reminders.map((minutes, at) => (
        <ReminderLine
          key={keys.current.all[at]}
          label={label}
          minutes={minutes}
          isWhole={isWhole}
          onChange={(next) => onChange(reminders.with(at, next))}
          onRemove={() => {
            keys.current.all.splice(at, 1);
            onChange(reminders.toSpliced(at, 1));
            root.current?.querySelector<HTMLElement>('[data-add]')?.focus();
          }}
        />
      ))}
      {reminders.length < MOST && (
        <button
          type="button"
          className={styles.add}
          data-add
          onClick={() => {
            const likely = isWhole ? offered : [10, 30, ...offered];
            onChange([...reminders, likely.find((each) => !reminders.includes(each)) ?? 0]);
          }}
        >
          <IconPlus size={16} /> {t('calendar.reminders.add')}
        </button>
      )}
    </fieldset>
  );
}

type LineProps = {
  label: string;
  minutes: number;
  isWhole: boolean;
  onChange(minutes: number): void;
  onRemove(): void;
};

function ReminderLine({ label, minutes, isWhole, onChange, onRemove }: LineProps) {
  const spoken = useTranslation();
  const { t } = spoken;
  const offered = isWhole ? WHOLE_DAYS : TIMED;
  const [typed, setTyped] = useState<{ count: string; unit: Unit } | null>(null);
  const choices = [...new Set([...offered, ...(typed ? [] : [minutes])])].sort((one, other) => one - other);

  function type(next: { count: string; unit: Unit }): void {
    setTyped(next);
    const count = Math.trunc(Number(next.count));
    if (count >= 0) onChange(Math.min(FURTHEST, count * UNITS[next.unit]));
  }

  return (
    <div className={styles.line}>
      <NativeSelect
        aria-label={label}
        value={typed ? CUSTOM : String(minutes)}
        data={[
          ...choices.map((each) => ({ value: String(each), label: reminderWords(spoken, each, isWhole) })),
          ...(isWhole ? [] : [{ value: CUSTOM, label: t('calendar.reminders.custom') }]),
        ]}
        onChange={({ currentTarget: { value } }) => {
          if (value === CUSTOM) return type({ count: String(FIRST_TYPED), unit: 'minutes' });
          setTyped(null);
          onChange(Number(value));
        }}
      />
      {typed && (
        <>
          <TextInput
            className={styles.count}
            aria-label={t('calendar.reminders.count')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
            value={typed.count}
            onChange={({ currentTarget: { value } }) =>
              type({ ...typed, count: value.replaceAll(/\D/g, '') })
            }
          />
          <NativeSelect
            aria-label={t('calendar.reminders.unit')}
            value={typed.unit}
            data={(Object.keys(UNITS) as Unit[]).map((unit) => ({
              value: unit,
              label: t(`calendar.reminders.units.${unit}`),
            }))}
            onChange={({ currentTarget }) => type({ ...typed, unit: currentTarget.value as Unit })}
          />
        </>
      )}
      <ToolButton
        icon={IconX}
        iconSize={16}
        label={t('calendar.reminders.remove', { when: reminderWords(spoken, minutes, isWhole) })}
        hint={t('calendar.reminders.removeHint')}
        onClick={onRemove}
      />
    </div>
  );
}
