import type { File } from '@bocau/contract/messages.ts';
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { readableSize } from '../../lib/sizes.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { FaultBoundary } from '../faults/fault-boundary.tsx';
import { FileIcon } from '../files/file-icon.tsx';
import { kindOf } from '../files/file-kinds.ts';
import { FileName } from '../files/file-name.tsx';
import { FilePreview } from './file-preview.tsx';
import styles from './preview-overlay.module.css';
import { usePreviewSource } from './preview-source.ts';
import { useFileTurning } from './use-file-turning.ts';

/** A full-page overlay that shows the files of a message one at a time. */
export function PreviewOverlay(props: { files: readonly File[]; start: number; onClose(): void }) {
  const { files, start, onClose } = props;
  const { t } = useTranslation();
  const { at, go, swipe } = useFileTurning(files.length, start);
  const buttons = useRef<HTMLDivElement>(null);
  const file = files[at] as File;

  // At the first and the last file, the button that was pressed disappears.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each file has other buttons
  useEffect(() => {
    if (document.activeElement === document.body) buttons.current?.querySelector('button')?.focus();
  }, [at]);

  return (
    <Modal.Root opened onClose={onClose} fullScreen>
      <Modal.Content className={styles.overlay} aria-label={t('previews.title', { name: file.name })}>
        <PreviewBar
          file={file}
          position={t('previews.position', { at: at + 1, total: files.length })}
          onClose={onClose}
        />
        <div ref={buttons} className={styles.stage} {...swipe}>
          <FaultBoundary where="file preview" of={file.id}>
            <FilePreview key={file.id} file={file} />
          </FaultBoundary>
          {at > 0 && (
            <ActionIcon
              className={styles.previous}
              variant="default"
              radius="xl"
              size={44}
              aria-label={t('previews.previous')}
              onClick={() => go(-1)}
            >
              <IconChevronLeft size={22} />
            </ActionIcon>
          )}
          {at < files.length - 1 && (
            <ActionIcon
              className={styles.next}
              variant="default"
              radius="xl"
              size={44}
              aria-label={t('previews.next')}
              onClick={() => go(1)}
            >
              <IconChevronRight size={22} />
            </ActionIcon>
          )}
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The name of the file, and buttons to download it and to close. */
function PreviewBar({ file, position, onClose }: { file: File; position: string; onClose(): void }) {
  const { t } = useTranslation();
  const source = usePreviewSource();
  return (
    <div className={styles.bar}>
      <FileIcon kind={kindOf(file)} />
      <div className={styles.about}>
        <strong>
          <FileName name={file.name} />
        </strong>
        <span>{readableSize(file.size)}</span>
      </div>
      <span className={styles.position} aria-live="polite">
        {position}
      </span>
      <ActionIcon
        component="a"
        variant="subtle"
        color="gray"
        size={40}
        href={source.download(file.id)}
        download={file.name}
        aria-label={t('previews.download')}
        title={t('previews.download')}
      >
        <IconDownload size={20} />
      </ActionIcon>
      <ActionIcon
        data-autofocus
        variant="subtle"
        color="gray"
        size={40}
        aria-label={t('previews.close')}
        title={t('previews.close')}
        onClick={onClose}
      >
        <IconX size={20} />
      </ActionIcon>
    </div>
  );
}
