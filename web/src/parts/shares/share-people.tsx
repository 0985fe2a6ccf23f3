import { isValidAddress } from '@bocau/contract/address.ts';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PeopleOptions, Person } from './people-options.tsx';
import styles from './shares.module.css';
import { useSuggestedPeople } from './use-suggested-people.ts';

type Props = {
  field: RefObject<HTMLInputElement | null>;
  people: string[];
  /** Addresses outside the organisation. */
  outside: ReadonlySet<string>;
  /** Where only colleagues are suggested: whose, by address. */
  colleaguesOf?: string | null;
  /** Of the field, where it is not for sharing. */
  label?: string;
  typed: string;
  fault: string | null;
  onType(text: string): void;
  /** `nameOf`: of somebody who was suggested; empty for others. */
  onChange(people: string[], nameOf: (email: string) => string): void;
  onFault(fault: string | null): void;
};

/** A field for several addresses, found by name too; a comma, Enter or leaving the field completes one. */
export function SharePeople(props: Props) {
  const { field, people, outside, colleaguesOf, typed, fault, onType, onChange, onFault } = props;
  const { t } = useTranslation();
  const listId = useId();
  const [closedAt, setClosedAt] = useState<string | null>('');
  const [moved, setMoved] = useState<{ text: string; at: number } | null>(null);
  const suggested = useSuggestedPeople(typed, colleaguesOf);
  const shown = closedAt === typed ? [] : suggested.people.filter(({ email }) => !people.includes(email));
  // A complete address is taken as it is typed; otherwise Enter takes the first person.
  const first = isValidAddress(typed.trim()) ? -1 : 0;
  const active = Math.min(moved?.text === typed ? moved.at : first, shown.length - 1);

  function add(text: string): void {
    const given = text.split(/[,;\s]+/).filter((part) => part !== '');
    const wrong = given.filter((address) => !isValidAddress(address));
    const right = given.map((address) => address.toLowerCase()).filter(isValidAddress);
    if (right.length > 0) onChange([...new Set([...people, ...right])], suggested.nameOf);
    onType(wrong.join(' '));
    onFault(wrong.length > 0 ? t('shares.invalid') : null);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key } = event;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (typed.trim() === '' || event.nativeEvent.isComposing) return;
    if (key === 'Enter') add(shown[active]?.email ?? typed);
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
          data-autofocus
          label={props.label ?? t('shares.people')}
          placeholder={t('shares.peopleHint')}
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
            onFault(null);
            setClosedAt(null);
            if (/[,;]$/.test(value)) add(value);
            else onType(value);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setClosedAt(typed);
            if (typed.trim() !== '') add(typed);
          }}
        />
        {shown.length > 0 && (
          <PeopleOptions
            id={listId}
            label={t('shares.suggested')}
            people={shown}
            active={active}
            onMove={(at) => setMoved({ text: typed, at })}
            onChoose={({ email }) => add(email)}
          />
        )}
      </div>
      <div role="status" className="visually-hidden">
        {shown.length > 0 && t('shares.found', { count: shown.length })}
      </div>
      {people.length > 0 && (
        <PeopleList
          people={people}
          nameOf={suggested.nameOf}
          outside={outside}
          onRemove={(email) => {
            onChange(
              people.filter((other) => other !== email),
              suggested.nameOf,
            );
            field.current?.focus();
          }}
        />
      )}
    </div>
  );
}

type ListProps = Pick<Props, 'people' | 'outside'> & {
  nameOf(email: string): string;
  onRemove(email: string): void;
};

function PeopleList({ people, nameOf, outside, onRemove }: ListProps) {
  const { t } = useTranslation();
  return (
    <ul className={styles.people}>
      {people.map((email) => (
        <li key={email}>
          <Person email={email} name={nameOf(email)} />
          {outside.has(email) && <small className={styles.sign}>{t('shares.outside')}</small>}
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('shares.removePerson', { email })}
            onClick={() => onRemove(email)}
          >
            <IconX size={16} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
