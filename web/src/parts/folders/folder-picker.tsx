import { fold } from '@bocau/contract/fold.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import { Button, TextInput } from '@mantine/core';
import { IconFolderPlus, IconSearch } from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { wordsOf } from '../finding/match-rank.ts';
import { takeTyped } from '../keyboard/take-keys.ts';
import { useMailbox } from '../mailbox/use-mailbox.ts';
import { MarkedText } from '../marked-text/marked-text.tsx';
import { FolderIcon } from './folder-icon.tsx';
import { folderWords, pathWords } from './folder-names.ts';
import styles from './folder-picker.module.css';
import { firstChosen, foundRows, nextPickable, pickerRows, recentRows } from './picker-rows.ts';

const NONE: readonly string[] = [];

type Props = {
  onPick(folder: Folder): void;
  /** Shown as part of the tree, but disabled. */
  disabledPaths?: readonly string[];
  hiddenPaths?: readonly string[];
  /** Recently picked folders, the latest first. */
  recent?: readonly Folder[];
  /** Set where a missing folder can be created: called with a name that no top-level folder has. */
  onCreate?: (name: string) => void;
  /** The folder that is already selected. */
  picked?: string | null;
  /** What else fits the typed text, shown below the folders; Enter picks `first` where no folder fits. */
  besides?: (typed: string) => Besides | null;
};

type Besides = { shown: ReactNode; first(): void };

/** The folder tree with a search field that has the focus; arrow keys select, Enter picks. */
export function FolderPicker(props: Props) {
  const { onPick, onCreate, recent = [], disabledPaths = NONE, hiddenPaths = NONE, picked = null } = props;
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(picked);
  const [field] = useState(() =>
    takeTyped('picker', (text) => {
      setTyped(text);
      setChosen(null);
    }),
  );
  const name = typed.trim();
  const besides = props.besides?.(name) ?? null;
  const { rows, lately, isNew } = useFolderRows(typed, { recent, disabledPaths, hiddenPaths });
  const found = rows.findIndex((row) => row.pickable && row.key === chosen);
  const active = found >= 0 ? found : firstChosen(rows, typed);

  function choose(at: number) {
    setChosen(rows[at]?.key ?? null);
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
    if (step !== null) choose(nextPickable(rows, active, step));
    const row = rows[active];
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      if (row?.pickable) onPick(row.folder);
      else besides?.first();
    }
    // The surrounding menu or form would also handle these keys.
    if (step !== null || event.key === 'Enter') {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  return (
    <div className={styles.picker}>
      <TextInput
        data-autofocus
        autoFocus
        ref={field}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        aria-label={t('folders.picker.search')}
        placeholder={t('folders.picker.search')}
        leftSection={<IconSearch size={16} />}
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setChosen(event.currentTarget.value.trim() === '' ? picked : null);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label={t('folders.picker.list')} className={styles.list}>
        {rows.map(({ key, folder, depth, words: said, pickable }, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
          <div
            key={key}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            aria-disabled={!pickable}
            className={styles.option}
            data-found={name !== '' || undefined}
            data-last-recent={at === lately - 1 || undefined}
            style={{ '--depth': depth } as CSSProperties}
            title={said}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pickable && onPick(folder)}
          >
            <FolderIcon path={folder.display_name} size={16} />
            <span>
              <MarkedText text={said} words={wordsOf(name)} />
            </span>
          </div>
        ))}
      </div>
      {besides?.shown}
      {rows.length === 0 && !besides && (
        <p className={styles.nothing} role="status">
          {t('folders.picker.nothing')}
        </p>
      )}
      {onCreate && isNew && (
        <Button variant="default" leftSection={<IconFolderPlus size={16} />} onClick={() => onCreate(name)}>
          {t('folders.picker.create', { name })}
        </Button>
      )}
    </div>
  );
}

type Offered = Required<Pick<Props, 'recent' | 'disabledPaths' | 'hiddenPaths'>>;

/** The rows for the typed text, the number of recent ones, and whether no folder has that name. */
function useFolderRows(typed: string, { recent, ...shown }: Offered) {
  const { t } = useTranslation();
  const tree = useMailbox((model) => model.folders());
  const name = typed.trim();
  const words = (folder: Folder) => folderWords(t, folder.display_name);
  const path = (folder: Folder) => pathWords(t, folder.display_name);
  if (name === '') {
    const lately = recentRows(recent, { ...shown, words: path });
    return {
      rows: [...lately, ...pickerRows(tree, { ...shown, words })],
      lately: lately.length,
      isNew: false,
    };
  }
  return {
    rows: foundRows(tree, { ...shown, words, path, recent, typed }),
    lately: 0,
    isNew: !tree.some((folder) => fold(words(folder)) === fold(name)),
  };
}
