import { type Clock, unixSeconds } from '../../platform/clock.ts';
import type { PhoneGateway } from '../../platform/phone/phone-gateway.ts';
import type { Db } from '../../tables.ts';
import type { PersonNotices } from '../person-notices.ts';
import { DEMO_WORDS } from './phone-words.ts';

type Deps = { db: Db; clock: Clock; personNotices: Pick<PersonNotices, 'readChoices' | 'file'> };

/** For the demo, which has no phone gateway: codes go to the inbox of the user who requested them. */
export function createInboxGateway({ db, clock, personNotices }: Deps): PhoneGateway {
  return {
    methods: ['sms', 'call'],
    async send({ mailboxId, method, code, text }) {
      const at = unixSeconds(clock);
      const { language } = await personNotices.readChoices(db, mailboxId);
      const { subject, note } = DEMO_WORDS[language];
      await personNotices.file(mailboxId, {
        kind: 'phone',
        about: `phone ${mailboxId} ${code} ${at}`,
        at,
        words: () => ({ subject: subject[method], text: [note, '', text] }),
      });
      return 'sent';
    },
  };
}
