import { ActionIcon, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Popover } from '../../ui/layers/popover.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { writtenDay } from './local-days.ts';
import { dayOfTyped, type Lean } from './typed-dates.ts';

const Calendar = lazyPart(async () => (await import('./calendar.tsx')).Calendar, 'on-demand');

type Props = {
  id?: string;
  label?: string;
  /** `2026-11-22`; empty while the typed text is not a date. */
  value: string;
  min?: string;
  max?: string;
  disabled?: boolean;
  autoFocus?: boolean;
  lean: Lean;
  onChange(day: string): void;
};

/** A date, typed or picked in a calendar; day first in every language, whatever the browser's locale. */
export function DateField({ id, label, value, min, max, disabled, autoFocus, lean, onChange }: Props) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [picking, setPicking] = useState(false);
  const wrong = typed !== null && typed.trim() !== '' && value === '';

  return (
    <Popover
      opened={picking}
      onChange={setPicking}
      position="bottom-start"
      withRoles={false}
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <TextInput
          ref={field}
          id={id}
          aria-label={label}
          error={wrong}
          value={typed ?? writtenDay(value)}
          placeholder={t('dates.day')}
          disabled={disabled}
          autoFocus={autoFocus}
          data-autofocus={autoFocus || undefined}
          autoComplete="off"
          inputMode="numeric"
          // A sign, which does not grow with large text: the date needs the room.
          rightSectionWidth="calc(44px)"
          rightSection={
            <ActionIcon
              variant="subtle"
              color="gray"
              size="calc(32px)"
              disabled={disabled}
              aria-label={t('dates.pick')}
              aria-haspopup="dialog"
              aria-expanded={picking}
              onPointerEnter={Calendar.prepare}
              onFocus={Calendar.prepare}
              onClick={() => setPicking(!picking)}
            >
              <IconCalendar size={18} />
            </ActionIcon>
          }
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            onChange(dayOfTyped(currentTarget.value, lean) ?? '');
          }}
          // Valid text is formatted; invalid text stays to be corrected.
          onBlur={() => value !== '' && setTyped(null)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            setPicking(true);
          }}
        />
      </Popover.Target>
      {/* Seven targets of 44 px are nearly as wide as the smallest phone. */}
      <Popover.Dropdown px="clamp(0px, 50vw - 160px, 16px)" role="dialog" aria-label={t('dates.pick')}>
        <Suspense>
          {/* It takes the focus itself: a focus trap would look for a day before the calendar is loaded. */}
          <Calendar
            value={value}
            {...(min !== undefined && { min })}
            {...(max !== undefined && { max })}
            onPick={(day) => {
              setTyped(null);
              onChange(day);
              setPicking(false);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
