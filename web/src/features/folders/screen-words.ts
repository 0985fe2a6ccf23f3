import { STARRED } from '@bocau/contract/folders.ts';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { folderWords } from './folder-names.ts';
import { useShownPlace } from './shown-place.ts';

/** What the screen that is shown is called. */
export function useScreenWords(): string {
  const { t } = useTranslation();
  const list = useShownPlace()?.list;
  const { pathname } = useLocation();
  if (list?.kind === 'folder') return folderWords(t, list.path);
  if (list?.kind === 'starred') return folderWords(t, STARRED);
  if (pathname.startsWith('/setting')) return t('shell.settings');
  return list?.kind === 'search' ? t('folders.search') : t('common.product');
}
