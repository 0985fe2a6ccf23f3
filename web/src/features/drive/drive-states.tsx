import type { ApiError } from '@bocau/contract/client.ts';
import { Button } from '@mantine/core';
import {
  IconClock,
  IconCloudOff,
  IconFolder,
  IconFolderOff,
  IconFolderShare,
  IconLock,
  IconSearch,
  IconShare,
  IconStar,
  IconTrash,
} from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { DriveListRef } from '../../model/drive/drive-list.ts';
import { Link } from '../../router/router.tsx';
import { ListState } from '../../ui/list-state.tsx';
import styles from './drive-states.module.css';

type Icon = ComponentType<{ size?: number; stroke?: number }>;
const GHOSTS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

/** Skeleton rows; they appear only when the list takes longer than a moment. */
export function DriveLoading() {
  const { t } = useTranslation();
  return (
    <div className={styles.skeleton} role="status" aria-label={t('common.loading')}>
      {GHOSTS.map((ghost) => (
        <div key={ghost} className={styles.ghost}>
          <i />
          <i />
          <i />
        </div>
      ))}
    </div>
  );
}

export function DriveOffline({ onTryNow }: { onTryNow(): void }) {
  const { t } = useTranslation();
  return (
    <ListState icon={IconCloudOff} title={t('drive.offline.title')} text={t('drive.offline.text')}>
      <Button variant="default" onClick={onTryNow}>
        {t('notices.lost.tryNow')}
      </Button>
    </ListState>
  );
}

export function DriveFailed({ error, onRetry }: { error: ApiError | null; onRetry(): void }) {
  const { t } = useTranslation();
  if (error?.code === 'drive_disabled')
    return <ListState icon={IconLock} title={t('drive.disabled.title')} text={t('drive.disabled.text')} />;
  if (error?.status === 404) {
    return (
      <ListState icon={IconFolderOff} title={t('drive.notFound.title')} text={t('drive.notFound.text')}>
        <Button variant="default" component={Link} to="/drive">
          {t('drive.notFound.back')}
        </Button>
      </ListState>
    );
  }
  return (
    <ListState icon={IconCloudOff} title={t('drive.failed')} text={error ? errorWords(t, error) : ''}>
      <Button onClick={onRetry}>{t('common.actions.retry')}</Button>
    </ListState>
  );
}

const ICONS: Record<DriveListRef['kind'], Icon> = {
  folder: IconFolder,
  recent: IconClock,
  favorites: IconStar,
  shared: IconFolderShare,
  'shared-by-me': IconShare,
  trash: IconTrash,
  search: IconSearch,
};

type EmptyProps = { list: DriveListRef; mayAdd: boolean; children?: ReactNode };

/** A friendly line for each empty list, and the next thing to do. */
export function DriveEmpty({ list, mayAdd, children }: EmptyProps) {
  const { t } = useTranslation();
  const isTop = list.kind === 'folder' && list.id === null;
  const kind = isTop ? 'top' : list.kind === 'folder' && !mayAdd ? 'readOnly' : list.kind;
  return (
    <ListState
      icon={ICONS[list.kind]}
      title={t(`drive.empty.${kind}.title`)}
      text={t(`drive.empty.${kind}.text`)}
    >
      {children}
    </ListState>
  );
}
