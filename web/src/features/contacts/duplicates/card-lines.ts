import type { ContactCard } from '@bocau/contract/contacts.ts';
import { fold } from '@bocau/contract/fold.ts';
import type { Say } from '../../../i18n/say.ts';
import { readableNumber } from '../../../parts/contacts/readable-number.ts';
import { writtenContactDay } from '../contact-words.ts';

/** One field of several cards; a line for each entry. What only one of them says is no difference. */
export type CardLine = { title: string; values: readonly string[]; differs: boolean };

/** What cards say, field by field, leaving out what none of them says. */
export function cardLines(t: Say, cards: readonly ContactCard[]): CardLine[] {
  const rows: [title: string, read: (card: ContactCard) => string][] = [
    [t('contacts.form.name'), ({ fields }) => fields.full_name],
    [t('contacts.form.nickname'), ({ fields }) => fields.nickname],
    [t('contacts.form.title'), ({ fields }) => fields.title],
    [t('contacts.form.department'), ({ fields }) => fields.department],
    [t('contacts.form.organisation'), ({ fields }) => fields.organisation],
    [t('contacts.card.emails'), ({ fields }) => valuesOf(fields.emails)],
    [
      t('contacts.card.phones'),
      ({ fields, numbers }) =>
        fields.phones.map(({ value }, at) => readableNumber(value, numbers[at] ?? null)).join('\n'),
    ],
    [
      t('contacts.card.addresses'),
      ({ fields }) =>
        fields.addresses
          .map(({ street, ward, province, country }) =>
            [street, ward, province, country].filter(Boolean).join(', '),
          )
          .join('\n'),
    ],
    [
      t('contacts.card.birthday'),
      ({ fields: { birthday, lunar_birthday, lunar_leap } }) => {
        if (birthday === null) return '';
        const day = writtenContactDay(birthday);
        if (!lunar_birthday) return day;
        return t(lunar_leap ? 'contacts.card.lunarLeap' : 'contacts.card.lunar', { day });
      },
    ],
    [
      t('contacts.card.dates'),
      ({ fields }) => fields.dates.map(({ value }) => writtenContactDay(value)).join('\n'),
    ],
    [t('contacts.card.relations'), ({ fields }) => valuesOf(fields.relations)],
    [t('contacts.card.urls'), ({ fields }) => valuesOf(fields.urls)],
    [t('contacts.card.lists'), ({ fields }) => fields.lists.join('\n')],
    [t('contacts.card.notes'), ({ fields }) => fields.notes],
  ];
  return rows.flatMap(([title, read]) => {
    const values = cards.map(read);
    if (values.every((value) => value === '')) return [];
    return { title, values, differs: new Set(values.filter((value) => value !== '')).size > 1 };
  });
}

/** The card whose name has accents, and then that says most; of several the one that was changed last. */
export function fullestCard(cards: readonly ContactCard[]): ContactCard | undefined {
  const marks = ({ fields }: ContactCard) =>
    Number(fold(fields.full_name) !== fields.full_name.toLowerCase());
  const size = ({ fields, photo }: ContactCard) => JSON.stringify(fields).length + (photo === null ? 0 : 100);
  return cards.toSorted((a, b) => marks(b) - marks(a) || size(b) - size(a) || b.changed_at - a.changed_at)[0];
}

function valuesOf(entries: readonly { value: string }[]): string {
  return entries.map(({ value }) => value).join('\n');
}
