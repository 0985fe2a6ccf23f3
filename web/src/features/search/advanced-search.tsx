import { Button, Checkbox, CloseButton, FocusTrap, NativeSelect, Popover, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { allFolders } from '../../model/base/folder-tree.ts';
import type { SearchTerms } from '../../model/mail-model.ts';
import { pathWords } from '../folders/folder-names.ts';
import { FolderPicker } from '../folders/folder-picker.tsx';
import { useMailModel } from '../mailbox-context/use-mailbox.ts';
import { AddressInput } from './address-input.tsx';
import styles from './advanced-search.module.css';
import { EMPTY_FORM, formOfTerms, type SearchForm, termsOfForm } from './search-form.ts';

const HIDDEN = ['Drafts'];

type Props = { terms: SearchTerms; onSearch(terms: SearchTerms): void; onReset(): void };

/** Every criterion of a search as a field; begins with what the bar says. */
export function AdvancedSearch({ terms, onSearch, onReset }: Props) {
  const { t } = useTranslation();
  const model = useMailModel();
  const id = useId();
  const [form, setForm] = useState(() => {
    const paths = allFolders(model.folders()).map((folder) => folder.display_name);
    return formOfTerms(terms, paths);
  });
  const set = (change: Partial<SearchForm>) => setForm((before) => ({ ...before, ...change }));

  function submit(event: FormEvent) {
    event.preventDefault();
    onSearch(termsOfForm(form));
  }

  return (
    <FocusTrap>
      <form className={styles.form} onSubmit={submit}>
        <label htmlFor={`${id}-from`}>{t('search.form.from')}</label>
        <AddressInput id={`${id}-from`} autoFocus value={form.from} onChange={(from) => set({ from })} />
        <label htmlFor={`${id}-to`}>{t('search.form.to')}</label>
        <AddressInput id={`${id}-to`} value={form.to} onChange={(to) => set({ to })} />
        <label htmlFor={`${id}-subject`}>{t('search.form.subject')}</label>
        <TextInput
          id={`${id}-subject`}
          value={form.subject}
          onChange={(event) => set({ subject: event.currentTarget.value })}
        />
        <label htmlFor={`${id}-term`}>{t('search.form.term')}</label>
        <TextInput
          id={`${id}-term`}
          placeholder={t('search.form.termHint')}
          value={form.term}
          onChange={(event) => set({ term: event.currentTarget.value })}
        />
        <span id={`${id}-folder`}>{t('search.form.folder')}</span>
        <FolderField labelId={`${id}-folder`} path={form.folder} onChange={(folder) => set({ folder })} />
        <span>{t('search.form.size')}</span>
        <div className={styles.size}>
          <NativeSelect
            aria-label={t('search.form.size')}
            data={[
              { value: 'over', label: t('search.form.over') },
              { value: 'under', label: t('search.form.under') },
            ]}
            value={form.sizeIs}
            onChange={(event) => set({ sizeIs: event.currentTarget.value === 'under' ? 'under' : 'over' })}
          />
          <TextInput
            aria-label={t('search.form.sizeNumber')}
            inputMode="numeric"
            maxLength={9}
            value={form.size}
            onChange={(event) => set({ size: event.currentTarget.value.replace(/\D/g, '') })}
          />
          <NativeSelect
            aria-label={t('search.form.unit')}
            data={[
              { value: 'M', label: 'MB' },
              { value: 'K', label: 'KB' },
            ]}
            value={form.unit}
            onChange={(event) => set({ unit: event.currentTarget.value === 'K' ? 'K' : 'M' })}
          />
        </div>
        <label htmlFor={`${id}-first`}>{t('search.form.firstDay')}</label>
        <div className={styles.days}>
          <TextInput
            id={`${id}-first`}
            type="date"
            max={form.lastDay || undefined}
            value={form.firstDay}
            onChange={(event) => set({ firstDay: event.currentTarget.value })}
          />
          <label htmlFor={`${id}-last`}>{t('search.form.lastDay')}</label>
          <TextInput
            id={`${id}-last`}
            type="date"
            min={form.firstDay || undefined}
            value={form.lastDay}
            onChange={(event) => set({ lastDay: event.currentTarget.value })}
          />
        </div>
        <label htmlFor={`${id}-read`}>{t('search.form.read')}</label>
        <NativeSelect
          id={`${id}-read`}
          data={[
            { value: '', label: t('search.form.readAny') },
            { value: 'false', label: t('search.form.readNo') },
            { value: 'true', label: t('search.form.readYes') },
          ]}
          value={form.read}
          onChange={(event) => set({ read: event.currentTarget.value as SearchForm['read'] })}
        />
        <label htmlFor={`${id}-sort`}>{t('search.form.sort')}</label>
        <NativeSelect
          id={`${id}-sort`}
          data={[
            { value: 'date', label: t('search.form.sortDate') },
            { value: 'defaultSort', label: t('search.form.sortScore') },
          ]}
          value={form.sort}
          onChange={(event) => set({ sort: event.currentTarget.value as SearchForm['sort'] })}
        />
        <div className={styles.checks}>
          <Checkbox
            label={t('search.form.starred')}
            checked={form.starred}
            onChange={(event) => set({ starred: event.currentTarget.checked })}
          />
          <Checkbox
            label={t('search.form.attachment')}
            checked={form.attachment}
            onChange={(event) => set({ attachment: event.currentTarget.checked })}
          />
        </div>
        <div className={styles.buttons}>
          <Button
            variant="default"
            onClick={() => {
              setForm(EMPTY_FORM);
              onReset();
            }}
          >
            {t('search.form.reset')}
          </Button>
          <Button type="submit">{t('search.form.submit')}</Button>
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
            {path === '' ? t('search.form.allFolders') : pathWords(t, path)}
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
      {path !== '' && <CloseButton aria-label={t('search.form.clearFolder')} onClick={() => onChange('')} />}
    </div>
  );
}
