import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { threadDialog } from '../../parts/acts/thread-dialog.ts';
import { undoLatest } from '../../parts/acts/undo-latest.ts';
import { type Answering, answering, useOpenMessage } from '../../parts/compose/lazy-compose.ts';
import { beginSequence, endSequence, isInSequence } from '../../parts/keyboard/key-sequence.ts';
import { GO_TO, isInOverlay, isTyping, shortcutOf } from '../../parts/keyboard/shortcuts.ts';
import { holdKeys } from '../../parts/keyboard/typed-ahead.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { useNavigate } from '../../router/router.tsx';
import { hasLayers } from '../../ui/layers/layers.ts';
import { lazyPart, reportPartFailed } from '../../ui/lazy-part.tsx';
import { performShortcut } from './acts.ts';
import { type KeyboardTarget, keyboardTarget } from './keyboard-target.ts';
import { useReturnFocus } from './use-return-focus.ts';

const ShortcutSheet = lazyPart(async () => {
  const [{ ShortcutSheet: Part }] = await Promise.all([import('./shortcut-sheet.tsx'), loadLaterWords()]);
  return Part;
});
const HistoryDialog = lazyPart(async () => {
  const [{ HistoryDialog: Part }] = await Promise.all([import('./history-dialog.tsx'), loadLaterWords()]);
  return Part;
});
const CommandPalette = lazyPart(async () => {
  const [{ CommandPalette: Part }] = await Promise.all([import('./command-palette.tsx'), loadLaterWords()]);
  return Part;
});

const ANSWERS: Record<string, Answering> = { r: 'reply', a: 'reply_all', f: 'forward' };

/** Handles the shortcuts of the whole page, and shows the cheat sheet and the palette. */
export function KeyboardActs() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const openMessage = useOpenMessage();
  const model = useMailModel();
  const dialog = useSyncExternalStore(threadDialog.subscribe, threadDialog.get);
  useReturnFocus(dialog !== null);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing) return;
      const key = shortcutOf(event);
      if (key === 'Mod+k') {
        event.preventDefault();
        if (hasLayers() || threadDialog.get()?.kind === 'palette') return;
        threadDialog.set({ kind: 'palette' });
        holdKeys('palette', t('common.loading'));
        return;
      }
      if (isTyping(event.target) || isInOverlay(event.target) || threadDialog.get()) return;
      if (!perform(key)) return;
      event.preventDefault();
      // While the picker's code loads, the typed name must not act on the page.
      const asked = threadDialog.get()?.kind;
      if (asked === 'label' || asked === 'move') holdKeys('picker', t('common.loading'));
    }

    function perform(key: string): boolean {
      if (isInSequence()) {
        endSequence();
        const folder = Object.entries(GO_TO).find(([letter]) => letter === key)?.[1];
        if (folder) {
          void navigate(`/folder/${folder}`);
          // The focused row is removed with its list.
          document.getElementById('content')?.focus({ preventScroll: true });
        }
        return folder !== undefined;
      }
      if (key === 'g') {
        beginSequence();
        return true;
      }
      if (key === '?') threadDialog.set({ kind: 'shortcuts' });
      else if (key === '/') return focusSearch();
      else if (key === 'c') openMessage((compose) => compose.openNew());
      else if (ANSWERS[key]) return answer(ANSWERS[key]);
      else if (key === 'z' || key === 'Mod+z') undoLatest(undoEarlier).catch(reportPartFailed);
      else return performOnTarget(key, keyboardTarget.get()?.current ?? null);
      return true;
    }

    /** Undoes an act that an earlier visit has left unsent. */
    async function undoEarlier(): Promise<boolean> {
      const [{ takeBackWaiting }] = await Promise.all([import('./take-back-waiting.ts'), loadLaterWords()]);
      return takeBackWaiting(model);
    }

    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      endSequence();
    };
  }, [navigate, openMessage, model, t]);

  return (
    <>
      <Suspense fallback={null}>
        {dialog?.kind === 'shortcuts' && <ShortcutSheet onClose={() => threadDialog.set(null)} />}
        {dialog?.kind === 'history' && <HistoryDialog onClose={() => threadDialog.set(null)} />}
      </Suspense>
      {dialog?.kind === 'palette' && (
        <Suspense fallback={null}>
          <CommandPalette onClose={() => threadDialog.set(null)} />
        </Suspense>
      )}
    </>
  );
}

function answer(how: Answering): boolean {
  const target = answering.get();
  target?.answer(how);
  return target !== null;
}

function performOnTarget(key: string, shown: KeyboardTarget | null): boolean {
  if (!shown) return false;
  switch (key) {
    case 'j':
    case 'k':
      shown.step(key === 'j' ? 1 : -1, false);
      return true;
    case 'Shift+j':
    case 'Shift+k':
      shown.step(key === 'Shift+j' ? 1 : -1, true);
      return true;
    case 'o':
      shown.open();
      return true;
    case 'u':
    case 'Escape':
      return shown.back();
    case 'x':
      shown.toggleSelected();
      return true;
    case 'Mod+a':
      return shown.selectAll();
    default:
      return performShortcut(key, shown.target());
  }
}

function focusSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>('[role="search"] input');
  box?.focus();
  box?.select();
  return box !== null;
}
