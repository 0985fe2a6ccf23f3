import type { Folder } from '@bocau/contract/folders.ts';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useMailbox } from '../mailbox/use-mailbox.ts';
import { FolderIcon } from './folder-icon.tsx';
import { folderWords } from './folder-names.ts';
import styles from './folder-picker.module.css';
import { firstChosen, nextPickable, pickerRows } from './picker-rows.ts';

const NONE: readonly string[] = [];

type Props = {
  onPick(folder: Folder): void;
  /** Shown, because they belong to the tree, but not to be picked. */
  disabledPaths?: readonly string[];
  hiddenPaths?: readonly string[];
  /** The folder that is picked already. */
  picked?: string | null;
};

/** The folder tree with a search field that has the focus; arrows choose, Enter picks. */
export function FolderPicker({ onPick, disabledPaths = NONE, hiddenPaths = NONE, picked = null }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const tree = useMailbox((model) => model.folders());
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(picked);
  const rows = pickerRows(tree, {
    typed,
    disabledPaths,
    hiddenPaths,
    words: (folder) => folderWords(t, folder.display_name),
  });
  const found = rows.findIndex((row) => row.pickable && row.folder.display_name === chosen);
  const active = found >= 0 ? found : firstChosen(rows, typed);

  function choose(at: number) {
    setChosen(rows[at]?.folder.display_name ?? null);
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
    if (step !== null) choose(nextPickable(rows, active, step));
    const row = rows[active];
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && row) onPick(row.folder);
    // What lies around it, a menu or a form, has its own use for these keys.
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
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        aria-label={t('folders.picker.search')}
        placeholder={t('folders.picker.search')}
        leftSection={<IconSearch size={16} />}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label={t('folders.picker.list')} className={styles.list}>
        {rows.map(({ folder, depth, words, pickable }, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
          <div
            key={folder.id}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            aria-disabled={!pickable}
            className={styles.option}
            style={{ '--depth': depth } as CSSProperties}
            title={words}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pickable && onPick(folder)}
          >
            <FolderIcon path={folder.display_name} size={16} />
            <span>{words}</span>
          </div>
        ))}
      </div>
      {rows.length === 0 && (
        <p className={styles.nothing} role="status">
          {t('folders.picker.nothing')}
        </p>
      )}
    </div>
  );
}
