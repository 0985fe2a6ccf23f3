import type { Merge } from '@bocau/contract/merges.ts';
import { Button } from '@mantine/core';
import { IconCloud, IconUpload } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { readableSize } from '../../lib/sizes.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useSessionState } from '../../parts/session/use-session-model.ts';
import { useLocation } from '../../router/router.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import styles from './merges.module.css';
import { OwnFileList } from './own-file-list.tsx';
import { ColumnChoice } from './table-step.tsx';
import { useChangeMerge, useForgetRows } from './use-merge.ts';
import { useMergeAttempt } from './use-merge-attempt.ts';

const DrivePicker = lazyPart(
  async () => (await import('../../parts/drive-picker/drive-picker.tsx')).DrivePicker,
  'on-demand',
);

/** MM-43: the address of where files for single people are given. */
export function ownFilesOf(mergeId: string): string {
  return `/merges/${mergeId}?step=text&at=files`;
}

/** Files that single people get: a column names them, and they are uploaded or in a folder of the drive. */
export function OwnFiles({ merge }: { merge: Merge }) {
  const { t } = useTranslation();
  const change = useChangeMerge(merge.id);
  const section = useRef<HTMLElement>(null);
  const { search } = useLocation();
  const isAskedFor = new URLSearchParams(search).get('at') === 'files';
  const first = merge.file_column === null ? 'select' : 'button';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, whatever is chosen then
  useEffect(() => {
    if (isAskedFor) section.current?.querySelector<HTMLElement>(first)?.focus();
  }, [isAskedFor]);
  return (
    <section ref={section} className={styles.files} aria-labelledby="merge-files">
      <h3 id="merge-files">{t('merges.text.files')}</h3>
      <p className={styles.about}>{t('merges.text.filesAbout')}</p>
      <ColumnChoice
        label={t('merges.text.fileColumn')}
        none={t('merges.text.noFileColumn')}
        columns={merge.columns}
        value={merge.file_column}
        onChange={(file_column) => void change({ file_column })}
      />
      {merge.file_column !== null && <Places merge={merge} />}
    </section>
  );
}

function Places({ merge }: { merge: Merge }) {
  const { t } = useTranslation();
  const hasDrive = useSessionState((session) => session.user())?.enable_drive ?? false;
  const change = useChangeMerge(merge.id);
  const { upload, uploading, there } = useOwnFiles(merge.id);
  const [picking, setPicking] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('merges.text.upload')}
        onChange={({ currentTarget }) => {
          void upload([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <div className={styles.acts}>
        <Button
          variant="default"
          leftSection={<IconUpload size={16} />}
          loading={uploading}
          onClick={() => input.current?.click()}
        >
          {t('merges.text.upload')}
        </Button>
        {hasDrive && merge.drive_folder_id === null && (
          <Button variant="default" leftSection={<IconCloud size={16} />} onClick={() => setPicking(true)}>
            {t('merges.text.folder')}
          </Button>
        )}
        {merge.drive_folder_id !== null && (
          <Button variant="default" onClick={() => void change({ drive_folder_id: null })}>
            {t('merges.text.folderRemove')}
          </Button>
        )}
      </div>
      <div role="status" className={styles.about}>
        {uploading && t('merges.text.uploading')}
        {!uploading &&
          there &&
          t('merges.text.uploaded', { count: there.files, size: readableSize(there.bytes) })}
      </div>
      <OwnFileList merge={merge} />
      {merge.drive_folder_id !== null && <p className={styles.about}>{t('merges.text.folderChosen')}</p>}
      {picking && (
        <Suspense fallback={null}>
          <DrivePicker
            onLinks={(_cards, [folder]) => {
              if (folder?.type === 'folder') void change({ drive_folder_id: folder.id });
              else notify({ text: t('merges.text.folderWrong'), tone: 'danger' });
            }}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function useOwnFiles(id: string) {
  const api = useApi();
  const forget = useForgetRows(id);
  const { busy: uploading, run } = useMergeAttempt();
  const [there, setThere] = useState<{ files: number; bytes: number } | null>(null);

  async function upload(files: readonly File[]): Promise<void> {
    if (files.length === 0) return;
    const form = new FormData();
    for (const file of files) form.append('file', file, file.name);
    await run(async () => {
      setThere((await api.addMergeFiles({ params: { id }, form })).data);
      await forget();
    });
  }

  return { upload, uploading, there };
}
