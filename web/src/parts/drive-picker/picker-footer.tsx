import { Button, Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './drive-picker.module.css';
import type { PickedFiles } from './use-picked-files.ts';
import type { usePickerUploads } from './use-picker-uploads.ts';

type Props = { picked: PickedFiles; onClose(): void; children: ReactNode };

/** How the chosen files go into the message, and the buttons that insert them. */
export function PickerFooter({ picked, onClose, children }: Props) {
  const { t } = useTranslation();
  const { refused, because, selected } = picked;
  return (
    <footer className={styles.footer}>
      <p className={styles.notes} role="status">
        {refused !== null ? (
          <span className={styles.fault}>
            {t('driveMail.picker.attachFailed')} {errorWords(t, refused)}
          </span>
        ) : because !== null ? (
          t(`driveMail.picker.notes.${because}`)
        ) : (
          selected.length > 0 && t('driveMail.picker.selected', { count: selected.length })
        )}
      </p>
      {picked.mayAttach && (
        <Checkbox
          label={t('driveMail.picker.asAttachment')}
          checked={picked.attaches}
          disabled={because !== null}
          onChange={({ currentTarget }) => picked.setAsAttachment(currentTarget.checked)}
        />
      )}
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('common.actions.cancel')}
        </Button>
        {children}
      </div>
    </footer>
  );
}

export function AddButton({ picked: { selected, adding, insert, mayAttach } }: { picked: PickedFiles }) {
  const { t } = useTranslation();
  const words = mayAttach ? 'add' : 'attach';
  return (
    <Button disabled={selected.length === 0} loading={adding} onClick={() => void insert(selected)}>
      {selected.length === 0
        ? t(`driveMail.picker.${words}`)
        : t(`driveMail.picker.${words}Count`, { count: selected.length })}
    </Button>
  );
}

type UploadButtonsProps = { uploads: ReturnType<typeof usePickerUploads>; picked: PickedFiles };

/** DV-5 */
export function UploadButtons({ uploads: { uploads, busy: uploading, run }, picked }: UploadButtonsProps) {
  const { t } = useTranslation();
  const { adding, mayAttach } = picked;
  const count = uploads.length;
  const busy = adding || uploading;
  const off = count === 0 || busy;
  if (!uploads.some(({ taken }) => taken)) {
    return (
      <Button disabled={off} loading={busy} onClick={() => run('rename')}>
        {t(`driveMail.picker.upload.${mayAttach ? 'run' : 'attach'}`, { count })}
      </Button>
    );
  }
  return (
    <>
      <Button variant="default" disabled={off} onClick={() => run('rename')}>
        {t('driveMail.picker.upload.keepBoth')}
      </Button>
      <Button disabled={off} loading={busy} onClick={() => run('replace')}>
        {t('driveMail.picker.upload.replace', { count })}
      </Button>
    </>
  );
}
