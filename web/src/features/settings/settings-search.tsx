import { Select } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { settingSearch as english } from '../../i18n/en/setting-search.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { settingSearch as vietnamese } from '../../i18n/vi/setting-search.ts';
import { useNavigate } from '../../router/router.tsx';
import { FIELDS, type Field, findSettings } from './find-settings.ts';
import styles from './settings-screen.module.css';
import { TABS } from './settings-tabs.ts';

/** Finds a field in any of the tabs and leads to it. */
export function SettingsSearch() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const wordsOf = (field: Field) => [t(field.label), vietnamese[field.id], english[field.id]];

  function go(id: string | null): void {
    const field = FIELDS.find((one) => one.id === id);
    setTyped('');
    if (field) void navigate(`/setting/${field.tab}?field=${field.id}`);
  }

  return (
    <Select
      className={styles.search}
      aria-label={t('settingFields.search.label')}
      placeholder={t('settingFields.search.label')}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={null}
      searchable
      selectFirstOptionOnChange
      selectFirstOptionOnDropdownOpen
      value={null}
      onChange={go}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('settingFields.search.none')}
      data={TABS.map((tab) => ({
        group: t(`settings.tabs.${tab}`),
        items: FIELDS.filter((field) => field.tab === tab).map((field) => ({
          value: field.id,
          label: t(field.label),
        })),
      }))}
      filter={({ options, search }) => {
        const found = new Set<string>(findSettings(search, wordsOf).map(({ id }) => id));
        return options.flatMap((group) => {
          if (!('items' in group)) return [];
          const items = group.items.filter((item) => found.has(typeof item === 'string' ? item : item.value));
          return items.length === 0 ? [] : [{ ...group, items }];
        });
      }}
    />
  );
}
