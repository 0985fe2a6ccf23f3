import type { Folder } from '@bocau/contract/folders.ts';
import { type RefObject, useCallback, useRef, useState, useSyncExternalStore } from 'react';
import type { MenuPlace } from './folder-menu.tsx';
import { folderQuestion } from './folder-question.ts';

/** The menu of a folder and the question that it asks; the focus goes back to where they were opened from. */
export function useFolderMenus(nav: RefObject<HTMLElement | null>) {
  const question = useSyncExternalStore(folderQuestion.subscribe, folderQuestion.get);
  const [menu, setMenu] = useState<{ folder: Folder; place: MenuPlace } | null>(null);
  const opener = useRef<Element | null>(null);
  const openMenu = useCallback((folder: Folder, place: MenuPlace) => {
    opener.current = document.activeElement;
    setMenu({ folder, place });
  }, []);

  /** The focus goes back to where menu or dialog was asked for, or to the folder shown when that is gone. */
  function returnFocus() {
    requestAnimationFrame(() => {
      if (folderQuestion.get()) return;
      const back = opener.current?.isConnected
        ? opener.current
        : nav.current?.querySelector('[aria-current]');
      if (back instanceof HTMLElement) back.focus();
    });
  }

  function closeMenu() {
    setMenu(null);
    returnFocus();
  }

  function endQuestion() {
    folderQuestion.set(null);
    returnFocus();
  }

  function askNew(button: Element) {
    opener.current = button;
    folderQuestion.set({ kind: 'new', parent: null });
  }

  return { menu, openMenu, closeMenu, question, askNew, endQuestion };
}
