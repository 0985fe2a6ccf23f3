import { buildMessage } from './build-message.ts';
import { type Contacts, contactNamed, readContacts } from './contacts.ts';
import { arrivalForm } from './conversation-form.ts';
import { readDataFile } from './data-file.ts';
import { factsFor } from './facts.ts';
import { readInvoices } from './invoices/read-invoices.ts';
import { stableHash } from './mime.ts';
import { readNewsletters } from './newsletters.ts';
import { domains, type Person, people, type WorldDomain } from './people.ts';
import { postMessages, type WorldMail } from './post-messages.ts';
import { readConversations } from './read-conversations.ts';
import { writeConversation } from './write-conversation.ts';

export type { Person, WorldDomain } from './people.ts';
export type { WorldMail } from './post-messages.ts';

/** To be delivered by SMTP while the visitor looks on. */
export type Arrival = { afterSeconds: number; from: string; to: string[]; raw: Buffer };

export type World = {
  domains: WorldDomain[];
  people: Person[];
  mail: Iterable<WorldMail>;
  arrivals: Arrival[];
};

/**
 * A year in the mail of a small trading company that ends at `now`, in unix seconds; the same for the same `now`, but for
 * the signatures of invoices, whose key each process makes anew.
 */
export function demoWorld(now: number): World {
  if (!Number.isInteger(now) || now > 100_000_000_000) throw new Error('demoWorld wants whole unix seconds');
  const contacts = readContacts();
  const matters = [...readConversations(contacts), ...readNewsletters(), ...readInvoices(contacts)];
  return {
    domains,
    people,
    mail: postMessages(matters, contactNamed(contacts, 'lan'), now),
    arrivals: [readArrival(contacts, now)],
  };
}

function readArrival(contacts: Contacts, now: number): Arrival {
  const { afterSeconds, ...outline } = readDataFile('arrival.json', arrivalForm);
  const at = now + afterSeconds;
  const { subject, turns } = writeConversation(outline, contacts, factsFor(outline.name, 0, at));
  const [turn] = turns;
  if (!turn) throw new Error('arrival.json has no message');
  const to = turn.to ?? [];
  const message = {
    turn,
    to,
    cc: [],
    subject,
    at,
    messageId: `<${stableHash(`arrival ${at}`)}@${turn.from.email.split('@')[1]}>`,
    references: [],
    quoted: null,
    rawBefore: null,
  };
  return {
    afterSeconds,
    from: turn.from.email,
    to: to.map(({ email }) => email),
    raw: buildMessage(message).raw,
  };
}
