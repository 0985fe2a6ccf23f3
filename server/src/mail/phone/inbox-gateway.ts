import { createHash } from 'node:crypto';
import { unixSeconds } from '../../platform/clock.ts';
import type { PhoneGateway } from '../../platform/phone/phone-gateway.ts';
import { readOwner } from '../forwarding/forwarding.store.ts';
import { writeNotice } from '../forwarding/write-notice.ts';
import { fileNotice, type NoticeDeps } from '../messages/file-notice.ts';
import { readSettings } from '../settings/read-settings.ts';
import { DEMO_WORDS } from './phone-words.ts';

/** For the demo, which has no phone gateway: codes go to the inbox of the user who requested them. */
export function createInboxGateway(deps: NoticeDeps): PhoneGateway {
  return {
    methods: ['sms', 'call'],
    async send({ mailboxId, method, code, text }) {
      const at = unixSeconds(deps.clock);
      const [{ domain, email }, { language }] = await Promise.all([
        readOwner(deps.db, mailboxId),
        readSettings(deps.db, mailboxId),
      ]);
      const { subject, note } = DEMO_WORDS[language];
      const deliveryKey = createHash('sha256').update(`phone ${mailboxId} ${code} ${at}`).digest('hex');
      const id = `phone-${deliveryKey.slice(0, 32)}`;
      const raw = writeNotice({
        ...{ id, at, domain, to: email },
        subject: subject[method],
        text: [note, '', text],
      });
      await fileNotice(deps, mailboxId, { raw, at, deliveryKey });
      return 'sent';
    },
  };
}
