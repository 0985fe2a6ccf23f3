import type { File } from '@bocau/contract/messages.ts';
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload, IconX } from '@tabler/icons-react';
import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { readableSize } from '../../lib/sizes.ts';
import { layers } from '../../ui/layers/layers.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { FaultBoundary } from '../faults/fault-boundary.tsx';
import { FileIcon } from '../files/file-icon.tsx';
import { kindOf } from '../files/file-kinds.ts';
import { FileName } from '../files/file-name.tsx';
import { FilePreview } from './file-preview.tsx';
import styles from './preview-overlay.module.css';
import { usePreviewSource } from './preview-source.ts';

/** So far a finger has to go for the next file. */
const SWIPE_PX = 60;
/** Shows the files of a message one after the other, over the whole page. */
export function PreviewOverlay(props: { files: readonly File[]; start: number; onClose(): void }) {
  const { files, start, onClose } = props;
  const { t } = useTranslation();
  const source = usePreviewSource();
  const [at, setAt] = useState(start);
  const touch = useRef<{ x: number; y: number } | null>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const file = files[at] as File;

  const go = useCallback(
    (step: number) => setAt((now) => Math.min(files.length - 1, Math.max(0, now + step))),
    [files.length],
  );

  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (layers.get().length > 1) return;
      const inside = event.target instanceof HTMLMediaElement || event.target instanceof HTMLInputElement;
      if (inside || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
      event.preventDefault();
      go(event.key === 'ArrowRight' ? 1 : -1);
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [go]);

  // At the first and the last file the button that was pressed is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each file has other buttons
  useEffect(() => {
    if (document.activeElement === document.body) buttons.current?.querySelector('button')?.focus();
  }, [at]);

  function onPointerUp(event: PointerEvent): void {
    const from = touch.current;
    touch.current = null;
    if (!from) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    if (Math.abs(x) > SWIPE_PX && Math.abs(x) > 2 * Math.abs(y)) go(x < 0 ? 1 : -1);
  }

  return (
    <Modal.Root opened onClose={onClose} fullScreen>
      <Modal.Content className={styles.overlay} aria-label={t('previews.title', { name: file.name })}>
        <div className={styles.bar}>
          <FileIcon kind={kindOf(file)} />
          <div className={styles.about}>
            <strong>
              <FileName name={file.name} />
            </strong>
            <span>{readableSize(file.size)}</span>
          </div>
          <span className={styles.position} aria-live="polite">
            {t('previews.position', { at: at + 1, total: files.length })}
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
        <div
          ref={buttons}
          className={styles.stage}
          onPointerDown={(event) => {
            const byFinger = event.pointerType === 'touch' && event.isPrimary;
            touch.current = byFinger ? { x: event.clientX, y: event.clientY } : null;
          }}
          onPointerUp={onPointerUp}
          onPointerCancel={() => {
            touch.current = null;
          }}
        >
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
