import type { ContactFields } from '@bocau/contract/contacts.ts';
import { contactDayOf, writtenContactDay } from './contact-words.ts';

/** The fields as they are typed: days in words, and lines that may still be empty. */
export type ContactForm = Omit<ContactFields, 'birthday'> & { birthday: string };
export type Labelled = ContactFields['emails'][number];
export type Address = ContactFields['addresses'][number];

/** By the field, or by the field and the number of its line: what is wrong with it. */
export type Faults = Readonly<Record<string, 'email' | 'day' | 'empty'>>;

export const NO_FIELDS: ContactFields = {
  ...{ full_name: '', family_name: '', middle_name: '', given_name: '', name_prefix: '', name_suffix: '' },
  ...{ nickname: '', organisation: '', department: '', title: '' },
  ...{ emails: [], phones: [], addresses: [], urls: [], dates: [], relations: [] },
  ...{ birthday: null, lunar_birthday: false, lunar_leap: false, notes: '', lists: [] },
};

export const NO_ADDRESS: Address = {
  ...{ label: 'home', street: '', ward: '', province: '', postal_code: '', country: '' },
};

/** The form of these fields, with an empty line for the first address and the first number. */
export function formOf(fields: ContactFields): ContactForm {
  return {
    ...fields,
    emails: fields.emails.length > 0 ? fields.emails : [{ label: 'work', value: '' }],
    phones: fields.phones.length > 0 ? fields.phones : [{ label: 'mobile', value: '' }],
    dates: fields.dates.map(({ label, value }) => ({ label, value: writtenContactDay(value) })),
    birthday: fields.birthday === null ? '' : writtenContactDay(fields.birthday),
  };
}

/** What the form says, without empty lines, and what is wrong with it. */
export function fieldsOf(form: ContactForm): { fields: ContactFields; faults: Faults } {
  const faults: Record<string, Faults[string]> = {};
  const dayOf = (typed: string, name: string, lunar: boolean) => {
    if (typed.trim() === '') return null;
    const day = contactDayOf(typed, lunar);
    if (day === null) faults[name] = 'day';
    return day;
  };
  form.emails.forEach(({ value }, at) => {
    if (value.trim() !== '' && !/^[^\s@]+@[^\s@]+$/.test(value.trim())) faults[`emails.${at}`] = 'email';
  });
  const dates = form.dates.flatMap(({ label, value }, at) => {
    const day = dayOf(value, `dates.${at}`, false);
    return day === null ? [] : [{ label, value: day }];
  });
  const fields: ContactFields = {
    ...trimmed(form),
    dates,
    birthday: dayOf(form.birthday, 'birthday', form.lunar_birthday),
  };
  fields.lunar_birthday &&= fields.birthday !== null;
  fields.lunar_leap = fields.lunar_birthday && fields.lunar_leap === true;
  const { full_name, given_name, family_name, organisation, emails, phones } = fields;
  const isNamed = [full_name, given_name, family_name, organisation].some((words) => words !== '');
  if (!isNamed && emails.length === 0 && phones.length === 0) faults['full_name'] = 'empty';
  return { fields, faults };
}

/** Without spaces around what was typed, and without empty lines. */
export function trimmed(form: ContactForm): ContactForm {
  const lines = (some: readonly Labelled[]) =>
    some.flatMap(({ label, value }) => (value.trim() === '' ? [] : [{ label, value: value.trim() }]));
  const words = Object.fromEntries(
    Object.entries(form).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  ) as ContactForm;
  return {
    ...words,
    emails: lines(form.emails),
    phones: lines(form.phones),
    urls: lines(form.urls),
    relations: lines(form.relations),
    dates: lines(form.dates),
    addresses: form.addresses.filter(({ label: _label, ...parts }) =>
      Object.values(parts).some((part) => part.trim() !== ''),
    ),
  };
}
