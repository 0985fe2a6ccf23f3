import { STARRED } from '@bocau/contract/folders.ts';
import { useTranslation } from 'react-i18next';
import { folderWords } from './folder-names.ts';
import { useShownPlace } from './shown-place.ts';

/** What the screen that is shown is called. */
export function useScreenWords(): string {
  const { t } = useTranslation();
  const list = useShownPlace()?.list;
  if (list?.kind === 'folder') return folderWords(t, list.path);
  if (list?.kind === 'starred') return folderWords(t, STARRED);
  return list?.kind === 'search' ? t('folders.search') : t('common.product');
}
