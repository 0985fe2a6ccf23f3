import type { Folder } from '@bocau/contract/folders.ts';
import { ActionIcon } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useCallback,
  useDeferredValue,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useShownFolder } from '../../parts/addresses/shown-place.ts';
import { type FolderRow, mainRows, ownFolders, ownRows } from '../../parts/folders/folder-rows.ts';
import { useMailbox } from '../../parts/mailbox/use-mailbox.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { MenuPlace } from '../../ui/placed-menu.tsx';
import { ComposeButton } from '../compose/windows/compose-button.tsx';
import { FolderLine } from './folder-line.tsx';
import { folderQuestion } from './folder-question.ts';
import { FolderRail } from './folder-rail.tsx';
import { useOpenFolders } from './open-folders.ts';
import { QuotaLine } from './quota-line.tsx';
import styles from './sidebar.module.css';
import { SupportLinks } from './support-links.tsx';
import { useTopDrop } from './use-folder-drop.ts';

const FolderDialog = lazyPart(async () => {
  const [{ FolderDialog: Part }] = await Promise.all([import('./folder-dialog.tsx'), loadLaterWords()]);
  return Part;
});
const LabelSection = lazyPart(async () => (await import('./label-section.tsx')).LabelSection, 'first');
const FolderMenu = lazyPart(async () => (await import('./folder-menu.tsx')).FolderMenu);

type SidebarProps = { folded: boolean; inDrawer: boolean; children?: ReactNode };

export function Sidebar({ folded, inDrawer, children }: SidebarProps) {
  const { t } = useTranslation();
  const tree = useMailbox((model) => model.folders());
  const starredUnread = useMailbox((model) => model.starredCounts().unread_threads);
  const waiting = useMailbox((model) => model.waiting());
  const opened = useOpenFolders();
  const shown = useShownFolder();
  const question = useSyncExternalStore(folderQuestion.subscribe, folderQuestion.get);
  const [menu, setMenu] = useState<{ folder: Folder; place: MenuPlace } | null>(null);
  const nav = useRef<HTMLElement>(null);
  const opener = useRef<Element | null>(null);
  const openMenu = useCallback((folder: Folder, place: MenuPlace) => {
    opener.current = document.activeElement;
    setMenu({ folder, place });
  }, []);

  /** Returns the focus to where menu or dialog was opened, or to the shown folder if that is gone. */
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

  // Loaded once the folders and the list beside them are drawn.
  const withLabels = useDeferredValue(true, false);
  const top = useTopDrop();
  const isOpen = (id: string) => opened.has(id);
  const counts = { starredUnread, waiting };
  const main = mainRows(tree, counts, shown, isOpen);
  const own = ownRows(tree, isOpen);
  const nested = ownFolders(tree).some((folder) => folder.children.length > 0);

  if (folded)
    return <FolderRail main={mainRows(tree, counts, shown)} own={ownRows(tree, () => false)} shown={shown} />;

  function lines(rows: readonly FolderRow[], withToggles: boolean) {
    return rows.map((row) => (
      <li key={row.folder?.id ?? row.path}>
        <FolderLine
          row={row}
          current={row.path === shown}
          open={row.folder !== null && opened.has(row.folder.id)}
          nested={withToggles}
          onMenu={openMenu}
        />
      </li>
    ));
  }

  return (
    <div className={styles.sidebar} data-drawer={inDrawer || undefined}>
      {!inDrawer && <ComposeButton as="button" />}
      <nav ref={nav} className={styles.folders} aria-label={t('folders.picker.list')} onKeyDown={moveAlong}>
        <ul className={styles.list} aria-label={t('folders.main')}>
          {lines(
            main,
            main.some(({ children }) => children.length > 0),
          )}
        </ul>
        <div className={styles.heading} data-over={top.over || undefined} {...top.handlers}>
          <h2>{t('folders.own')}</h2>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={inDrawer ? 40 : 28}
            aria-label={t('folders.menu.new')}
            data-hint={t('folders.menu.new')}
            onClick={(event) => {
              opener.current = event.currentTarget;
              folderQuestion.set({ kind: 'new', parent: null });
            }}
          >
            <IconPlus size={18} />
          </ActionIcon>
        </div>
        {own.length > 0 ? (
          <ul className={styles.list} aria-label={t('folders.own')}>
            {lines(own, nested)}
          </ul>
        ) : (
          <p className={styles.none}>{t('folders.none')}</p>
        )}
        <Suspense>{withLabels && <LabelSection inDrawer={inDrawer} />}</Suspense>
      </nav>
      {children}
      <SupportLinks />
      <QuotaLine />
      <Suspense>{menu && <FolderMenu {...menu} onClose={closeMenu} />}</Suspense>
      {question && (
        <Suspense>
          <FolderDialog question={question} onClose={endQuestion} />
        </Suspense>
      )}
    </div>
  );
}

/** Arrow keys move between folders; Tab reaches everything. */
function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement)) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-folder]')];
  const at = links.indexOf(event.target);
  const next = links[at + step];
  if (at < 0 || !next) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}
