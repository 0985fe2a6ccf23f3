import { focusListSearch, useListKeys } from '../../parts/keyboard/use-list-keys.ts';
import { NOTHING_PICKED } from '../../parts/selection/selection.ts';
import { performContactKey } from './contact-acts.ts';
import type { ContactsScreenState } from './use-contacts-screen.ts';

/** The shortcuts of the contacts; those that mean the same everywhere (z, g …, Ctrl K) are left to the page. */
export function useContactsKeys(screen: ContactsScreenState): void {
  useListKeys(screen.question !== null, (key) => perform(key, screen));
}

function perform(key: string, screen: ContactsScreenState): boolean {
  const { view, cursor, picked } = screen;
  const at = cursor ? view.contacts.indexOf(cursor) : -1;
  switch (key) {
    case 'j':
    case 'k':
    case 'Shift+j':
    case 'Shift+k': {
      const to = at + (key.endsWith('j') ? 1 : -1);
      screen.move(Math.min(view.contacts.length - 1, Math.max(0, to)), key.startsWith('Shift'));
      screen.grid.current?.focus(true);
      return true;
    }
    case 'o':
      if (cursor) screen.open(cursor);
      return cursor !== null;
    case 'u':
      return screen.close();
    case 'x':
      if (cursor) screen.toggle(cursor, false);
      return cursor !== null;
    case 'Mod+a':
      // Once more selects what is not loaded.
      if (screen.mayPickWhole && view.hasMore && picked.length === view.contacts.length) screen.pickWhole();
      else screen.pickAll.loaded();
      return true;
    case 'Escape':
      screen.pickAll.stop();
      if (picked.length === 0) return screen.close();
      screen.select(NOTHING_PICKED);
      return true;
    case 'c':
      screen.ask({ kind: 'new' });
      return true;
    case '/':
      return focusListSearch();
    case '?':
      screen.ask({ kind: 'keys' });
      return true;
    default:
      return performContactKey(key, screen.target);
  }
}
