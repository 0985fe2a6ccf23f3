import { isValidAddress } from '@bocau/contract/address.ts';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type RefObject, useEffect, useId, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../mailbox/use-api.ts';
import styles from './shares.module.css';

type Props = {
  field: RefObject<HTMLInputElement | null>;
  people: string[];
  /** Addresses outside the organisation. */
  outside: ReadonlySet<string>;
  /** Where only people of the organisation are suggested. */
  within?: 'organisation';
  /** Of the field, where it is not for sharing. */
  label?: string;
  typed: string;
  fault: string | null;
  onType(text: string): void;
  onChange(people: string[]): void;
  onFault(fault: string | null): void;
};

/** A field for several addresses; a comma, Enter or leaving the field completes one. */
export function SharePeople(props: Props) {
  const { field, people, outside, within, typed, fault, onType, onChange, onFault } = props;
  const { t } = useTranslation();
  const listId = useId();
  const suggested = useSuggested(typed, within);

  function add(text: string): void {
    const given = text.split(/[,;\s]+/).filter((part) => part !== '');
    const wrong = given.filter((address) => !isValidAddress(address));
    const right = given.map((address) => address.toLowerCase()).filter(isValidAddress);
    if (right.length > 0) onChange([...new Set([...people, ...right])]);
    onType(wrong.join(' '));
    onFault(wrong.length > 0 ? t('shares.invalid') : null);
  }

  return (
    <div>
      <TextInput
        ref={field}
        data-autofocus
        label={props.label ?? t('shares.people')}
        placeholder={t('shares.peopleHint')}
        type="email"
        multiple
        inputMode="email"
        autoComplete="off"
        list={listId}
        value={typed}
        error={fault}
        onChange={({ currentTarget: { value }, nativeEvent }) => {
          onFault(null);
          const chosen = !isTyped(nativeEvent) && suggested.some(({ email }) => email === value.trim());
          if (chosen || /[,;]$/.test(value)) add(value);
          else onType(value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || typed.trim() === '' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          add(typed);
        }}
        onBlur={() => typed.trim() !== '' && add(typed)}
      />
      <datalist id={listId}>
        {suggested.map(({ email, name }) => (
          <option key={email} value={email}>
            {name}
          </option>
        ))}
      </datalist>
      {people.length > 0 && (
        <PeopleList
          people={people}
          outside={outside}
          onRemove={(email) => {
            onChange(people.filter((other) => other !== email));
            field.current?.focus();
          }}
        />
      )}
    </div>
  );
}

type ListProps = Pick<Props, 'people' | 'outside'> & { onRemove(email: string): void };

function PeopleList({ people, outside, onRemove }: ListProps) {
  const { t } = useTranslation();
  return (
    <ul className={styles.people}>
      {people.map((email) => (
        <li key={email}>
          <span>{email}</span>
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

/** Suggestions for the typed text. */
function useSuggested(typed: string, within: Props['within']) {
  const api = useApi();
  const [suggested, setSuggested] = useState<{ email: string; name: string }[]>([]);

  useEffect(() => {
    let left = false;
    void api.suggestRecipients({ query: { search_text: typed.trim() } }).then(
      ({ data }) => {
        const others = within === 'organisation' ? [] : data.suggest_emails;
        if (!left) setSuggested([...others, ...data.same_domain_emails].slice(0, 8));
      },
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [api, typed, within]);

  return suggested;
}

/** Typed, not chosen from a suggestion: the following Enter completes the address, and submits no form. */
function isTyped(event: Event): boolean {
  const { inputType } = event as InputEvent;
  return inputType === 'insertText' || inputType === 'insertCompositionText';
}
