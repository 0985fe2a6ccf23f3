import type { DriveFile } from '@bocau/contract/drive.ts';
import { IconCheck, IconFolder } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { fullDate } from '../../lib/dates.ts';
import { readableSize } from '../../lib/sizes.ts';
import { FileIcon } from '../files/file-icon.tsx';
import { kindOf } from '../files/file-kinds.ts';
import styles from './drive-picker.module.css';

type Props = {
  file: DriveFile;
  /** Whether it belongs to somebody else. */
  foreign: boolean;
  /** Whether to show since when it is shared. */
  shared: boolean;
};

/** The content of a file's or folder's row or tile. */
export function PickerFile({ file, foreign, shared }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <span className={styles.mark} data-mark aria-hidden>
        <IconCheck size={14} />
      </span>
      {file.type === 'folder' ? (
        <IconFolder size={22} className={styles.folder} aria-hidden />
      ) : (
        <FileIcon kind={kindOf({ name: file.name, content_type: file.content_type ?? '' })} />
      )}
      <span className={styles.name}>
        {file.name}
        {foreign && (
          <small className={styles.note}>
            {t(`driveMail.picker.${file.prop.shared_at === undefined ? 'owner' : 'sharedBy'}`, {
              name: file.owner_display_name || file.owner,
            })}
          </small>
        )}
        {file.prop.has_virus && <small className={styles.fault}>{t('driveMail.picker.infected')}</small>}
      </span>
      <span className={styles.size}>
        {file.type === 'folder' ? t('driveMail.picker.folder') : readableSize(file.size)}
      </span>
      <span className={styles.date} data-shared={shared || undefined}>
        {fullDate((shared && file.prop.shared_at) || file.last_modified)}
      </span>
    </>
  );
}
