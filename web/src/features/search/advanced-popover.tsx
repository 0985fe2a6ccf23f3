import { Popover } from '@mantine/core';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchTerms } from '../../model/mail-model.ts';
import { Anchor, useFocusBack } from '../../ui/anchor.tsx';
import type { Opened } from '../../ui/use-opener.ts';
import { AdvancedSearch } from './advanced-search.tsx';
import styles from './search-bar.module.css';

type Props = Opened & {
  opener: RefObject<HTMLElement | null>;
  terms: SearchTerms;
  onSearch(terms: SearchTerms): void;
  onReset(): void;
};

/** The advanced form below the search field, as wide as that. */
export function AdvancedPopover({ anchor, opener, onClose, ...form }: Props) {
  useFocusBack(opener.current ?? anchor);
  const { t } = useTranslation();
  return (
    <Popover
      opened
      onChange={onClose}
      width="target"
      position="bottom-start"
      offset={4}
      closeOnEscape
      withRoles={false}
    >
      <Popover.Target>
        <Anchor element={anchor} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" className={styles.form} aria-label={t('search.advanced')}>
        <AdvancedSearch {...form} />
      </Popover.Dropdown>
    </Popover>
  );
}
