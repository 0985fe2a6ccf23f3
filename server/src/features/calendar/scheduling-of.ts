import type { MailAddress } from '@bocau/contract/fields.ts';
import { authorize } from '../../access/authorize.ts';
import type { CalendarDeps } from '../../calendar/change-calendar.ts';
import type { Scheduling } from '../../calendar/scheduling/change-objects.ts';
import { type BrakeLimits, limitsBelowBrake } from '../../mail/outbox/brake-sender.ts';
import { readSender } from '../../mail/outbox/outgoing.store.ts';
import type { SendingLimits } from '../../mail/outbox/sending-deps.ts';
import { checkSendingLimits, half } from '../../mail/outbox/sending-limits.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { readSenders } from '../../mail/people/people.store.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';

export type MeetingDeps = CalendarDeps & { config: { sending: SendingLimits; brake: BrakeLimits } };

/** So long at least a change can be undone before anybody is told: the notice that offers it is shown as long. */
const SHORTEST_WAIT = 5;

/**
 * How others are told of meetings in the calendars of a mailbox, and as whom they are asked: as its owner, whoever changes
 * them. The wait is that of `person`, who is offered to undo it.
 */
export async function schedulingOf(
  { db, config }: MeetingDeps,
  mailboxId: number,
  person: number,
  { isLeave = false }: { isLeave?: boolean } = {},
): Promise<Scheduling & { organiser: MailAddress | undefined }> {
  const [senders, settings] = await Promise.all([readSenders(db, mailboxId), readSettings(db, person)]);
  const [first] = senders;
  return {
    own: new Set(senders.map(({ email }) => foldAddress(email))),
    organiser: first && { name: first.name, email: first.email },
    waitSeconds: settings.enable_delay_send ? settings.time_delay_send : SHORTEST_WAIT,
    async mayTell({ tx, author, now }, people) {
      if (people === 0) return;
      authorize({ mailbox: mailboxId }, 'send', await readSender(tx, mailboxId, first?.email ?? ''));
      // Who may not send mail themselves doesn't send it through somebody else's calendar either.
      if (author !== null) authorize({ mailbox: author }, 'send', await readSender(tx, author, ''));
      // CL-360: guests who may change a meeting leave half of it to whose it is, and never have them held.
      const limits = isLeave ? half(await limitsBelowBrake(tx, mailboxId, config, now)) : config.sending;
      await checkSendingLimits(tx, mailboxId, limits, people, now);
    },
  };
}
