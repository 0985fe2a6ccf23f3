import { Button, Checkbox, CloseButton, FocusTrap, NativeSelect, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now } from '../../lib/timers.ts';
import { allFolders } from '../../model/mail/folder-tree.ts';
import type { SearchTerms } from '../../model/mail/mail-model.ts';
import { DateField } from '../../parts/dates/date-field.tsx';
import { dayOf } from '../../parts/dates/local-days.ts';
import { pathWords } from '../../parts/folders/folder-names.ts';
import { FolderPicker } from '../../parts/folders/folder-picker.tsx';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { Popover } from '../../ui/layers/popover.tsx';
import { AddressInput } from './address-input.tsx';
import styles from './advanced-search.module.css';
import { EMPTY_FORM, formOfTerms, type SearchForm, termsOfForm } from './search-form.ts';

const HIDDEN = ['Drafts'];

type Props = { terms: SearchTerms; onSearch(terms: SearchTerms): void; onReset(): void; onHelp(): void };

/** Every criterion of a search as a field; begins with what the bar says. */
export function AdvancedSearch({ terms, onSearch, onReset, onHelp }: Props) {
  const { t, language } = useTranslation();
  const model = useMailModel();
  const id = useId();
  const [lean] = useState(() => ({ to: 'back', from: dayOf(Math.floor(now() / 1000)) }) as const);
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
        <label htmlFor={`${id}-from`}>{t('search.fields.from')}</label>
        <AddressInput id={`${id}-from`} autoFocus value={form.from} onChange={(from) => set({ from })} />
        <label htmlFor={`${id}-to`}>{t('search.fields.to')}</label>
        <AddressInput id={`${id}-to`} value={form.to} onChange={(to) => set({ to })} />
        <label htmlFor={`${id}-subject`}>{t('search.fields.subject')}</label>
        <TextInput
          id={`${id}-subject`}
          value={form.subject}
          onChange={(event) => set({ subject: event.currentTarget.value })}
        />
        <label htmlFor={`${id}-term`}>{t('search.fields.term')}</label>
        <TextInput
          id={`${id}-term`}
          placeholder={t('searchForm.termHint')}
          value={form.term}
          onChange={(event) => set({ term: event.currentTarget.value })}
        />
        <span id={`${id}-folder`}>{t('searchForm.folder')}</span>
        <FolderField labelId={`${id}-folder`} path={form.folder} onChange={(folder) => set({ folder })} />
        <span>{t('searchForm.size')}</span>
        <div className={styles.size}>
          <NativeSelect
            aria-label={t('searchForm.size')}
            data={[
              { value: 'over', label: t('searchForm.over') },
              { value: 'under', label: t('searchForm.under') },
            ]}
            value={form.sizeIs}
            onChange={(event) => set({ sizeIs: event.currentTarget.value === 'under' ? 'under' : 'over' })}
          />
          <TextInput
            aria-label={t('searchForm.sizeNumber')}
            inputMode="decimal"
            maxLength={9}
            value={form.size}
            onChange={(event) => set({ size: event.currentTarget.value.replace(/[^\d.,]/g, '') })}
          />
          <NativeSelect
            aria-label={t('searchForm.unit')}
            data={[
              { value: 'M', label: 'MB' },
              { value: 'K', label: 'KB' },
            ]}
            value={form.unit}
            onChange={(event) => set({ unit: event.currentTarget.value === 'K' ? 'K' : 'M' })}
          />
        </div>
        <label htmlFor={`${id}-first`}>{t('searchForm.firstDay')}</label>
        <div className={styles.days}>
          <DateField
            id={`${id}-first`}
            {...(form.lastDay && { max: form.lastDay })}
            value={form.firstDay}
            lean={lean}
            onChange={(firstDay) => set({ firstDay })}
          />
          <label htmlFor={`${id}-last`}>{t('searchForm.lastDay')}</label>
          <DateField
            id={`${id}-last`}
            {...(form.firstDay && { min: form.firstDay })}
            value={form.lastDay}
            lean={lean}
            onChange={(lastDay) => set({ lastDay })}
          />
        </div>
        <label htmlFor={`${id}-read`}>{t('searchForm.read')}</label>
        <NativeSelect
          id={`${id}-read`}
          data={[
            { value: '', label: t('searchForm.readAny') },
            { value: 'false', label: t('searchForm.readNo') },
            { value: 'true', label: t('searchForm.readYes') },
          ]}
          value={form.read}
          onChange={(event) => set({ read: event.currentTarget.value as SearchForm['read'] })}
        />
        <label htmlFor={`${id}-sort`}>{t('searchForm.sort')}</label>
        <NativeSelect
          id={`${id}-sort`}
          data={[
            { value: 'date', label: t('searchForm.sortDate') },
            { value: 'defaultSort', label: t('searchForm.sortScore') },
          ]}
          value={form.sort}
          onChange={(event) => set({ sort: event.currentTarget.value as SearchForm['sort'] })}
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

type FolderFieldProps = { labelId: string; path: string; onChange(path: string): void };

function FolderField({ labelId, path, onChange }: FolderFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const [picking, setPicking] = useState(false);
  return (
    <div className={styles.folder}>
      <Popover
        opened={picking}
        onChange={setPicking}
        width="target"
        position="bottom-start"
        withinPortal={false}
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <Button
            id={id}
            variant="default"
            fullWidth
            justify="space-between"
            px={12}
            styles={{ label: { flex: 1 } }}
            fw={400}
            aria-labelledby={`${labelId} ${id}`}
            rightSection={<IconChevronDown size={16} />}
            onClick={() => setPicking(!picking)}
          >
            {path === '' ? t('searchForm.allFolders') : pathWords(t, path)}
          </Button>
        </Popover.Target>
        <Popover.Dropdown p={8}>
          <FolderPicker
            picked={path}
            hiddenPaths={HIDDEN}
            onPick={(folder) => {
              onChange(folder.display_name);
              setPicking(false);
            }}
          />
        </Popover.Dropdown>
      </Popover>
      {path !== '' && <CloseButton aria-label={t('searchForm.clearFolder')} onClick={() => onChange('')} />}
    </div>
  );
}
