import { domainToASCII } from 'node:url';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { replies } from '../../platform/smtp/reply.ts';
import type { Db } from '../../tables.ts';
import { findRecipient } from '../delivery/find-recipient.ts';
import { foldAddress } from '../rules/fold-address.ts';
import { LOCAL, type RoutedRecipient } from './recipient-rows.ts';

const RELAY = 'relay';
export const MAILBOX_FULL = { code: 552, reply: 'mailbox full' };
const USER_UNKNOWN = { code: 550, reply: 'user unknown' };

/**
 * Where each recipient's letter goes. Only a domain that has proved to be ours is served here: one that somebody merely
 * claims must not catch what others are sent.
 */
export async function routeRecipients(
  db: Db,
  people: MailAddress[],
  viaRelay: boolean,
): Promise<RoutedRecipient[]> {
  const ours = await provenDomains(db, people);
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
  db: Db,
  email: string,
): Promise<Pick<RoutedRecipient, 'destination' | 'localMailboxId' | 'refusal'>> {
  const found = await findRecipient(db, email);
  if ('accept' in found) {
    return { destination: LOCAL, localMailboxId: found.accept.mailboxId, refusal: null };
  }
  return { destination: LOCAL, localMailboxId: null, refusal: refusalOf(found.refuse) };
}

function refusalOf(reply: { code: number; text: string }): { code: number; reply: string } {
  if (reply === replies.mailboxFull) return MAILBOX_FULL;
  if (reply === replies.mailboxDisabled) return { code: reply.code, reply: reply.text };
  return USER_UNKNOWN;
}

async function provenDomains(db: Db, people: MailAddress[]): Promise<Set<string>> {
  const names = new Set(people.flatMap(({ email }) => [domainOf(email), asciiOf(domainOf(email))]));
  if (names.size === 0) return new Set();
  const rows = await db
    .selectFrom('domains')
    .select('name')
    .where('name', 'in', [...names])
    .where('verified', '=', true)
    .execute();
  return new Set(rows.map((row) => row.name));
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
