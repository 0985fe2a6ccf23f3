import type { ApiClient } from '@bocau/contract/client.ts';
import { loadCalendarWords } from '../../i18n/calendar-words.ts';
import { loadContactsWords } from '../../i18n/contacts-words.ts';
import { loadDriveWords } from '../../i18n/drive-words.ts';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { unsentPrefix } from '../../model/engine/unsent-keys.ts';
import type { SessionModel } from '../../model/session/session-model.ts';
import { pageStorage } from '../browser/page-storage.ts';

type Open = (session: SessionModel, api: ApiClient) => { start(): Promise<void> };

/**
 * What opens a room, by the noun under which it stores its unsent acts. The mailbox is missing: every page opens it.
 */
const ROOMS: Record<string, () => Promise<Open>> = {
  async 'drive-acts'() {
    return (await Promise.all([import('./open-drive.ts'), loadDriveWords()]))[0].openDrive;
  },
  async 'contacts-acts'() {
    return (await Promise.all([import('./open-contacts.ts'), loadContactsWords()]))[0].openContacts;
  },
  async 'calendar-acts'() {
    return (await Promise.all([import('./open-calendar.ts'), loadCalendarWords()]))[0].openCalendar;
  },
  async 'invitation-answers'() {
    return (await Promise.all([import('./open-invitation-answers.ts'), loadLaterWords()]))[0]
      .openInvitationAnswers;
  },
  async 'task-acts'() {
    return (await Promise.all([import('./open-tasks.ts'), loadCalendarWords()]))[0].openTasks;
  },
};

/**
 * Opens the rooms in which an earlier page has left something unsent, whichever room is on the screen: a reload right
 * after an act must not delay it until its own room is opened again.
 */
export async function resumeUnsent(session: SessionModel, api: ApiClient): Promise<void> {
  const owner = session.user()?.email;
  if (owner === undefined) return;
  await Promise.all(
    Object.entries(ROOMS).map(async ([noun, load]) => {
      const left = await pageStorage.keys(unsentPrefix(owner, noun));
      if (left.length > 0) await (await load())(session, api).start();
    }),
  );
}
