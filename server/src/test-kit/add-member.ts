import { type ApiClient, createApiClient } from '@bocau/contract/client.ts';
import type { MailboxRight } from '@bocau/contract/endpoint.ts';
import { MAILBOX_HEADER } from '@bocau/contract/session.ts';
import { unixSeconds } from '../platform/clock.ts';
import { inTransaction } from '../platform/db/database.ts';
import type { NewPerson } from './new-person.ts';
import type { TestServer } from './start-server.ts';

/** Makes somebody a member of a mailbox that is not their own. */
export async function addMember(
  { context: { db, clock } }: TestServer,
  { of, who, rights }: { of: NewPerson; who: NewPerson; rights: MailboxRight[] },
): Promise<void> {
  const row = {
    mailbox_id: of.mailbox,
    person_id: who.mailbox,
    rights,
    created_at: unixSeconds(clock),
  };
  await inTransaction(db, (tx) => tx.insertInto('memberships').values(row).execute());
}

/** The headers of a call to this mailbox. */
export function inMailbox(email: string): Record<string, string> {
  return { [MAILBOX_HEADER.name]: MAILBOX_HEADER.value(email) };
}

/** A client of theirs whose every call names this mailbox. */
export function clientIn({ baseUrl }: TestServer, who: NewPerson, email: string): ApiClient {
  return createApiClient({
    baseUrl,
    token: who.client.token,
    fetch: (url, init) => fetch(url, { ...init, headers: { ...init?.headers, ...inMailbox(email) } }),
  });
}
