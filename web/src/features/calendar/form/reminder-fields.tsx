import { NativeSelect } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ToolButton } from '../../../ui/tool-button.tsx';
import { reminderWords } from '../calendar-words.ts';
import styles from './event-form.module.css';

const OFFERED = [0, 5, 10, 15, 30, 60, 120, 1440, 2880, 10080];
const MOST = 5;

type Props = { reminders: readonly number[]; onChange(reminders: readonly number[]): void };

/** How long before the start one is reminded. */
export function ReminderFields({ reminders, onChange }: Props) {
  const spoken = useTranslation();
  const { t } = spoken;
  const root = useRef<HTMLFieldSetElement>(null);
  const choices = [...new Set([...OFFERED, ...reminders])].sort((one, other) => one - other);

  return (
    <fieldset ref={root} className={styles.reminders}>
      <legend>{t('calendar.reminders.label')}</legend>
      {reminders.map((minutes, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two of them may be the same
        <div key={at} className={styles.line}>
          <NativeSelect
            aria-label={t('calendar.reminders.label')}
            value={String(minutes)}
            data={choices.map((each) => ({ value: String(each), label: reminderWords(spoken, each) }))}
            onChange={({ currentTarget }) => onChange(reminders.with(at, Number(currentTarget.value)))}
          />
          <ToolButton
            icon={IconX}
            iconSize={16}
            label={t('calendar.reminders.remove', { when: reminderWords(spoken, minutes) })}
            onClick={() => {
              onChange(reminders.toSpliced(at, 1));
              root.current?.querySelector<HTMLElement>('[data-add]')?.focus();
            }}
          />
        </div>
      ))}
      {reminders.length < MOST && (
        <button
          type="button"
          className={styles.add}
          data-add
          onClick={() =>
            onChange([...reminders, OFFERED.find((each) => each > 5 && !reminders.includes(each)) ?? 0])
          }
        >
          <IconPlus size={16} /> {t('calendar.reminders.add')}
        </button>
      )}
    </fieldset>
  );
}
