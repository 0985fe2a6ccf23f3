import { IconHistory, IconKeyboard, IconNote, IconTag } from '@tabler/icons-react';
import { type KeyboardEvent, useCallback, useId, useState } from 'react';
import { settingSearch as english } from '../../i18n/en/setting-search.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { settingSearch as vietnamese } from '../../i18n/vi/setting-search.ts';
import type { ActTarget } from '../../parts/acts/act-target.ts';
import { threadDialog } from '../../parts/acts/thread-dialog.ts';
import { useOpenMessage } from '../../parts/compose/lazy-compose.ts';
import { findEntries, type Hit } from '../../parts/finding/find-entries.ts';
import { wordsOf } from '../../parts/finding/match-rank.ts';
import { printedKey } from '../../parts/keyboard/shortcuts.ts';
import { takeTyped } from '../../parts/keyboard/take-keys.ts';
import { labelPathWords } from '../../parts/labels/label-names.ts';
import { useMailbox } from '../../parts/mailbox/use-mailbox.ts';
import { MarkedText } from '../../parts/marked-text/marked-text.tsx';
import { type FoundEntry, usePlaces } from '../../parts/places/use-places.ts';
import { useSessionState } from '../../parts/session/use-session-model.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { actsFor } from './acts.ts';
import styles from './keyboard.module.css';
import { keyboardTarget } from './keyboard-target.ts';
import { setLabel } from './set-labels.ts';

/** The commands run from the palette in this visit, the latest first. */
let lately: readonly string[] = [];
const MOST_RECENT = 10;

/** Finds every act, folder, setting and page of the account by a few letters. */
export function CommandPalette({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  // Nothing is preselected until a letter or an arrow key: the first of all commands may delete.
  const [chosen, setChosen] = useState(-1);
  const listId = useId();
  const found = findEntries(useEntries(), typed, lately);
  const index = Math.min(chosen, found.length - 1);
  const active = found[index]?.entry;

  const write = useCallback((text: string) => {
    setTyped(text);
    setChosen(text.trim() === '' ? -1 : 0);
  }, []);
  // The dialog sets the focus only a moment later.
  const [box] = useState(() => takeTyped('palette', write));

  function run(entry: FoundEntry | undefined) {
    if (!entry) return;
    lately = [entry.id, ...lately.filter((id) => id !== entry.id)].slice(0, MOST_RECENT);
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
      // The focus may return to a button, which the same key press would then activate.
      event.preventDefault();
      run(active);
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
        ref={box}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={active ? `${listId}-${active.id}` : undefined}
        aria-label={t('keyboard.commands')}
        placeholder={t('keyboard.paletteHint')}
        value={typed}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKey}
      />
      {found.length === 0 && <div className={styles['none']}>{t('keyboard.paletteEmpty')}</div>}
      <div className={styles['found']} id={listId} role="listbox" aria-label={t('keyboard.commands')}>
        {found.map((one, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box above handles the keys
          <div
            key={one.entry.id}
            id={`${listId}-${one.entry.id}`}
            ref={at === index ? (element) => void element?.scrollIntoView({ block: 'nearest' }) : undefined}
            className={styles['entry']}
            role="option"
            tabIndex={-1}
            aria-selected={at === index}
            onPointerMove={() => setChosen(at)}
            onClick={() => run(one.entry)}
          >
            <Command found={one} typed={typed} />
          </div>
        ))}
      </div>
    </Modal>
  );
}

/** The name, why it was found, and the shortcut. */
function Command({ found: { entry, because }, typed }: { found: Hit<FoundEntry>; typed: string }) {
  return (
    <>
      <entry.icon size={18} />
      <span>
        <MarkedText text={entry.words} words={wordsOf(typed)} />
        {(entry.within || because) && <small>{[entry.within, because].filter(Boolean).join(' · ')}</small>}
      </span>
      {entry.shortcut && <kbd>{printedKey(entry.shortcut)}</kbd>}
    </>
  );
}

function useEntries(): FoundEntry[] {
  const { t } = useTranslation();
  const openMessage = useOpenMessage();
  const email = useSessionState((session) => session.user()?.email ?? null);
  const { fields, rooms, others } = usePlaces();
  const labels = useMailbox((model) => model.labels());
  // The selection at the time when the palette was opened.
  const [target] = useState(() => keyboardTarget.get()?.current.target() ?? null);
  const acts = targetsOf(target).flatMap((of) =>
    actsFor(of).map(
      (act): FoundEntry => ({
        ...{ id: act.id, words: t(`acts.labels.${act.id}`), names: [t(`acts.labels.${act.id}`)] },
        ...{ also: [], within: '', icon: act.icon, shortcut: act.shortcut ?? null },
        run: () => act.perform(of),
      }),
    ),
  );
  const settable = acts.some(({ id }) => id === 'label') ? targetsOf(target).slice(0, 1) : [];
  const labelling = settable.flatMap((of) =>
    labels.map((label): FoundEntry => {
      const words = t('labels.set', { name: labelPathWords(label.name) });
      return {
        ...{ id: `set-label-${label.id}`, words, names: [words, label.name], also: [], within: '' },
        ...{ icon: IconTag, shortcut: null, run: () => setLabel(of, label, true) },
      };
    }),
  );
  const history: FoundEntry = {
    ...{ id: 'history', words: t('acts.history.title'), names: [t('acts.history.title')] },
    ...{ also: [], within: '', icon: IconHistory, shortcut: null },
    run: () => threadDialog.set({ kind: 'history' }),
  };
  const note: FoundEntry = {
    ...{ id: 'note', words: t('keyboard.note'), names: [t('keyboard.note')], also: [], within: '' },
    ...{ icon: IconNote, shortcut: null },
    run: () => void openMessage((compose) => compose.openNew(email === null ? {} : { to: email })),
  };
  const shortcuts: FoundEntry = {
    ...{ id: 'shortcuts', words: t('keyboard.title'), names: [t('keyboard.title')], within: '' },
    ...{ also: [vietnamese.shortcuts, english.shortcuts], icon: IconKeyboard, shortcut: '?' },
    run: () => threadDialog.set({ kind: 'shortcuts' }),
  };
  return [...acts, ...labelling, ...rooms, ...others, note, history, shortcuts, ...fields];
}

/** The selected or open threads, and the surrounding folder. */
function targetsOf(target: ActTarget | null): ActTarget[] {
  if (!target) return [];
  const folder: ActTarget = { ...target, threads: [], whole: null };
  return target.whole || target.threads.length > 0 ? [target, folder] : [folder];
}
