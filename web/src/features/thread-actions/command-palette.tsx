import { fold } from '@bocau/contract/fold.ts';
import { STARRED } from '@bocau/contract/folder-roles.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import { IconArrowRight, IconHistory, IconPencil, IconSettings } from '@tabler/icons-react';
import { type ComponentType, type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useWithCompose } from '../../parts/compose/lazy-compose.ts';
import { pathWords } from '../../parts/folders/folder-names.ts';
import { printedKey } from '../../parts/keyboard/shortcuts.ts';
import { useMailbox } from '../../parts/mailbox/use-mailbox.ts';
import { useNavigate } from '../../router/router.tsx';
import { Modal } from '../../ui/layers/modal.tsx';
import type { ActTarget } from './act-target.ts';
import { actsFor } from './acts.ts';
import { threadDialog } from './dialog-requests.ts';
import styles from './keyboard.module.css';
import { keyboardTarget } from './keyboard-target.ts';

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
  // What Enter runs is chosen by a letter or an arrow: the first of all commands may delete.
  const [chosen, setChosen] = useState(-1);
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
      const from = index < 0 && by < 0 ? 0 : index;
      setChosen((from + by + found.length) % Math.max(1, found.length));
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      // The focus goes back to a button, perhaps, which the same press would then press too.
      event.preventDefault();
      run(found[index]);
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      padding={0}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': t('keyboard.commands') } }}
    >
      <input
        className={styles['box']}
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={found[index] ? `${listId}-${found[index].id}` : undefined}
        aria-label={t('keyboard.commands')}
        placeholder={t('keyboard.paletteHint')}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setChosen(event.target.value.trim() === '' ? -1 : 0);
        }}
        onKeyDown={onKey}
      />
      {found.length === 0 && <div className={styles['none']}>{t('keyboard.paletteEmpty')}</div>}
      <div className={styles['found']} id={listId} role="listbox" aria-label={t('keyboard.commands')}>
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
  const withCompose = useWithCompose();
  const folders = useMailbox((model) => model.folders());
  const maySend = useMailbox((model) => model.user()?.enable_smtp === 1);
  // What is picked stays as it was when the palette was opened.
  const [target] = useState(() => keyboardTarget.get()?.target() ?? null);
  const acts = targetsOf(target).flatMap((of) =>
    actsFor(of).map(
      (act): Entry => ({
        id: act.id,
        words: t(`acts.labels.${act.id}`),
        icon: act.icon,
        shortcut: act.shortcut,
        run: () => act.perform(of),
      }),
    ),
  );
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
  const compose: Entry = {
    id: 'compose',
    words: t('messages.compose'),
    icon: IconPencil,
    shortcut: 'c',
    run: () => withCompose((model) => model.openNew()),
  };
  const settings: Entry = {
    id: 'settings',
    words: t('keyboard.goTo', { folder: t('shell.settings') }),
    icon: IconSettings,
    shortcut: null,
    run: () => void navigate('/setting'),
  };
  const history: Entry = {
    id: 'history',
    words: t('acts.history.title'),
    icon: IconHistory,
    shortcut: null,
    run: () => threadDialog.set({ kind: 'history' }),
  };
  return [...(maySend ? [compose] : []), ...acts, ...places, history, settings];
}

/** What is picked or open, and the folder around it. */
function targetsOf(target: ActTarget | null): ActTarget[] {
  if (!target) return [];
  const folder: ActTarget = { ...target, threads: [], whole: null };
  return target.whole || target.threads.length > 0 ? [target, folder] : [folder];
}

function pathsOf(folders: readonly Folder[]): string[] {
  return folders.flatMap((folder) => [folder.display_name, ...pathsOf(folder.children)]);
}
