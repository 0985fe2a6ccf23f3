import { Button } from '@mantine/core';
import { IconUpload, IconX } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { readableSize } from '../../lib/sizes.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import { FileIcon } from '../files/file-icon.tsx';
import { kindOf } from '../files/file-kinds.ts';
import { chooseFiles } from '../uploads/choose-files.ts';
import { readDropped } from '../uploads/read-dropped.ts';
import { UploadList } from '../uploads/upload-list.tsx';
import styles from './drive-picker.module.css';
import type { PickerUpload, usePickerUploads } from './use-picker-uploads.ts';

type Props = {
  uploads: ReturnType<typeof usePickerUploads>;
  /** The target folder; null at the top. */
  folder: string | null;
  /** Otherwise the files are linked to where there is no message. */
  mayAttach: boolean;
  disabled: boolean;
};

/** DV-11 */
export function PickerUploads({ uploads, folder, mayAttach, disabled }: Props) {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  const resting = uploads.uploads.filter(({ item }) => item === null);
  const going = uploads.uploads.flatMap(({ item }) => item ?? []);

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    void readDropped(event.dataTransfer).then(uploads.add);
  }

  return (
    <div className={styles.uploads}>
      <p className={styles.target}>
        {t('driveMail.picker.upload.to', { folder: folder ?? t('driveMail.picker.tabs.myDrive') })}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropped files can be chosen by the button too */}
      <div
        className={styles.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconUpload size={28} aria-hidden />
        <span className={styles.dropWords}>{t('driveMail.picker.upload.drop')}</span>
        <Button variant="default" disabled={disabled} onClick={() => void chooseFiles().then(uploads.add)}>
          {t('driveMail.picker.upload.choose')}
        </Button>
      </div>
      {resting.length > 0 && (
        <ul className={styles.uploadList} aria-label={t('driveMail.picker.upload.list')}>
          {resting.map((upload) => (
            <UploadLine key={upload.uuid} upload={upload} onRemove={() => uploads.remove(upload.uuid)} />
          ))}
        </ul>
      )}
      {going.length > 0 && (
        <>
          <p className={styles.target}>
            {t(`driveMail.picker.upload.${mayAttach ? 'about' : 'attachAbout'}`)}
          </p>
          <UploadList items={going} />
        </>
      )}
    </div>
  );
}

function UploadLine({ upload, onRemove }: { upload: PickerUpload; onRemove(): void }) {
  const { t } = useTranslation();
  const { file } = upload.source;
  const state = upload.uploaded ? 'done' : upload.taken ? 'taken' : 'waiting';
  return (
    <li className={styles.uploadLine}>
      <FileIcon kind={kindOf({ name: file.name, content_type: file.type })} />
      <span className={styles.name}>
        {file.name}
        <small className={styles.note}>
          {readableSize(file.size)} · {t(`driveMail.picker.upload.${state}`)}
        </small>
      </span>
      <ToolButton
        icon={IconX}
        size={32}
        iconSize={16}
        label={t('driveMail.picker.upload.remove', { name: file.name })}
        onClick={onRemove}
      />
    </li>
  );
}
