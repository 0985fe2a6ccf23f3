import { WAITING } from '@bocau/contract/waiting-list.ts';
import { Button, CloseButton, NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now } from '../../lib/timers.ts';
import { DateField } from '../../parts/dates/date-field.tsx';
import { dayOf } from '../../parts/dates/local-days.ts';
import { pathWords } from '../../parts/folders/folder-names.ts';
import { FolderPicker } from '../../parts/folders/folder-picker.tsx';
import { labelPathWords } from '../../parts/labels/label-names.ts';
import { useMailbox } from '../../parts/mailbox/use-mailbox.ts';
import { Popover } from '../../ui/layers/popover.tsx';
import styles from './advanced-search.module.css';
import type { SearchForm } from './search-form.ts';

const HIDDEN = ['Drafts'];

type TextFieldProps = Pick<TextInputProps, 'placeholder'> & {
  id: string;
  label: string;
  value: string;
  onText(text: string): void;
};

export function TextField({ id, label, onText, ...input }: TextFieldProps) {
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <TextInput id={id} {...input} onChange={(event) => onText(event.currentTarget.value)} />
    </>
  );
}

type ChoiceFieldProps<Value extends string> = {
  id: string;
  label: string;
  choices: { value: Value; label: string }[];
  value: Value;
  onChoose(value: Value): void;
};

export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { id, label, choices, value, onChoose } = props;
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <NativeSelect
        id={id}
        data={choices}
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value as Value)}
      />
    </>
  );
}

/** Some fields of the form, and their setter. */
type PartProps<Key extends keyof SearchForm> = {
  form: Pick<SearchForm, Key>;
  set(change: Partial<SearchForm>): void;
};

/** Larger or smaller than a size. */
export function SizeFields({ form, set }: PartProps<'sizeIs' | 'size' | 'unit'>) {
  const { t } = useTranslation();
  return (
    <>
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
    </>
  );
}

/** From one day to another. */
export function DayFields({ form, set }: PartProps<'firstDay' | 'lastDay'>) {
  const { t } = useTranslation();
  const id = useId();
  const [lean] = useState(() => ({ to: 'back', from: dayOf(Math.floor(now() / 1000)) }) as const);
  return (
    <>
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
    </>
  );
}

type FolderFieldProps = { labelId: string; path: string; onChange(path: string): void };

export function FolderField({ labelId, path, onChange }: FolderFieldProps) {
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

type LabelFieldProps = { id: string; label: string; onChange(label: string): void };

/** A label by its name; nothing where there are no labels. */
export function LabelField({ id, label, onChange }: LabelFieldProps) {
  const { t } = useTranslation();
  const labels = useMailbox((model) => model.labels());
  const names = [...new Set([...labels.map(({ name }) => name), ...(label === '' ? [] : [label])])];
  if (names.length === 0) return null;
  return (
    <ChoiceField
      id={id}
      label={t('searchForm.label')}
      choices={[
        { value: '', label: t('searchForm.anyLabel') },
        ...names.map((name) => ({
          value: name,
          label: name === WAITING ? t('folders.waiting') : labelPathWords(name),
        })),
      ]}
      value={label}
      onChoose={onChange}
    />
  );
}
