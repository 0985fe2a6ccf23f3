import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { after } from '../../lib/timers.ts';
import type { DriveListRef } from '../../model/drive/drive-list.ts';
import { driveAddressOf, driveListOf } from '../../parts/drive/drive-address.ts';
import { useLocation, useMatch, useNavigate } from '../../router/router.tsx';
import styles from './drive-search.module.css';

/** Debounces typing, so that a word is not searched letter by letter. */
const TYPED_MS = 300;

/** Finds entries by name, and files by their text, as the user types. */
export function DriveSearch() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search: query } = useLocation();
  const list = driveListOf(useMatch('/drive/:place?') ?? {}, query);
  const searched = list.kind === 'search' ? list.words : '';
  const [typed, setTyped] = useState(searched);
  const stop = useRef(() => {});
  const field = useRef<HTMLInputElement>(null);
  const asked = useRef(searched);
  // Going back or choosing another list clears or fills the field; the field's own searches leave it alone,
  // since more may have been typed since.
  useEffect(() => {
    if (asked.current === searched) return;
    asked.current = searched;
    setTyped(searched);
  }, [searched]);
  useEffect(() => () => stop.current(), []);

  function search(words: string): void {
    stop.current();
    const wanted = words.trim();
    if (wanted === asked.current && wanted === searched) return;
    asked.current = wanted;
    const ref: DriveListRef =
      wanted === '' ? { kind: 'folder', id: null } : { kind: 'search', words: wanted };
    void navigate(driveAddressOf(ref), { replace: list.kind === 'search' });
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: React and older browsers don't know <search>
    <div role="search" aria-label={t('drive.search.label')} className={styles.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search(typed);
        }}
      >
        <TextInput
          ref={field}
          data-drive-search
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          aria-label={t('drive.search.label')}
          placeholder={t('drive.search.label')}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            typed !== '' && (
              <CloseButton
                aria-label={t('drive.search.clear')}
                size="sm"
                onClick={() => {
                  setTyped('');
                  search('');
                  field.current?.focus();
                }}
              />
            )
          }
          value={typed}
          onChange={(event) => {
            const words = event.currentTarget.value;
            setTyped(words);
            stop.current();
            stop.current = after(TYPED_MS, () => search(words));
          }}
        />
      </form>
    </div>
  );
}
