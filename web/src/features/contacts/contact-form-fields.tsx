import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now } from '../../lib/timers.ts';
import { useContacts } from '../../parts/contacts/use-contacts.ts';
import { AddressLines } from './address-lines.tsx';
import { birthdayNote } from './birthday-words.ts';
import styles from './contact-form.module.css';
import { contactDayOf } from './contact-words.ts';
import { LabelledLines } from './labelled-lines.tsx';
import { ListChips } from './list-chips.tsx';
import { type NameParts, NO_PARTS, nameWithParts } from './name-parts.ts';
import type { ContactFormState } from './use-contact-form.ts';

type Props = {
  state: ContactFormState;
  /** Of a new contact: the book that it goes to. */
  book?: { id: string | null; choose(id: string): void };
};

export function ContactFormFields({ state, book }: Props) {
  const { t } = useTranslation();
  const { form, faults, set } = state;
  const [more, setMore] = useState(() => hasMore(form));
  const books = (useContacts((model) => model.books()) ?? []).filter(
    ({ permission }) => permission !== 'READ',
  );
  const nameFault = faults['full_name'];
  const dayFault = faults['birthday'];
  const [openedAt] = useState(now);
  const birthday = contactDayOf(form.birthday, form.lunar_birthday);
  const otherDay =
    birthday && birthdayNote(t, { birthday, lunar: form.lunar_birthday, leap: form.lunar_leap }, openedAt);

  return (
    <>
      <TextInput
        data-autofocus
        label={t('contacts.form.name')}
        autoComplete="off"
        maxLength={1000}
        value={form.full_name}
        error={nameFault && t(`contacts.form.faults.${nameFault}`)}
        onChange={({ currentTarget: { value } }) => set({ full_name: value, ...NO_PARTS })}
      />
      <div className={styles.pair}>
        <Text state={state} name="title" words="title" />
        <Text state={state} name="organisation" words="organisation" />
      </div>
      <Group title={t('contacts.card.phones')}>
        <LabelledLines
          state={state}
          name="phones"
          label="contacts.form.phone"
          add="contacts.form.addPhone"
          type="tel"
          inputMode="tel"
        />
      </Group>
      <Group title={t('contacts.card.emails')}>
        <LabelledLines
          state={state}
          name="emails"
          label="contacts.form.email"
          add="contacts.form.addEmail"
          type="email"
          inputMode="email"
        />
      </Group>
      <Group title={t('contacts.card.addresses')}>
        <AddressLines state={state} withMore={more} />
      </Group>
      <div className={styles.birthday}>
        <TextInput
          label={t('contacts.form.birthday')}
          placeholder={t('contacts.form.dayHint')}
          autoComplete="off"
          value={form.birthday}
          description={otherDay}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={dayFault && t(`contacts.form.faults.${dayFault}`)}
          onChange={({ currentTarget }) => set({ birthday: currentTarget.value })}
        />
        <Checkbox
          label={t('contacts.form.lunar')}
          checked={form.lunar_birthday}
          onChange={({ currentTarget }) => set({ lunar_birthday: currentTarget.checked })}
        />
        {form.lunar_birthday && (
          <Checkbox
            label={t('contacts.form.lunarLeap')}
            checked={form.lunar_leap === true}
            onChange={({ currentTarget }) => set({ lunar_leap: currentTarget.checked })}
          />
        )}
      </div>
      <Textarea
        label={t('contacts.form.notes')}
        rows={3}
        maxLength={20_000}
        value={form.notes}
        onChange={({ currentTarget }) => set({ notes: currentTarget.value })}
      />
      <Group title={t('contacts.form.lists')}>
        <ListChips chosen={form.lists} onChange={(lists) => set({ lists })} />
      </Group>
      {book && books.length > 1 && (
        <NativeSelect
          label={t('contacts.form.book')}
          value={book.id ?? books.find(({ is_default }) => is_default)?.id ?? ''}
          onChange={({ currentTarget }) => book.choose(currentTarget.value)}
          data={books.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <button
        type="button"
        className={styles.add}
        aria-expanded={more}
        onClick={() => setMore((shown) => !shown)}
      >
        {more ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
        {t(more ? 'contacts.form.less' : 'contacts.form.more')}
      </button>
      {more && <MoreFields state={state} />}
    </>
  );
}

function MoreFields({ state }: { state: ContactFormState }) {
  const { t } = useTranslation();
  const { form, set } = state;
  const setPart = (part: Partial<NameParts>) => {
    set({ ...part, full_name: nameWithParts(form, { ...form, ...part }) });
  };
  return (
    <>
      <Group title={t('contacts.form.nameParts')}>
        <div className={styles.parts}>
          {(
            [
              ['family_name', 'family'],
              ['middle_name', 'middle'],
              ['given_name', 'given'],
            ] as const
          ).map(([name, words]) => (
            <TextInput
              key={name}
              label={t(`contacts.form.${words}`)}
              autoComplete="off"
              maxLength={1000}
              value={form[name]}
              onChange={({ currentTarget }) => setPart({ [name]: currentTarget.value })}
            />
          ))}
          <Text state={state} name="name_prefix" words="prefix" />
          <Text state={state} name="name_suffix" words="suffix" />
          <Text state={state} name="nickname" words="nickname" />
        </div>
      </Group>
      <Text state={state} name="department" words="department" />
      <Group title={t('contacts.card.urls')}>
        <LabelledLines
          state={state}
          name="urls"
          label="contacts.form.url"
          add="contacts.form.addUrl"
          type="url"
          inputMode="url"
        />
      </Group>
      <Group title={t('contacts.card.dates')}>
        <LabelledLines
          state={state}
          name="dates"
          label="contacts.form.date"
          add="contacts.form.addDate"
          placeholder={t('contacts.form.dayHint')}
        />
      </Group>
      <Group title={t('contacts.card.relations')}>
        <LabelledLines
          state={state}
          name="relations"
          label="contacts.form.relation"
          add="contacts.form.addRelation"
        />
      </Group>
    </>
  );
}

type TextProps = {
  state: ContactFormState;
  name: 'title' | 'organisation' | 'department' | 'nickname' | 'name_prefix' | 'name_suffix';
  words: 'title' | 'organisation' | 'department' | 'nickname' | 'prefix' | 'suffix';
};

function Text({ state, name, words }: TextProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t(`contacts.form.${words}`)}
      autoComplete="off"
      maxLength={1000}
      value={state.form[name]}
      onChange={({ currentTarget }) => state.set({ [name]: currentTarget.value })}
    />
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a flex container in every browser
    <div role="group" aria-labelledby={id} className={styles.group}>
      <h3 id={id}>{title}</h3>
      {children}
    </div>
  );
}

function hasMore({ urls, dates, relations, department, nickname }: ContactFormState['form']): boolean {
  return [urls, dates, relations].some((lines) => lines.length > 0) || department !== '' || nickname !== '';
}
