import { Autocomplete } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './address-input.module.css';
import { useAddresses } from './use-suggestions.ts';

type Props = {
  id: string;
  /** Where it has no visible label. */
  label?: string;
  value: string;
  onChange(value: string): void;
  autoFocus?: boolean;
};

/** A name or an address, with completion from the user's correspondents. */
export function AddressInput({ id, label, value, onChange, autoFocus }: Props) {
  const { t } = useTranslation();
  const [focused, setFocused] = useState(false);
  const people = useAddresses(value, focused);
  const names = new Map(people.map((person) => [person.email, person.name]));
  return (
    <div className={styles.field}>
      <Autocomplete
        id={id}
        aria-label={label}
        data-autofocus={autoFocus || undefined}
        value={value}
        onChange={onChange}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        placeholder={t('searchForm.address')}
        data={[...names.keys()]}
        // The server has filtered already, by names and ignoring accents.
        filter={({ options }) => options}
        comboboxProps={{ withinPortal: false }}
        classNames={{ dropdown: styles.list }}
        renderOption={({ option }) => (
          <span className={styles.person}>
            {names.get(option.value) && <span>{names.get(option.value)}</span>}
            <span className={styles.address}>{option.value}</span>
          </span>
        )}
      />
    </div>
  );
}
