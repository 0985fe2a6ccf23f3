import { STARRED } from '@bocau/contract/folder-roles.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useShownPlace } from '../../parts/addresses/shown-place.ts';
import { folderWords } from '../../parts/folders/folder-names.ts';
import { leafOf } from '../../parts/labels/label-names.ts';
import { useLabelName } from '../../parts/labels/use-labels.ts';
import { useLocation } from '../../router/router.tsx';

const ROOMS = ['calendar', 'contacts', 'drive', 'invoices', 'merges'] as const;

/** The title of the screen that is shown. */
export function useScreenWords(): string {
  const { t } = useTranslation();
  const list = useShownPlace()?.list;
  const label = useLabelName(list);
  const { pathname } = useLocation();
  if (list?.kind === 'folder') return folderWords(t, list.path);
  if (list?.kind === 'label') return leafOf(label);
  if (list?.kind === 'starred') return folderWords(t, STARRED);
  if (pathname.startsWith('/setting')) return t('shell.settings');
  const room = ROOMS.find((name) => pathname.startsWith(`/${name}`));
  if (room) return t(`folders.${room}`);
  return list?.kind === 'search' ? t('folders.search') : t('common.product');
}
