import type { DriveFile } from '@bocau/contract/drive.ts';
import { IconAlertTriangle, IconStarFilled, IconUsers } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { shortDate } from '../../lib/dates.ts';
import { readableSize } from '../../lib/sizes.ts';
import { now } from '../../lib/timers.ts';
import type { DriveListRef } from '../../model/drive/drive-list.ts';
import { isFolder, shownTime } from './drive-kinds.ts';
import styles from './entry-signs.module.css';

/** What else is to be known of an entry at a glance. */
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

/** Says why a file was found whose name has not what was looked for. */
export function FoundInText({ file: { prop } }: { file: DriveFile }) {
  const { t } = useTranslation();
  return prop.found_in === 'text' && <span className={styles.found}>{t('drive.foundInText')}</span>;
}

/** Who put it into the trash, where it was somebody else. */
export function TrashedBy({ file: { prop } }: { file: DriveFile }) {
  const { t } = useTranslation();
  if (prop.trashed_by === undefined) return null;
  return <span className={styles.found}>{t('drive.deletions.by', { by: prop.trashed_by })}</span>;
}

/** Who shares it with the user, in the list of that. */
export function SharedBy({ file }: { file: DriveFile }) {
  const { t } = useTranslation();
  if (file.prop.shared_at === undefined) return null;
  return <span className={styles.found}>{t('drive.sharedBy', { by: ownerOf(file) })}</span>;
}

function ownerOf({ owner, owner_display_name: name }: DriveFile): string {
  return name || owner;
}

/** Read out as one sentence; the signs of the row in words. */
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
