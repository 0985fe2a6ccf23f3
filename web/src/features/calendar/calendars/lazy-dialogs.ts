import {
  loadCalendarFeedWords,
  loadCalendarImportWords,
  loadCalendarLinkWords,
} from '../../../i18n/calendar-words.ts';
import { loadLaterWords } from '../../../i18n/i18n.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';

/** Shows when colleagues are busy. */
export const BusyDialog = lazyPart(async () => {
  const [part] = await Promise.all([import('../busy/busy-dialog.tsx'), loadLaterWords()]);
  return part.BusyDialog;
}, 'on-demand');

export const ShareCalendarDialog = lazyPart(async () => {
  const [part] = await Promise.all([
    import('./share-calendar-dialog.tsx'),
    loadLaterWords(),
    loadCalendarLinkWords(),
  ]);
  return part.ShareCalendarDialog;
}, 'on-demand');

export const ImportDialog = lazyPart(async () => {
  const [part] = await Promise.all([import('../imports/import-dialog.tsx'), loadCalendarImportWords()]);
  return part.ImportDialog;
}, 'on-demand');

export const SubscribeDialog = lazyPart(async () => {
  const [part] = await Promise.all([
    import('../subscriptions/subscribe-dialog.tsx'),
    loadCalendarFeedWords(),
  ]);
  return part.SubscribeDialog;
}, 'on-demand');
