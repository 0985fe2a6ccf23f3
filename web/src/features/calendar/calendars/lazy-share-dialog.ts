import { loadLaterWords } from '../../../i18n/i18n.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';

export const ShareCalendarDialog = lazyPart(async () => {
  const [part] = await Promise.all([import('./share-calendar-dialog.tsx'), loadLaterWords()]);
  return part.ShareCalendarDialog;
}, 'on-demand');
