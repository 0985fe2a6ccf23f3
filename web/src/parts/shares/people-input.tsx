import { isValidAddress } from '@bocau/contract/address.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { TextInput } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PeopleOptions } from './people-options.tsx';
import styles from './shares.module.css';

type Props = {
  field: RefObject<HTMLInputElement | null>;
  label: string;
  placeholder: string;
  /** Has the focus when its dialog opens. */
  isFirst?: boolean;
  typed: string;
  fault: string | null;
  /** Who matches what is typed. */
  people: readonly MailAddress[];
  onType(text: string): void;
  onChoose(email: string): void;
  /** Where nobody is chosen; without it, Enter submits the form. */
  onEnter?(): void;
  onLeave?(): void;
};

/** A field for an address, which may be found by name: those who match what is typed are suggested below. */
export function PeopleInput(props: Props) {
  const { field, label, placeholder, isFirst, typed, fault, people, onType, onChoose, onEnter, onLeave } =
    props;
  const { t } = useTranslation();
  const listId = useId();
  const [closedAt, setClosedAt] = useState<string | null>('');
  const [moved, setMoved] = useState<{ text: string; at: number } | null>(null);
  const shown = closedAt === typed ? [] : people;
  // A complete address is taken as it is typed; otherwise Enter takes the first person.
  const first = isValidAddress(typed.trim()) ? -1 : 0;
  const active = Math.min(moved?.text === typed ? moved.at : first, shown.length - 1);

  function choose(email: string): void {
    setClosedAt(email);
    onChoose(email);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key } = event;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    const chosen = shown[active];
    if (typed.trim() === '' || event.nativeEvent.isComposing) return;
    if (key === 'Enter' && !chosen) {
      setClosedAt(typed);
      if (!onEnter) return;
      onEnter();
    } else if (key === 'Enter' && chosen) choose(chosen.email);
    else if (shown.length === 0 || (step === undefined && key !== 'Escape')) return;
    else if (step === undefined) setClosedAt(typed);
    else setMoved({ text: typed, at: (Math.max(active + step, -1) + shown.length) % shown.length });
    // Escape closes the list, and not the dialog around it.
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div>
      <div className={styles.field}>
        <TextInput
          ref={field}
          data-autofocus={isFirst || undefined}
          label={label}
          placeholder={placeholder}
          role="combobox"
          aria-expanded={shown.length > 0}
          aria-controls={shown.length > 0 ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
          inputMode="email"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          error={fault}
          onChange={({ currentTarget: { value } }) => {
            setClosedAt(null);
            onType(value);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setClosedAt(typed);
            onLeave?.();
          }}
        />
        {shown.length > 0 && (
          <PeopleOptions
            id={listId}
            label={t('shares.suggested')}
            people={shown}
            active={active}
            onMove={(at) => setMoved({ text: typed, at })}
            onChoose={({ email }) => choose(email)}
          />
        )}
      </div>
      <div role="status" className="visually-hidden">
        {shown.length > 0 && t('shares.found', { count: shown.length })}
      </div>
    </div>
  );
}
