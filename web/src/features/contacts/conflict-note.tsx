import type { ContactFields } from '@bocau/contract/contacts.ts';
import { Button } from '@mantine/core';
import type { Say, WordKey } from '../../i18n/say.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './contact-form.module.css';
import { labelWords, writtenContactDay } from './contact-words.ts';
import type { Conflict, ContactFormState } from './use-contact-form.ts';

const FIELDS: Record<keyof ContactFields, WordKey> = {
  full_name: 'contacts.form.name',
  family_name: 'contacts.form.family',
  middle_name: 'contacts.form.middle',
  given_name: 'contacts.form.given',
  name_prefix: 'contacts.form.prefix',
  name_suffix: 'contacts.form.suffix',
  nickname: 'contacts.form.nickname',
  organisation: 'contacts.form.organisation',
  department: 'contacts.form.department',
  title: 'contacts.form.title',
  emails: 'contacts.card.emails',
  phones: 'contacts.card.phones',
  addresses: 'contacts.card.addresses',
  urls: 'contacts.card.urls',
  dates: 'contacts.card.dates',
  relations: 'contacts.card.relations',
  birthday: 'contacts.form.birthday',
  lunar_birthday: 'contacts.form.lunar',
  lunar_leap: 'contacts.form.lunarLeap',
  notes: 'contacts.form.notes',
  lists: 'contacts.form.lists',
};

type Props = { state: ContactFormState; conflict: Conflict };

/** What was changed elsewhere, field by field, beside what was typed here and stays. */
export function ConflictNote({ state, conflict }: Props) {
  const { t } = useTranslation();
  return (
    <section className={styles.conflict} role="alert">
      <h3>{t('contacts.form.conflict.title')}</h3>
      <p>{t('contacts.form.conflict.text')}</p>
      <ul>
        {conflict.fields.map((name) => (
          <li key={name}>
            <span>
              <b>{t(FIELDS[name])}</b>
              <span>
                {t('contacts.form.conflict.theirs', {
                  value: valueWords(t, name, conflict.theirs) || t('contacts.form.conflict.nothing'),
                })}
              </span>
            </span>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('contacts.form.conflict.takeOf', { field: t(FIELDS[name]) })}
              onClick={() => state.takeTheirs(name)}
            >
              {t('contacts.form.conflict.take')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function valueWords(t: Say, name: keyof ContactFields, fields: ContactFields): string {
  const value = fields[name];
  if (value === null || value === false) return '';
  if (value === true) return '✓';
  if (typeof value === 'string') return name === 'birthday' ? writtenContactDay(value) : value;
  return value
    .map((one) => {
      if (typeof one === 'string') return one;
      if (!('value' in one)) return [one.street, one.ward, one.province].filter(Boolean).join(', ');
      const words = name === 'dates' ? writtenContactDay(one.value) : one.value;
      return `${words} (${labelWords(t, one.label)})`;
    })
    .join('; ');
}
