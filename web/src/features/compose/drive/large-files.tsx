import { LIMITS } from '@bocau/contract/limits.ts';
import { Button } from '@mantine/core';
import { IconCloudUpload } from '@tabler/icons-react';
import { type RefObject, useState, useSyncExternalStore } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { readableSize } from '../../../lib/sizes.ts';
import type { ComposeFile } from '../../../model/compose/compose-model.ts';
import { isUploading } from '../../../model/compose/open-window.ts';
import { asApiError } from '../../../model/engine/retry.ts';
import { useComposeModel, useComposeWindow } from '../../../parts/compose/lazy-compose.ts';
import { cardAddress } from '../../../parts/drive/card-address.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useUploadQueue } from '../../../parts/uploads/use-uploads.ts';
import type { MailEditorHandle } from '../editor/mail-editor.tsx';
import styles from './large-files.module.css';
import { LargeProgress } from './large-progress.tsx';
import { largeUploads, setLargeUpload } from './large-uploads.ts';

type Props = { id: string; editor: RefObject<MailEditorHandle | null> };

/**
 * Files too large to be attached are offered as links: any file over 25 MB, and of several the largest ones,
 * until the rest can be attached. The text links to a file only once its upload is complete.
 */
export function LargeFiles({ id, editor }: Props) {
  const model = useComposeModel();
  const files = useComposeWindow(id)?.attachmentFiles ?? [];
  const uploads = useSyncExternalStore(largeUploads.subscribe, largeUploads.get);
  const own = [...uploads].filter(([, { windowId }]) => windowId === id);
  const large = files.filter(
    ({ key, uploadState }) =>
      uploadState === 'too_large' && model.sourceOf(key) !== null && !uploads.has(key),
  );
  const together = tooMany(files);
  return (
    <>
      {own.length > 0 && <LargeProgress id={id} editor={editor} />}
      {large.length + together.length > 0 && (
        <Offer id={id} editor={editor} large={large} together={together} />
      )}
    </>
  );
}

type OfferProps = Props & { large: readonly ComposeFile[]; together: readonly ComposeFile[] };

function Offer({ id, editor, large, together }: OfferProps) {
  const { t } = useTranslation();
  const model = useComposeModel();
  const api = useApi();
  const queue = useUploadQueue();
  const [busy, setBusy] = useState(false);
  const folderName = t('driveMail.large.folder');

  /** Bytes that the server has already are not uploaded again. */
  async function save(file: ComposeFile, fileId: string, folderId: string): Promise<void> {
    const { data } = await api.saveToDrive({ params: { id: fileId }, body: { folder_id: folderId } });
    const entryId = new URL(data.drive_file.file_url, location.origin).searchParams.get('file') ?? '';
    const about = t('driveMail.card.file', { size: readableSize(file.size) });
    const href = cardAddress(entryId, 'file');
    if (editor.current?.addDriveFiles([{ id: entryId, name: file.name, href, about }], 'end')) {
      model.removeFile(id, file.key);
    }
  }

  async function move(): Promise<void> {
    setBusy(true);
    let name = large[0]?.name ?? together[0]?.name ?? '';
    try {
      const body = { name: folderName, on_conflict: 'replace' as const };
      const { data: folder } = await api.createDriveFolder({ body, account: queue.owner });
      for (const { key } of large) {
        const file = model.sourceOf(key);
        if (!file || largeUploads.get().has(key)) continue;
        const [uploadKey] = queue.add([{ file, folders: [] }], folder.id, 'rename');
        if (uploadKey !== undefined) setLargeUpload(key, { windowId: id, uploadKey });
      }
      for (const file of together) {
        name = file.name;
        if (file.id !== null) await save(file, file.id, folder.id);
      }
    } catch (error) {
      const text = `${t('driveMail.large.failed', { name })} ${errorWords(t, asApiError(error))}`;
      notify({ text, tone: 'danger', seconds: 8 });
    } finally {
      setBusy(false);
    }
  }

  const [only] = large.length === 1 ? large : [];
  const words = only
    ? t('driveMail.large.one', { name: only.name })
    : large.length > 0
      ? t('driveMail.large.several', { count: large.length })
      : t('driveMail.large.all');
  return (
    <div className={styles.note} role="status">
      <IconCloudUpload size={18} aria-hidden />
      <span className={styles.words}>{words}</span>
      <Button size="compact-sm" loading={busy || together.some(isUploading)} onClick={() => void move()}>
        {t('driveMail.large.act')}
      </Button>
    </div>
  );
}

/**
 * Of attachments that exceed the limit together, the largest ones, as few as leave the rest within it. Files
 * still uploading count too, so that the user learns of it at once rather than at the end.
 */
function tooMany(files: readonly ComposeFile[]): ComposeFile[] {
  const carried = files.filter((file) => file.uploadState === 'uploaded' || isUploading(file));
  const attached = carried.filter(({ inlineImage }) => !inlineImage);
  let rest = carried.reduce((sum, { size }) => sum + size, 0);
  const moved: ComposeFile[] = [];
  for (const file of attached.toSorted((a, b) => b.size - a.size)) {
    if (rest <= LIMITS.attachmentBytes) break;
    moved.push(file);
    rest -= file.size;
  }
  return moved;
}
