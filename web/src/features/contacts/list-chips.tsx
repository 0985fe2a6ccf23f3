import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useContacts } from '../../parts/contacts/use-contacts.ts';
import styles from './contact-form.module.css';

type Props = { chosen: readonly string[]; onChange(lists: string[]): void };

/** The lists of a contact: those that there are, and a new one. */
export function ListChips({ chosen, onChange }: Props) {
  const { t } = useTranslation();
  const known = useContacts((model) => model.lists()) ?? [];
  const [typed, setTyped] = useState('');
  const names = [...new Set([...known.map(({ name }) => name), ...chosen])];

  function add(): void {
    const name = typed.trim().normalize('NFC');
    setTyped('');
    if (name !== '' && !chosen.includes(name)) onChange([...chosen, name]);
  }

  return (
    <div className={styles.lines}>
      {names.length > 0 && (
        <div className={styles.chips}>
          {names.map((name) => (
            <label key={name} className={styles.chip}>
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                onChange={({ currentTarget }) =>
                  onChange(
                    currentTarget.checked ? [...chosen, name] : chosen.filter((other) => other !== name),
                  )
                }
              />
              <span>{name}</span>
            </label>
          ))}
        </div>
      )}
      <div className={styles.newList}>
        <TextInput
          aria-label={t('contacts.form.newList')}
          placeholder={t('contacts.form.newList')}
          autoComplete="off"
          maxLength={100}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || typed.trim() === '') return;
            event.preventDefault();
            add();
          }}
        />
        <Button variant="default" disabled={typed.trim() === ''} onClick={add}>
          {t('contacts.form.addList')}
        </Button>
      </div>
    </div>
  );
}
