import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { timeLater, timeOfTyped } from './typed-dates.ts';

const STEP_MINUTES = 15;

type Props = {
  id?: string;
  label?: string;
  /** `08:30`; empty while the typed text is not a time. */
  value: string;
  onChange(time: string): void;
};

/** A 24-hour time of day, typed in common notations; arrow keys step by a quarter of an hour. */
export function TimeField({ id, label, value, onChange }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);

  function step(event: KeyboardEvent) {
    const by = { ArrowUp: STEP_MINUTES, ArrowDown: -STEP_MINUTES }[event.key];
    if (by === undefined || value === '') return;
    event.preventDefault();
    setTyped(null);
    onChange(timeLater(value, by));
  }

  return (
    <TextInput
      id={id}
      aria-label={label}
      error={typed !== null && typed.trim() !== '' && value === ''}
      value={typed ?? value}
      placeholder={t('dates.time')}
      autoComplete="off"
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(timeOfTyped(currentTarget.value) ?? '');
      }}
      onBlur={() => value !== '' && setTyped(null)}
      onKeyDown={step}
    />
  );
}
