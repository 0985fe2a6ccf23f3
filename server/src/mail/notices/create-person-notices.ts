import { createHash } from 'node:crypto';
import type { PersonNotices } from '../../identity/person-notices.ts';
import { readOwner } from '../forwarding/forwarding.store.ts';
import { writeNotice } from '../forwarding/write-notice.ts';
import { sendEvent } from '../mailbox/publish-event.ts';
import { fileNotice, type NoticeDeps } from '../messages/file-notice.ts';
import { readSettings } from '../settings/read-settings.ts';

/** What needs nothing but the database of the caller. */
export const openSessionNotices: Pick<PersonNotices, 'readChoices' | 'announceSignIn'> = {
  readChoices: readSettings,
  announceSignIn: (tx, mailboxId, data) => sendEvent(tx, mailboxId, { event: 'new_sign_in', data }),
};

/** The port of identity: a person is told something by a message in their inbox. */
export function createPersonNotices(deps: NoticeDeps): PersonNotices {
  return {
    ...openSessionNotices,
    async file(mailboxId, { kind, about, at, words }) {
      const { domain, email } = await readOwner(deps.db, mailboxId);
      const deliveryKey = createHash('sha256').update(about).digest('hex');
      const id = `${kind}-${deliveryKey.slice(0, 32)}`;
      const raw = writeNotice({ id, at, domain, to: email, ...words(email) });
      await fileNotice(deps, mailboxId, { raw, at, deliveryKey });
    },
  };
}
