import { IconAlertTriangle, IconRefresh, IconX } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { readableSize } from '../../../lib/sizes.ts';
import type { ComposeFile } from '../../../model/compose/compose-model.ts';
import { isUploading, uploadFailed } from '../../../model/compose/open-window.ts';
import { useComposeModel, useComposeWindow } from '../../../parts/compose/lazy-compose.ts';
import { FileIcon } from '../../../parts/files/file-icon.tsx';
import { kindOf, scanState } from '../../../parts/files/file-kinds.ts';
import { FileName } from '../../../parts/files/file-name.tsx';
import { ToolButton } from '../../../ui/tool-button.tsx';
import { largeUploads } from '../drive/large-uploads.ts';
import styles from './attachment-list.module.css';
import { extensionOf } from './upload-fault.ts';

/** The last percent stands for the server's answer. */
const SENT_PERCENT = 99;

/** CW-11: the attachments; inline images are shown in the text instead. */
export function AttachmentList({ id }: { id: string }) {
  const { t } = useTranslation();
  const model = useComposeModel();
  // Files being uploaded to the drive are shown there, with their progress.
  const away = useSyncExternalStore(largeUploads.subscribe, largeUploads.get);
  const files = (useComposeWindow(id)?.attachmentFiles ?? []).filter(
    ({ key, inlineImage }) => !inlineImage && !away.has(key),
  );
  if (files.length === 0) return null;
  const carried = files.filter((file) => file.uploadState === 'uploaded' || isUploading(file));
  const size = carried.reduce((sum, file) => sum + file.size, 0);
  return (
    <section className={styles.files} aria-label={t('composeWindow.files.list')}>
      <ul className={styles.list}>
        {files.map((file) => (
          <FileLine
            key={file.key}
            file={file}
            onRemove={() => model.removeFile(id, file.key)}
            onRetry={() => model.retryFile(id, file.key)}
          />
        ))}
      </ul>
      {carried.length > 1 && (
        <p className={styles.total}>
          {t('composeWindow.files.total', { count: carried.length, size: readableSize(size) })}
        </p>
      )}
    </section>
  );
}

function FileLine({ file, onRemove, onRetry }: { file: ComposeFile; onRemove(): void; onRetry(): void }) {
  const { t } = useTranslation();
  const { name, uploadState, uploadedPercent } = file;
  const going = isUploading(file);
  const scan = scanState(file);
  return (
    <li className={styles.file} data-bad={uploadFailed(file) || scan === 'infected' || undefined}>
      <FileIcon kind={kindOf(file)} />
      <div className={styles.words}>
        <span className={styles.name}>
          <FileName name={name} />
        </span>
        <span className={styles.about}>{about()}</span>
        {going && uploadState !== 'offline' && (
          <progress
            className={styles.progress}
            max={100}
            value={uploadState === 'start' ? 0 : uploadedPercent}
            aria-label={name}
          />
        )}
      </div>
      {file.canRetry && uploadState === 'failed' && (
        <ToolButton
          icon={IconRefresh}
          size={28}
          iconSize={16}
          label={t('composeWindow.files.retry', { name })}
          onClick={onRetry}
        />
      )}
      <ToolButton
        icon={IconX}
        size={28}
        iconSize={16}
        label={t(going ? 'composeWindow.files.stop' : 'composeWindow.files.remove', { name })}
        onClick={onRemove}
      />
    </li>
  );

  function about() {
    if (uploadState === 'offline') return t('composeWindow.files.offline');
    if (uploadState === 'start') return t('composeWindow.files.waiting');
    // AT-6: the upload is complete, and the answer waits for the virus scanner.
    if (uploadState === 'pending' && uploadedPercent >= SENT_PERCENT)
      return t('composeWindow.files.scanning');
    if (uploadState === 'pending') return t('composeWindow.files.progress', { percent: uploadedPercent });
    if (uploadState === 'too_large') return t('composeWindow.files.tooLarge');
    if (uploadState === 'invalid_file') {
      return t('composeWindow.files.blocked', {
        extension: file.message ?? extensionOf(name),
      });
    }
    if (uploadState === 'failed') return t('composeWindow.files.failed');
    const size = readableSize(file.size);
    if (scan === 'clear') return size;
    return (
      <>
        {size} · <IconAlertTriangle size={14} aria-hidden /> {t(`attachments.${scan}`)}
      </>
    );
  }
}
