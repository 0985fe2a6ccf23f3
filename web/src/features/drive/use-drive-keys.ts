import { focusListSearch, useListKeys } from '../../parts/keyboard/use-list-keys.ts';
import { NOTHING_PICKED } from '../../parts/selection/selection.ts';
import { performDriveKey } from './drive-acts.ts';
import type { DriveScreenState } from './use-drive-screen.ts';

/**
 * The shortcuts of the drive; those that mean the same everywhere (c, z, g …, Ctrl K) are left to the page.
 */
export function useDriveKeys(screen: DriveScreenState): void {
  useListKeys(screen.question !== null, (key) => perform(key, screen));
}

function perform(key: string, screen: DriveScreenState): boolean {
  const { view, cursor, picked, list } = screen;
  const at = cursor ? view.files.indexOf(cursor) : -1;
  switch (key) {
    case 'j':
    case 'k':
    case 'Shift+j':
    case 'Shift+k': {
      const to = at + (key.endsWith('j') ? 1 : -1);
      screen.move(Math.min(view.files.length - 1, Math.max(0, to)), key.startsWith('Shift'));
      screen.grid.current?.focus(true);
      return true;
    }
    case 'o':
      if (cursor) screen.open(cursor);
      return cursor !== null;
    case 'u':
    case 'Backspace':
      return screen.up();
    case 'x':
      if (cursor) screen.toggle(cursor, false);
      return cursor !== null;
    case 'Mod+a':
      screen.pickAll.loaded();
      return true;
    case 'Escape':
      if (picked.length === 0 && !screen.detailsShown) return false;
      screen.pickAll.stop();
      if (picked.length > 0) screen.select(NOTHING_PICKED);
      else screen.showDetails(false);
      return true;
    case 'Shift+n':
      if (list.kind === 'folder' && view.permission !== 'READ') screen.ask({ kind: 'new-folder' });
      return list.kind === 'folder';
    case '/':
      focusListSearch();
      return true;
    case '?':
      screen.ask({ kind: 'keys' });
      return true;
    default:
      return performDriveKey(key, screen.target);
  }
}
