import { isValidAddress } from '@bocau/contract/address.ts';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PeopleInput } from './people-input.tsx';
import { Person } from './people-options.tsx';
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
  const suggested = useSuggestedPeople(typed, colleaguesOf);

  function add(text: string): void {
    const given = text.split(/[,;\s]+/).filter((part) => part !== '');
    const wrong = given.filter((address) => !isValidAddress(address));
    const right = given.map((address) => address.toLowerCase()).filter(isValidAddress);
    if (right.length > 0) onChange([...new Set([...people, ...right])], suggested.nameOf);
    onType(wrong.join(' '));
    onFault(wrong.length > 0 ? t('shares.invalid') : null);
  }

  return (
    <div>
      <PeopleInput
        field={field}
        label={props.label ?? t('shares.people')}
        placeholder={t('shares.peopleHint')}
        isFirst
        typed={typed}
        fault={fault}
        people={suggested.people.filter(({ email }) => !people.includes(email))}
        onType={(text) => {
          onFault(null);
          if (/[,;]$/.test(text)) add(text);
          else onType(text);
        }}
        onChoose={add}
        onEnter={() => add(typed)}
        onLeave={() => typed.trim() !== '' && add(typed)}
      />
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
