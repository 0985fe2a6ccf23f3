import { loadAdminWords } from '../../i18n/admin-words.ts';
import { loadCalendarWords } from '../../i18n/calendar-words.ts';
import { loadContactsWords } from '../../i18n/contacts-words.ts';
import { loadDriveWords } from '../../i18n/drive-words.ts';
import { loadGroupsWords } from '../../i18n/groups-words.ts';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { loadInvoicesWords } from '../../i18n/invoices-words.ts';
import { loadMergesWords } from '../../i18n/merges-words.ts';

/** Help mentions labels of any screen. */
export async function loadHelpWords(): Promise<void> {
  await Promise.all([
    ...[loadLaterWords(), loadDriveWords(), loadAdminWords()],
    ...[loadCalendarWords(), loadContactsWords(), loadGroupsWords(), loadInvoicesWords()],
    loadMergesWords(),
  ]);
}
