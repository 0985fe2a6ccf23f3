import { Checkbox } from '@mantine/core';
import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from './find-time.module.css';

type Props = {
  people: readonly string[];
  /** Those of them who may stay away. */
  optional: readonly string[];
  onChange(optional: readonly string[]): void;
};

/** CL-199: without whom a time is good as well. */
export function OptionalPeople({ people, optional, onChange }: Props) {
  const { t } = useTranslation();
  if (people.length < 2) return null;
  return (
    <fieldset className={styles.toShow}>
      <legend>{t('calendar.findTime.optional')}</legend>
      {people.map((email) => (
        <Checkbox
          key={email}
          label={email}
          checked={optional.includes(email)}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked ? [...optional, email] : optional.filter((one) => one !== email))
          }
        />
      ))}
    </fieldset>
  );
}
