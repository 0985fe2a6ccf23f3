import { Button, Checkbox, FocusTrap } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { allFolders } from '../../model/mail/folder-tree.ts';
import type { SearchTerms } from '../../model/mail/mail-model.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { AddressInput } from './address-input.tsx';
import {
  ChoiceField,
  DayFields,
  FolderField,
  LabelField,
  SizeFields,
  TextField,
} from './advanced-fields.tsx';
import styles from './advanced-search.module.css';
import { EMPTY_FORM, formOfTerms, type SearchForm, termsOfForm } from './search-form.ts';

type Props = { terms: SearchTerms; onSearch(terms: SearchTerms): void; onReset(): void; onHelp(): void };

/** Every search criterion as a field; starts with the terms of the search bar. */
export function AdvancedSearch({ terms, onSearch, onReset, onHelp }: Props) {
  const { t, language } = useTranslation();
  const model = useMailModel();
  const [form, setForm] = useState(() => {
    const paths = allFolders(model.folders()).map((folder) => folder.display_name);
    return formOfTerms(terms, paths, language);
  });
  const set = (change: Partial<SearchForm>) => setForm((before) => ({ ...before, ...change }));

  function submit(event: FormEvent) {
    event.preventDefault();
    onSearch(termsOfForm(form));
  }

  return (
    <FocusTrap>
      <form className={styles.form} onSubmit={submit}>
        <Criteria form={form} set={set} />
        <div className={styles.buttons}>
          <Button variant="default" className={styles.help} onClick={onHelp}>
            {t('search.operators')}
          </Button>
          <Button
            variant="default"
            onClick={() => {
              setForm(EMPTY_FORM);
              onReset();
            }}
          >
            {t('searchForm.reset')}
          </Button>
          <Button type="submit">{t('searchForm.submit')}</Button>
        </div>
      </form>
    </FocusTrap>
  );
}

function Criteria({ form, set }: { form: SearchForm; set(change: Partial<SearchForm>): void }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <>
      <label htmlFor={`${id}-from`}>{t('search.fields.from')}</label>
      <AddressInput id={`${id}-from`} autoFocus value={form.from} onChange={(from) => set({ from })} />
      <label htmlFor={`${id}-to`}>{t('search.fields.to')}</label>
      <AddressInput id={`${id}-to`} value={form.to} onChange={(to) => set({ to })} />
      <TextField
        id={`${id}-subject`}
        label={t('search.fields.subject')}
        value={form.subject}
        onText={(subject) => set({ subject })}
      />
      <TextField
        id={`${id}-term`}
        label={t('search.fields.term')}
        placeholder={t('searchForm.termHint')}
        value={form.term}
        onText={(term) => set({ term })}
      />
      <span id={`${id}-folder`}>{t('searchForm.folder')}</span>
      <FolderField labelId={`${id}-folder`} path={form.folder} onChange={(folder) => set({ folder })} />
      <LabelField id={`${id}-label`} label={form.label} onChange={(label) => set({ label })} />
      <SizeFields form={form} set={set} />
      <DayFields form={form} set={set} />
      <ChoiceField
        id={`${id}-read`}
        label={t('searchForm.read')}
        choices={[
          { value: '', label: t('searchForm.readAny') },
          { value: 'false', label: t('searchForm.readNo') },
          { value: 'true', label: t('searchForm.readYes') },
        ]}
        value={form.read}
        onChoose={(read) => set({ read })}
      />
      <ChoiceField
        id={`${id}-sort`}
        label={t('searchForm.sort')}
        choices={[
          { value: 'date', label: t('searchForm.sortDate') },
          { value: 'defaultSort', label: t('searchForm.sortScore') },
        ]}
        value={form.sort}
        onChoose={(sort) => set({ sort })}
      />
      <div className={styles.checks}>
        <Checkbox
          label={t('searchForm.starred')}
          checked={form.starred}
          onChange={(event) => set({ starred: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('searchForm.attachment')}
          checked={form.attachment}
          onChange={(event) => set({ attachment: event.currentTarget.checked })}
        />
      </div>
    </>
  );
}
