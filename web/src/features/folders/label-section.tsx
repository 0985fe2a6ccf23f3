import type { Label } from '@bocau/contract/labels.ts';
import { ActionIcon } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense, useCallback, useRef, useState, useSyncExternalStore } from 'react';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useShownPlace } from '../../parts/addresses/shown-place.ts';
import { useMailbox } from '../../parts/mailbox/use-mailbox.ts';
import { useHasMerges } from '../../parts/merges/use-has-merges.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { MenuPlace } from '../../ui/placed-menu.tsx';
import { LabelLine } from './label-line.tsx';
import { labelQuestion } from './label-question.ts';
import { hiddenLabels, labelRows } from './label-rows.ts';
import styles from './label-section.module.css';
import { MergesLine } from './merges-line.tsx';
import { useOpenFolders } from './open-folders.ts';
import sidebar from './sidebar.module.css';

const LabelForm = lazyPart(async () => {
  const [{ LabelDialog: Part }] = await Promise.all([import('./label-form.tsx'), loadLaterWords()]);
  return Part;
});
const LabelMenu = lazyPart(async () => {
  const [{ LabelMenu: Part }] = await Promise.all([import('./label-menu.tsx'), loadLaterWords()]);
  return Part;
});

/** What stands below the folders: the labels, and the way to the mail merges once there is one. */
export function LabelSection({ inDrawer }: { inDrawer: boolean }) {
  const hasMerges = useHasMerges();
  return (
    <>
      {hasMerges && <MergesLine />}
      <Labels inDrawer={inDrawer} />
    </>
  );
}

function Labels({ inDrawer }: { inDrawer: boolean }) {
  const { t } = useTranslation();
  const labels = useMailbox((model) => model.labels());
  const opened = useOpenFolders();
  const list = useShownPlace()?.list;
  const shown = list?.kind === 'label' ? list.id : null;
  const question = useSyncExternalStore(labelQuestion.subscribe, labelQuestion.get);
  const [menu, setMenu] = useState<{ label: Label; place: MenuPlace } | null>(null);
  const [showsEmpty, setShowsEmpty] = useState(false);
  const section = useRef<HTMLElement>(null);
  const opener = useRef<Element | null>(null);
  const openMenu = useCallback((label: Label, place: MenuPlace) => {
    opener.current = document.activeElement;
    setMenu({ label, place });
  }, []);

  /** Returns the focus to where menu or dialog was opened, or to the heading if that is gone. */
  function returnFocus() {
    requestAnimationFrame(() => {
      if (labelQuestion.get()) return;
      const back = opener.current?.isConnected ? opener.current : section.current?.querySelector('button');
      if (back instanceof HTMLElement) back.focus();
    });
  }

  const hidden = hiddenLabels(labels).filter(({ id }) => id !== shown);
  const visible = showsEmpty ? labels : labels.filter((label) => !hidden.includes(label));
  const rows = labelRows(visible, (id) => opened.has(id));
  const nested = rows.some((row) => row.nests);
  return (
    <section ref={section} aria-label={t('folders.labels')}>
      <div className={sidebar.heading}>
        <h2>{t('folders.labels')}</h2>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={inDrawer ? 40 : 28}
          aria-label={t('folders.newLabel')}
          data-hint={t('folders.newLabel')}
          onClick={(event) => {
            opener.current = event.currentTarget;
            labelQuestion.set({ kind: 'new', parent: null });
          }}
        >
          <IconPlus size={18} />
        </ActionIcon>
      </div>
      {rows.length > 0 && (
        <ul className={sidebar.list} aria-label={t('folders.labels')}>
          {rows.map((row) => (
            <li key={row.label.id}>
              <LabelLine
                row={row}
                current={row.label.id === shown}
                open={opened.has(row.label.id)}
                nested={nested}
                onMenu={openMenu}
              />
            </li>
          ))}
        </ul>
      )}
      {hidden.length > 0 && <EmptyLabels count={hidden.length} open={showsEmpty} onOpen={setShowsEmpty} />}
      <Suspense>
        {menu && (
          <LabelMenu
            {...menu}
            onClose={() => {
              setMenu(null);
              returnFocus();
            }}
          />
        )}
        {question && (
          <LabelForm
            question={question}
            onClose={() => {
              labelQuestion.set(null);
              returnFocus();
            }}
          />
        )}
      </Suspense>
    </section>
  );
}

function EmptyLabels({ count, open, onOpen }: { count: number; open: boolean; onOpen(open: boolean): void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className={styles.empty} aria-expanded={open} onClick={() => onOpen(!open)}>
      {open ? t('folders.lessLabels') : t('folders.moreLabels', { count })}
    </button>
  );
}
