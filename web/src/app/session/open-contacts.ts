import type { ApiClient } from '@bocau/contract/client.ts';
import { announceContactsEvent } from '../../features/contacts/begin-contact-act.ts';
import { browserOnline } from '../../lib/browser-online.ts';
import type { ContactsModel } from '../../model/contacts/contacts-model.ts';
import { createContactsModel } from '../../model/contacts/create-contacts-model.ts';
import type { SessionModel } from '../../model/session/session-model.ts';
import { browserClock } from '../browser/browser-clock.ts';
import { pageStorage } from '../browser/page-storage.ts';
import { tabId } from '../browser/tab-id.ts';

let opened: { session: SessionModel; contacts: ContactsModel } | null = null;

/**
 * The signed-in user's contacts; a single model while the session is open, so that operations continue, and
 * can be undone, on other pages. It uses the calling page's client, so that a forbidden call is reported there.
 */
export function openContacts(session: SessionModel, api: ApiClient): ContactsModel {
  if (opened?.session === session) return opened.contacts;
  opened?.contacts.close();
  const contacts = createContactsModel({
    api,
    clock: browserClock,
    storage: pageStorage,
    online: browserOnline,
    owner: session.user()?.email ?? '',
    tabId: tabId(),
  });
  contacts.onEvent(announceContactsEvent);
  session.join({
    // The event only announces a change: the contacts themselves fetch what changed since their number.
    frames: { contacts_changed: contacts.changed },
    connected: contacts.connected,
    closed() {
      // The next user of this page has the same client: nothing of this one may continue with it.
      contacts.close();
      if (opened?.contacts === contacts) opened = null;
    },
  });
  opened = { session, contacts };
  return contacts;
}
