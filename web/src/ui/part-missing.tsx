import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from '../i18n/use-translation.ts';
import { ListState } from './list-state.tsx';

/** In place of a screen whose code could not be loaded. */
export function PartMissing() {
  const { t } = useTranslation();
  return (
    <ListState
      icon={IconCloudOff}
      title={t('pages.screenFailed')}
      text={navigator.onLine ? t('pages.chunkFailed') : t('pages.chunkOffline')}
    >
      <Button variant="default" onClick={() => window.location.reload()}>
        {t('common.actions.reload')}
      </Button>
    </ListState>
  );
}
