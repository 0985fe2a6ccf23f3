import type { MailAddress } from '@bocau/contract/fields.ts';
import { authorize } from '../../access/authorize.ts';
import type { CalendarDeps } from '../../calendar/change-calendar.ts';
import type { Scheduling } from '../../calendar/scheduling/change-objects.ts';
import { readSender } from '../../mail/outbox/outgoing.store.ts';
import type { SendingLimits } from '../../mail/outbox/sending-deps.ts';
import { checkSendingLimits } from '../../mail/outbox/sending-limits.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { readSenders } from '../../mail/people/people.store.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';

export type MeetingDeps = CalendarDeps & { config: { sending: SendingLimits } };

/** So long at least a change can be undone before anybody is told: the notice that offers it is shown as long. */
const SHORTEST_WAIT = 5;

/** How a person tells others of their meetings, and as whom they ask them. */
export async function schedulingOf(
  { db, config }: MeetingDeps,
  person: number,
): Promise<Scheduling & { organiser: MailAddress | undefined }> {
  const [senders, settings] = await Promise.all([readSenders(db, person), readSettings(db, person)]);
  const [first] = senders;
  return {
    own: new Set(senders.map(({ email }) => foldAddress(email))),
    organiser: first && { name: first.name, email: first.email },
    waitSeconds: settings.enable_delay_send ? settings.time_delay_send : SHORTEST_WAIT,
    async mayTell({ tx, now }, people) {
      if (people === 0) return;
      authorize({ mailbox: person }, 'send', await readSender(tx, person, first?.email ?? ''));
      await checkSendingLimits(tx, person, config.sending, people, now);
    },
  };
}
