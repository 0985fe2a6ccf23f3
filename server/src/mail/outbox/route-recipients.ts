import { domainToASCII } from 'node:url';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { type Reply, replies } from '../../platform/smtp/reply.ts';
import type { ReadDb } from '../../tables.ts';
import { findRecipient } from '../incoming/find-recipient.ts';
import { verifiedDomains } from '../incoming/recipients.store.ts';
import { foldAddress } from '../people/fold-address.ts';
import { LOCAL, type RoutedRecipient } from './outbox-recipients.store.ts';

/** Where all go who are elsewhere, if there is a relay. */
export const RELAY = 'relay';
export const MAILBOX_FULL = { code: 552, reply: 'mailbox full' };
export const USER_UNKNOWN = { code: 550, reply: 'user unknown' };

/**
 * Where each recipient's message goes. Only a domain that has proved to be ours is served here: one that somebody merely
 * claims must not catch what others are sent.
 */
export async function routeRecipients(
  db: ReadDb,
  people: MailAddress[],
  viaRelay: boolean,
): Promise<RoutedRecipient[]> {
  const domains = new Set(people.flatMap(({ email }) => [domainOf(email), asciiOf(domainOf(email))]));
  const ours = await verifiedDomains(db, [...domains]);
  const routed: RoutedRecipient[] = [];
  for (const { name, email } of people) {
    const address = foldAddress(email);
    const typed = domainOf(email);
    const domain = [typed, asciiOf(typed)].find((form) => ours.has(form));
    const place =
      domain === undefined
        ? { destination: viaRelay ? RELAY : asciiOf(typed), localMailboxId: null, refusal: null }
        : await findHere(db, `${email.slice(0, email.lastIndexOf('@'))}@${domain}`);
    routed.push({ address, email, name, ...place });
  }
  return routed;
}

async function findHere(
  db: ReadDb,
  email: string,
): Promise<Pick<RoutedRecipient, 'destination' | 'localMailboxId' | 'refusal'>> {
  const found = await findRecipient(db, email);
  // The group decides when the message is filed, as its sender is known then.
  if ('group' in found) return { destination: LOCAL, localMailboxId: null, refusal: null };
  const recipient = 'accept' in found ? found.accept : found.suspended;
  if (recipient) return { destination: LOCAL, localMailboxId: recipient.mailboxId, refusal: null };
  return {
    destination: LOCAL,
    localMailboxId: null,
    refusal: refusalOf((found as { refuse: Reply }).refuse),
  };
}

function refusalOf(reply: { code: number; text: string }): { code: number; reply: string } {
  if (reply === replies.mailboxFull) return MAILBOX_FULL;
  return USER_UNKNOWN;
}

function domainOf(email: string): string {
  return email
    .slice(email.lastIndexOf('@') + 1)
    .normalize('NFC')
    .toLowerCase();
}

function asciiOf(domain: string): string {
  return domainToASCII(domain) || domain;
}
