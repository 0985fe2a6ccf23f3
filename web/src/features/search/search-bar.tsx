import { ActionIcon } from '@mantine/core';
import { IconArrowLeft, IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useShownPlace } from '../../parts/addresses/shown-place.ts';
import { isInOverlay, isTyping } from '../../parts/keyboard/shortcuts.ts';
import { useBackLayer } from '../../router/router.tsx';
import styles from './search-bar.module.css';
import { SearchField } from './search-field.tsx';

/** The header's search; on a phone an icon that opens it over the whole header. */
export function SearchBar({ narrow }: { narrow: boolean }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const results = useShownPlace()?.list.kind === 'search';
  const shut = narrow && !opened && !results;
  useBackLayer(() => setOpened(false), narrow && opened);

  // While it is closed there is no field for the shortcut to focus.
  useEffect(() => {
    if (!shut) return;
    function onKey(event: KeyboardEvent) {
      if (event.key !== '/' || event.defaultPrevented || isTyping(event.target) || isInOverlay(event.target))
        return;
      event.preventDefault();
      setOpened(true);
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [shut]);

  if (!narrow) return <SearchField narrow={false} onLeave={() => {}} />;
  // In search results the field shows the terms, so that they can be changed.
  if (!opened && results) return <SearchField narrow={false} onLeave={() => {}} />;
  if (!opened) {
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        size={40}
        aria-label={t('search.label')}
        onClick={() => setOpened(true)}
      >
        <IconSearch size={20} />
      </ActionIcon>
    );
  }
  return (
    <div className={styles.over}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={40}
        aria-label={t('search.close')}
        onClick={() => setOpened(false)}
      >
        <IconArrowLeft size={20} />
      </ActionIcon>
      <SearchField narrow onLeave={() => setOpened(false)} />
    </div>
  );
}
