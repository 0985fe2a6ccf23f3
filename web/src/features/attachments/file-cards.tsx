import type { File } from '@bocau/contract/messages.ts';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { readableSize } from '../../lib/sizes.ts';
import { after } from '../../lib/timers.ts';
import { downloadAddress, zipAddress } from '../../parts/files/file-address.ts';
import { FileIcon } from '../../parts/files/file-icon.tsx';
import { kindOf, scanState } from '../../parts/files/file-kinds.ts';
import { FileName } from '../../parts/files/file-name.tsx';
import { useSessionState } from '../../parts/session/use-session-model.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { downloadEach } from './download-each.ts';
import styles from './file-cards.module.css';

const PreviewOverlay = lazyPart(async () => {
  const [{ PreviewOverlay: Part }] = await Promise.all([
    import('../../parts/previews/preview-overlay.tsx'),
    loadLaterWords(),
  ]);
  return Part;
});

const saving = async () => (await Promise.all([import('./save-to-drive.tsx'), loadLaterWords()]))[0];
const SaveFile = lazyPart(async () => (await saving()).SaveFile);
const SaveAll = lazyPart(async () => (await saving()).SaveAll);
const editing = async () => (await Promise.all([import('./edit-in-office.tsx'), loadLaterWords()]))[0];
const EditInOffice = lazyPart(async () => (await editing()).EditInOffice);

/** The attachments of a message: kind, size and actions. */
export function FileCards({ messageId, files }: { messageId: string; files: readonly File[] }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<number | null>(null);
  // Decided once, so that the files stay where they are when the last one has been saved.
  const [offersAll] = useState(() => files.some((file) => !file.drive_file));
  const opener = useRef<HTMLElement>(null);
  const title = t('attachments.title', { count: files.length });
  const hasDrive = useSessionState((session) => session.user())?.enable_drive ?? false;
  function close(): void {
    setShown(null);
    // Once the overlay, which holds the focus, is gone.
    after(0, () => opener.current?.focus());
  }

  return (
    <section className={styles.files} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {files.length > 1 && (
          <>
            <a className={styles.all} href={zipAddress(messageId)} download>
              {t('attachments.downloadAll')}
            </a>
            <button type="button" className={styles.all} onClick={() => downloadEach(files)}>
              {t('attachments.downloadEach')}
            </button>
            {hasDrive && offersAll && (
              <span className={styles.late}>
                <Suspense fallback={null}>
                  <SaveAll files={files} />
                </Suspense>
              </span>
            )}
          </>
        )}
      </div>
      <ul className={styles.cards}>
        {files.map((file, index) => (
          <FileCard
            key={file.id}
            file={file}
            hasDrive={hasDrive}
            onOpen={(button) => {
              opener.current = button;
              setShown(index);
            }}
          />
        ))}
      </ul>
      {files.some((file) => kindOf(file) === 'archive') && (
        <p className={styles.warning}>
          <IconAlertTriangle size={16} aria-hidden />
          {t('attachments.zipWarning')}
        </p>
      )}
      {shown !== null && (
        <Suspense fallback={null}>
          <PreviewOverlay files={files} start={shown} onClose={close} />
        </Suspense>
      )}
    </section>
  );
}

type CardProps = { file: File; hasDrive: boolean; onOpen(button: HTMLElement): void };

function FileCard({ file, hasDrive, onOpen }: CardProps) {
  const { t } = useTranslation();
  const kind = kindOf(file);
  const scan = scanState(file);
  return (
    <li className={styles.card} data-scan={scan}>
      <button
        type="button"
        className={styles.open}
        title={file.name}
        aria-label={t('attachments.open', { name: file.name })}
        onClick={(event) => onOpen(event.currentTarget)}
      >
        <FileIcon kind={kind} />
        <span className={styles.words}>
          <span className={styles.name}>
            <FileName name={file.name} />
          </span>
          <span className={styles.about}>
            {t(`attachments.kinds.${kind}`)} · {readableSize(file.size)}
          </span>
          {scan !== 'clear' && <span className={styles.scan}>{t(`attachments.${scan}`)}</span>}
        </span>
      </button>
      {hasDrive && (
        <Suspense fallback={<span className={styles.download} aria-hidden />}>
          {file.is_office && <EditInOffice file={file} />}
          <SaveFile file={file} />
        </Suspense>
      )}
      <a
        className={styles.download}
        href={downloadAddress(file.id)}
        download={file.name}
        aria-label={t('attachments.download', { name: file.name })}
        title={t('attachments.download', { name: file.name })}
      >
        <IconDownload size={18} aria-hidden />
      </a>
    </li>
  );
}
