import type { Folder } from '@bocau/contract/folders.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { Button } from '@mantine/core';
import { IconFolderPlus, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type CSSProperties, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FolderIcon } from '../../parts/folders/folder-icon.tsx';
import { folderWords } from '../../parts/folders/folder-names.ts';
import { ownRows, SEND_LISTS } from '../../parts/folders/folder-rows.ts';
import { useMailbox } from '../../parts/mailbox/use-mailbox.ts';
import { notify } from '../../parts/notices/notify.ts';
import styles from '../../parts/settings/lines.module.css';
import { useLocation, useNavigate } from '../../router/router.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import { FolderDialog } from '../folders/folder-dialog.tsx';
import type { FolderQuestion } from '../folders/folder-question.ts';

/** All folders with their message counts; the user's own can be created, renamed and deleted. */
export function FolderSettings() {
  const { t } = useTranslation();
  const tree = useMailbox((model) => model.folders());
  const [question, setQuestion] = useState<FolderQuestion | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const adding = useRef<HTMLButtonElement>(null);
  const system = tree.filter((folder) => folder.system && !SEND_LISTS.includes(folder.name));
  // Subfolders of a system folder are the user's own too.
  const own = ownRows(
    tree.flatMap((folder) => (folder.system ? folder.children : folder)),
    () => true,
  );

  function ask(asked: FolderQuestion) {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setQuestion(asked);
  }

  useFolderCommand(() => ask({ kind: 'new', parent: null }));

  /** Returns the focus to the button that opened the dialog, or to a remaining one if its folder is gone. */
  function endQuestion() {
    setQuestion(null);
    requestAnimationFrame(() => (opener.current?.isConnected ? opener.current : adding.current)?.focus());
  }

  return (
    <>
      <div className={styles.heading}>
        <h2>{t('settings.folders.system')}</h2>
      </div>
      <ul className={styles.lines}>
        {system.map((folder) => (
          <FolderRow key={folder.id} folder={folder} depth={0} />
        ))}
      </ul>
      <div className={styles.heading} data-setting="folders">
        <h2>{t('settings.folders.own')}</h2>
        <Button
          ref={adding}
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => ask({ kind: 'new', parent: null })}
        >
          {t('folders.menu.new')}
        </Button>
      </div>
      {own.length === 0 && <p className={styles.about}>{t('settings.folders.none')}</p>}
      <ul className={styles.lines}>
        {own.map(
          ({ folder, depth }) =>
            folder && <FolderRow key={folder.id} folder={folder} depth={depth} onAsk={ask} />,
        )}
      </ul>
      {question && <FolderDialog question={question} onClose={endQuestion} />}
    </>
  );
}

/** Runs the command in the address (`?do=new`) once; unknown commands, as of a newer release, are ignored. */
function useFolderCommand(makeNew: () => void): void {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const command = new URLSearchParams(search).get('do');
  const run = useEffectEvent(() => {
    if (command === 'new') makeNew();
    else if (command !== null) notify({ text: t('settings.folders.comingSoon') });
    if (command !== null) void navigate(pathname, { replace: true });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for another command
  useEffect(() => run(), [command]);
}

type RowProps = { folder: Folder; depth: number; onAsk?(question: FolderQuestion): void };

function FolderRow({ folder, depth, onAsk }: RowProps) {
  const { t } = useTranslation();
  const name = folderWords(t, folder.display_name);
  const total = t('folders.threads', { count: folder.total_threads });
  const unread = folder.unread_threads;
  const deepest = folder.display_name.split('/').length >= LIMITS.folderDepth;
  return (
    <li className={styles.line} style={{ '--depth': depth } as CSSProperties}>
      <FolderIcon path={folder.display_name} />
      <span className={styles.name} title={name}>
        {name}
      </span>
      <span className={styles.counts}>
        {unread > 0 ? t('settings.folders.counts', { total, unread }) : total}
      </span>
      {onAsk && (
        <span className={styles.acts}>
          <ToolButton
            iconSize={18}
            icon={IconFolderPlus}
            label={t('settings.folders.newInside', { name })}
            disabled={deepest}
            onClick={() => onAsk({ kind: 'new', parent: folder })}
          />
          <ToolButton
            iconSize={18}
            icon={IconPencil}
            label={t('settings.folders.rename', { name })}
            onClick={() => onAsk({ kind: 'rename', folder })}
          />
          <ToolButton
            iconSize={18}
            icon={IconTrash}
            label={t('settings.folders.delete', { name })}
            onClick={() => onAsk({ kind: 'delete', folder })}
          />
        </span>
      )}
    </li>
  );
}
