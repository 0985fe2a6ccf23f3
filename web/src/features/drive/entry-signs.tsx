import type { DriveFile } from '@bocau/contract/drive.ts';
import { IconAlertTriangle, IconStarFilled, IconUsers } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { shortDate } from '../../lib/dates.ts';
import { readableSize } from '../../lib/sizes.ts';
import { now } from '../../lib/timers.ts';
import type { DriveListRef } from '../../model/drive/drive-list.ts';
import { isFolder, shownTime } from './drive-kinds.ts';
import styles from './entry-signs.module.css';

/** Other properties of an entry, as icons. */
export function EntrySigns({ file: { prop } }: { file: DriveFile }) {
  const { t } = useTranslation();
  return (
    <span className={styles.signs}>
      {prop.favorite && (
        <span className={styles.star} title={t('drive.favorite')}>
          <IconStarFilled size={14} aria-hidden />
        </span>
      )}
      {prop.shared && (
        <span title={t('drive.sharedSign')}>
          <IconUsers size={14} aria-hidden />
        </span>
      )}
      {prop.has_virus && (
        <span className={styles.danger} title={t('drive.infected')}>
          <IconAlertTriangle size={14} aria-hidden />
        </span>
      )}
    </span>
  );
}

/** Why a file was found although its name doesn't match. */
export function FoundInText({ file: { prop } }: { file: DriveFile }) {
  const { t } = useTranslation();
  return prop.found_in === 'text' && <span className={styles.found}>{t('drive.foundInText')}</span>;
}

/** Who moved it to the trash, where that was another person. */
export function TrashedBy({ file: { prop } }: { file: DriveFile }) {
  const { t } = useTranslation();
  if (prop.trashed_by === undefined) return null;
  return <span className={styles.found}>{t('drive.deletions.by', { by: prop.trashed_by })}</span>;
}

/** Who shares it with the user, in the list of shared files. */
export function SharedBy({ file }: { file: DriveFile }) {
  const { t } = useTranslation();
  if (file.prop.shared_at === undefined) return null;
  return <span className={styles.found}>{t('drive.sharedBy', { by: ownerOf(file) })}</span>;
}

function ownerOf({ owner, owner_display_name: name }: DriveFile): string {
  return name || owner;
}

/** The row as one sentence for screen readers, with its icons in words. */
export function useSpokenEntry(file: DriveFile, list: DriveListRef['kind']): string {
  const { t } = useTranslation();
  return [
    file.name,
    isFolder(file) ? t('drive.folder') : readableSize(file.size),
    shortDate(shownTime(file, list), now()),
    file.prop.favorite && t('drive.favorite'),
    file.prop.shared && t('drive.sharedSign'),
    file.prop.permission === 'READ' && t('drive.readOnly'),
    file.prop.has_virus && t('drive.infected'),
    file.prop.shared_at !== undefined && t('drive.sharedBy', { by: ownerOf(file) }),
    file.prop.trashed_by !== undefined && t('drive.deletions.by', { by: file.prop.trashed_by }),
    list === 'search' && file.prop.found_in === 'text' && t('drive.foundInText'),
  ]
    .filter(Boolean)
    .join(', ');
}
