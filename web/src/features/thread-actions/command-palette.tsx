import { type Folder, STARRED } from '@bocau/contract/folders.ts';
import { Modal } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { type ComponentType, type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { fold } from '../../lib/fold.ts';
import { pathWords } from '../folders/folder-names.ts';
import { useMailbox } from '../mailbox-context/use-mailbox.ts';
import { actsFor } from './acts.ts';
import styles from './keyboard.module.css';
import { printedKey } from './shortcuts.ts';
import { stage } from './stage.ts';

type Entry = {
  id: string;
  words: string;
  icon: ComponentType<{ size?: number | string }>;
  shortcut: string | null;
  run(): void;
};

/** Everything that can be done here and every folder, found by a few letters. */
export function CommandPalette({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const entries = useEntries();
  const words = fold(typed).split(/\s+/).filter(Boolean);
  const found = entries.filter((entry) =>
    words.every((word) => ` ${fold(entry.words)}`.includes(` ${word}`)),
  );
  const index = Math.min(chosen, found.length - 1);

  function run(entry: Entry | undefined) {
    if (!entry) return;
    onClose();
    entry.run();
  }

  function onKey(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      setChosen((index + by + found.length) % Math.max(1, found.length));
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(found[index]);
  }

  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      padding={0}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': t('keyboard.palette') } }}
    >
      <input
        className={styles['box']}
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={found[index] ? `${listId}-${found[index].id}` : undefined}
        aria-label={t('keyboard.palette')}
        placeholder={t('keyboard.paletteHint')}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKey}
      />
      {found.length === 0 && <div className={styles['none']}>{t('keyboard.paletteEmpty')}</div>}
      <div className={styles['found']} id={listId} role="listbox" aria-label={t('keyboard.palette')}>
        {found.map((entry, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the box above
          <div
            key={entry.id}
            id={`${listId}-${entry.id}`}
            ref={at === index ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
            className={styles['entry']}
            role="option"
            tabIndex={-1}
            aria-selected={at === index}
            onPointerMove={() => setChosen(at)}
            onClick={() => run(entry)}
          >
            <entry.icon size={18} />
            <span>{entry.words}</span>
            {entry.shortcut && <kbd>{printedKey(entry.shortcut)}</kbd>}
          </div>
        ))}
      </div>
    </Modal>
  );
}

function useEntries(): Entry[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const folders = useMailbox((model) => model.folders());
  // What is picked stays as it was when the palette was opened.
  const [target] = useState(() => stage.get()?.target() ?? null);
  const acts = (target ? actsFor(target) : []).map((act): Entry => {
    return {
      id: act.id,
      words: t(`acts.labels.${act.id}`),
      icon: act.icon,
      shortcut: act.shortcut,
      run: () => target && act.perform(target),
    };
  });
  const paths = ['INBOX', STARRED, ...pathsOf(folders)];
  const places = [...new Set(paths)].map((path): Entry => {
    return {
      id: `folder-${path}`,
      words: t('keyboard.goTo', { folder: pathWords(t, path) }),
      icon: IconArrowRight,
      shortcut: null,
      run: () => void navigate(`/folder/${encodeURIComponent(path)}`),
    };
  });
  return [...acts, ...places];
}

function pathsOf(folders: readonly Folder[]): string[] {
  return folders.flatMap((folder) => [folder.display_name, ...pathsOf(folder.children)]);
}
