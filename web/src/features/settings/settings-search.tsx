import { Select, type SelectProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { findEntries } from '../../parts/finding/find-entries.ts';
import { wordsOf } from '../../parts/finding/match-rank.ts';
import { MarkedText } from '../../parts/marked-text/marked-text.tsx';
import { FIELDS } from '../../parts/places/places.ts';
import { usePlaces } from '../../parts/places/use-places.ts';
import { TABS } from '../../parts/settings/settings-tabs.ts';
import styles from './settings-screen.module.css';

/** Finds fields of all tabs, and whatever else the command palette finds everywhere, and goes to them. */
export function SettingsSearch() {
  const { t } = useTranslation();
  const { fields, rooms, others } = usePlaces();
  const [typed, setTyped] = useState('');
  const entries = [...fields, ...others, ...rooms];
  const found = findEntries(entries, typed);
  const isSearched = wordsOf(typed).length > 0;
  const option = ({ id, words }: { id: string; words: string }) => ({ value: id, label: words });
  const ofTab = (tab: string) =>
    FIELDS.flatMap((field, at) => (field.tab === tab && fields[at] ? option(fields[at]) : []));

  function go(id: string | null): void {
    setTyped('');
    entries.find((entry) => entry.id === id)?.run();
  }

  const renderOption: SelectProps['renderOption'] = ({ option: { value, label } }) => {
    const hit = isSearched ? found.find(({ entry }) => entry.id === value) : undefined;
    const said = hit && [hit.entry.within, hit.because].filter(Boolean).join(' · ');
    return (
      <span className={styles.found}>
        <MarkedText text={label} words={wordsOf(typed)} />
        {said && <small>{said}</small>}
      </span>
    );
  };

  return (
    <Select
      className={styles.search}
      classNames={{ option: styles.option ?? '' }}
      aria-label={t('settingFields.search.label')}
      placeholder={t('settingFields.search.label')}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={null}
      searchable
      comboboxProps={{ withinPortal: false }}
      selectFirstOptionOnChange
      selectFirstOptionOnDropdownOpen
      value={null}
      onChange={go}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('settingFields.search.none')}
      data={
        isSearched
          ? found.map(({ entry }) => option(entry))
          : TABS.map((tab) => ({ group: t(`settings.tabs.${tab}`), items: ofTab(tab) }))
      }
      filter={({ options }) => options}
      renderOption={renderOption}
    />
  );
}
