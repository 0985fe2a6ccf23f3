import type { KeyboardEvent, RefObject } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { SearchTerms } from '../../model/mail/mail-model.ts';
import { Anchor, useFocusBack } from '../../ui/anchor.tsx';
import { PHONE } from '../../ui/breakpoints.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { Popover } from '../../ui/layers/popover.tsx';
import { useMedia } from '../../ui/use-media.ts';
import type { Opened } from '../../ui/use-opener.ts';
import { AdvancedSearch } from './advanced-search.tsx';
import { hasOpenList } from './has-open-list.ts';
import styles from './search-bar.module.css';

type Props = Opened & {
  opener: RefObject<HTMLElement | null>;
  terms: SearchTerms;
  onSearch(terms: SearchTerms): void;
  onReset(): void;
  onHelp(): void;
};

/** The advanced form below the search field, with the field's width; on a phone it fills the screen. */
export function AdvancedPopover({ anchor, opener, onClose, ...form }: Props) {
  useFocusBack(opener.current ?? anchor);
  const { t } = useTranslation();
  const phone = useMedia(PHONE);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && !hasOpenList(event.target)) onClose();
  }

  if (phone) {
    return (
      <Modal
        opened
        fullScreen
        onClose={onClose}
        title={t('search.advanced')}
        closeButtonProps={{ 'aria-label': t('common.actions.close') }}
      >
        <AdvancedSearch {...form} />
      </Modal>
    );
  }
  return (
    <Popover
      opened
      onChange={onClose}
      width="target"
      position="bottom-start"
      offset={4}
      closeOnEscape={false}
      withRoles={false}
    >
      <Popover.Target>
        <Anchor element={anchor} />
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        className={styles.form}
        aria-label={t('search.advanced')}
        onKeyDown={onKeyDown}
      >
        <AdvancedSearch {...form} />
      </Popover.Dropdown>
    </Popover>
  );
}
