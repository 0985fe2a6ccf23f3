import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import type { DriveFile, DriveStep } from '@bocau/contract/drive.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { Button, Group, TextInput } from '@mantine/core';
import { IconChevronRight, IconFolder, IconFolderPlus } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { lastFolder, rememberFolder } from '../../parts/drive/last-folder.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import styles from './save-folder.module.css';

type Props = { onChoose(folderId: string | null): void; onClose(): void };

/** Chooses the folder of the drive to save into; opens at the folder that was chosen last. */
export function SaveFolder({ onChoose, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const list = useRef<HTMLUListElement>(null);
  const [folderId, setFolderId] = useState(lastFolder);
  const { data, isError, refetch } = useQuery({
    queryKey: ['drive-folders', folderId],
    queryFn: async ({ signal }) => {
      try {
        return await readFolders(api, folderId, signal);
      } catch (error) {
        // The folder used last time is gone.
        if (folderId === null || !(error instanceof ApiError) || error.status !== 404) throw error;
        setFolderId(null);
        return { folders: [], steps: [] };
      }
    },
    staleTime: 0,
  });

  /** The pressed folder is gone with its list: keyboard users continue at the heading of the next list. */
  function enter(next: string | null): void {
    setFolderId(next);
    list.current?.focus();
  }

  function choose(): void {
    rememberFolder(folderId);
    onChoose(folderId);
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('driveMail.save.choose')}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
      centered
      size={440}
    >
      <FolderPath steps={data?.steps ?? []} onEnter={enter} />
      <ul
        ref={list}
        tabIndex={-1}
        className={styles.folders}
        aria-label={data?.steps.at(-1)?.name ?? t('driveMail.save.top')}
        aria-busy={!data && !isError}
      >
        {data?.folders.map((folder) => (
          <li key={folder.id}>
            <button type="button" className={styles.folder} onClick={() => enter(folder.id)}>
              <IconFolder size={20} aria-hidden />
              <span>{folder.name}</span>
            </button>
          </li>
        ))}
        {data?.folders.length === 0 && <li className={styles.none}>{t('driveMail.save.noFolders')}</li>}
      </ul>
      {isError && <LoadFailed words={t('driveMail.picker.failed')} onRetry={() => void refetch()} />}
      <NewFolder parentId={folderId} onMade={enter} />
      <Group justify="flex-end" gap={8} mt={16}>
        <Button variant="default" onClick={onClose}>
          {t('common.actions.cancel')}
        </Button>
        <Button data-autofocus onClick={choose}>
          {t('driveMail.save.here')}
        </Button>
      </Group>
    </Modal>
  );
}

type PathProps = { steps: readonly DriveStep[]; onEnter(folderId: string | null): void };

/** The path from the top to the folder. */
function FolderPath({ steps, onEnter }: PathProps) {
  const { t } = useTranslation();
  return (
    <nav className={styles.path} aria-label={t('driveMail.picker.path')}>
      <button type="button" className={styles.step} onClick={() => onEnter(null)}>
        {t('driveMail.save.top')}
      </button>
      {steps.map((step) => (
        <span key={step.id} className={styles.deeper}>
          <IconChevronRight size={16} aria-hidden />
          <button type="button" className={styles.step} onClick={() => onEnter(step.id)}>
            {step.name}
          </button>
        </span>
      ))}
    </nav>
  );
}

type NewProps = { parentId: string | null; onMade(folderId: string): void };

/** A button that turns into the name field of a new folder. */
function NewFolder({ parentId, onMade }: NewProps) {
  const { t } = useTranslation();
  const api = useApi();
  const [naming, setNaming] = useState(false);
  const [name, setName] = useState('');
  const [fault, setFault] = useState<ApiError | null>(null);

  async function create(event: FormEvent): Promise<void> {
    event.preventDefault();
    // The form is inside a dialog; a form around that must not be submitted too.
    event.stopPropagation();
    if (name.trim() === '') return;
    try {
      const { data: made } = await api.createDriveFolder({
        body: { name, parent_id: parentId, on_conflict: 'replace' },
      });
      setNaming(false);
      setName('');
      setFault(null);
      onMade(made.id);
    } catch (error) {
      setFault(error instanceof ApiError ? error : new ApiError(0, 'no_answer', String(error)));
    }
  }

  return naming ? (
    <form className={styles.naming} onSubmit={(event) => void create(event)}>
      <TextInput
        aria-label={t('driveMail.save.newName')}
        placeholder={t('driveMail.save.newName')}
        autoFocus
        value={name}
        error={fault && errorWords(t, fault)}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button type="submit" variant="default">
        {t('driveMail.save.create')}
      </Button>
    </form>
  ) : (
    <Button variant="subtle" leftSection={<IconFolderPlus size={18} />} onClick={() => setNaming(true)}>
      {t('driveMail.save.newFolder')}
    </Button>
  );
}

/** Reads all folders: the server lists them first, so the first page with a file is the last one needed. */
async function readFolders(api: ApiClient, folderId: string | null, signal: AbortSignal) {
  const place = folderId === null ? {} : { folder_id: folderId };
  const folders: DriveFile[] = [];
  let cursor: string | null = null;
  for (;;) {
    const at: { cursor?: string } = cursor === null ? {} : { cursor };
    const limit = String(LIMITS.drivePageMax);
    const { data, meta } = await api.listDriveFiles(
      { query: { ...place, ...at, sort: 'name', descending: 'false', limit } },
      signal,
    );
    const some = data.filter(({ type }) => type === 'folder');
    folders.push(...some);
    if (some.length < data.length || meta.next_cursor === null) return { folders, steps: meta.breadcrumb };
    cursor = meta.next_cursor;
  }
}
