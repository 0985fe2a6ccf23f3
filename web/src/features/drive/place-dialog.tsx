import type { DriveFile, DriveStep } from '@bocau/contract/drive.ts';
import { Button } from '@mantine/core';
import { IconChevronRight, IconFolderFilled, IconFolderPlus } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSessionModel, useSessionState } from '../../parts/session/use-session-model.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { FolderNameDialog } from './folder-name-dialog.tsx';
import styles from './place-dialog.module.css';
import { useFoldersWithin } from './use-folders-within.ts';

type Place = { id: string | null; name: string };
type Props = {
  files: readonly DriveFile[];
  how: 'move' | 'copy';
  /** The initial path: the folders above the current one, and itself. */
  start: readonly DriveStep[];
  onClose(): void;
  onPlace(to: Place): void;
};

/** Chooses the target folder: its path from the top, its subfolders, and a new one. */
export function PlaceDialog({ files, how, start, onClose, onPlace }: Props) {
  const { t } = useTranslation();
  const [steps, setSteps] = useState<readonly DriveStep[]>(start);
  const [naming, setNaming] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const here: Place = steps.at(-1) ?? { id: null, name: t('drive.places.folder') };
  const within = useFoldersWithin(here.id);

  const obstacle = obstacleTo(files, how, steps);
  const fault = obstacle && t(`drive.target.${obstacle}`);
  const one = files.length === 1;
  const title = t(`drive.target.${how}${one ? '' : 'Many'}`, { name: files[0]?.name, count: files.length });

  /** The pressed folder is gone with its list: keyboard users continue at the heading of the next list. */
  function enter(next: readonly DriveStep[]): void {
    setSteps(next);
    list.current?.focus();
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={480}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <PlacePath steps={steps} onEnter={enter} />
      <ul
        ref={list}
        tabIndex={-1}
        data-autofocus
        className={styles.folders}
        aria-label={t('drive.target.folders', { name: here.name })}
      >
        <FolderLines
          folders={within.folders}
          going={files}
          onEnter={({ id, name }) => enter([...steps, { id, name }])}
        />
        {within.folders.length === 0 && (
          <li>
            <NoFolders within={within} />
          </li>
        )}
      </ul>
      <p className={styles.fault} role="status">
        {fault}
      </p>
      <div className={styles.choices}>
        <Button variant="subtle" leftSection={<IconFolderPlus size={18} />} onClick={() => setNaming(true)}>
          {t('drive.acts.newFolder')}
        </Button>
        <span className={styles.gap} />
        <Button variant="default" onClick={onClose}>
          {t('common.actions.cancel')}
        </Button>
        <Button disabled={fault !== null || within.loading !== 'ready'} onClick={() => onPlace(here)}>
          {t(how === 'move' ? 'drive.target.moveHere' : 'drive.target.copyHere')}
        </Button>
      </div>
      <Suspense fallback={null}>
        {naming && (
          <FolderNameDialog
            parentId={here.id}
            onClose={() => setNaming(false)}
            onCreated={(folder) => {
              setNaming(false);
              enter([...steps, { id: folder.id, name: folder.name }]);
            }}
          />
        )}
      </Suspense>
    </Modal>
  );
}

/** Why nothing can be moved or copied to the last folder of the path. */
function obstacleTo(files: Props['files'], how: Props['how'], steps: readonly DriveStep[]) {
  const going = new Set(files.map(({ id }) => id));
  if (steps.some(({ id }) => going.has(id))) return 'inside';
  const here = steps.at(-1)?.id ?? null;
  return how === 'move' && files.every(({ parent_id: from }) => from === here) ? 'here' : null;
}

type PathProps = { steps: readonly DriveStep[]; onEnter(steps: readonly DriveStep[]): void };

/** The path to the folder from the top. */
function PlacePath({ steps, onEnter }: PathProps) {
  const { t } = useTranslation();
  return (
    <nav className={styles.path} aria-label={t('drive.breadcrumb')}>
      <button type="button" disabled={steps.length === 0} onClick={() => onEnter([])}>
        {t('drive.places.folder')}
      </button>
      {steps.map((step, at) => (
        <span key={step.id}>
          <IconChevronRight size={14} aria-hidden />
          <button
            type="button"
            disabled={at === steps.length - 1}
            onClick={() => onEnter(steps.slice(0, at + 1))}
          >
            {step.name}
          </button>
        </span>
      ))}
    </nav>
  );
}

type LinesProps = { folders: Props['files']; going: Props['files']; onEnter(folder: DriveFile): void };

/** The folders, each of which can be entered, except those that are being moved. */
function FolderLines({ folders, going, onEnter }: LinesProps) {
  const ids = new Set(going.map(({ id }) => id));
  return folders.map((folder) => (
    <li key={folder.id}>
      <button type="button" disabled={ids.has(folder.id)} onClick={() => onEnter(folder)}>
        <IconFolderFilled size={20} aria-hidden />
        <span>{folder.name}</span>
        <IconChevronRight size={16} aria-hidden />
      </button>
    </li>
  ));
}

/** Why no folder is listed. */
function NoFolders({ within }: { within: ReturnType<typeof useFoldersWithin> }) {
  const { t } = useTranslation();
  const session = useSessionModel();
  const lost = useSessionState(({ connection }) => connection().state === 'lost');
  if (within.loading === 'ready') return <p className={styles.none}>{t('drive.target.none')}</p>;
  if (lost) return <LoadFailed words={t('drive.offline.title')} onRetry={() => session.tryNow()} />;
  if (within.loading === 'failed') return <LoadFailed words={t('drive.failed')} onRetry={within.refresh} />;
  return (
    <p className={styles.none} role="status">
      {t('common.loading')}
    </p>
  );
}
