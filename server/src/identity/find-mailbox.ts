import { isValidAddress } from '@bocau/contract/address.ts';
import { type Endpoint, MAILBOX_RIGHTS, type MailboxRight } from '@bocau/contract/endpoint.ts';
import type { FastifyRequest } from 'fastify';
import { namedMailbox } from '../access/named-mailbox.ts';
import type { MailboxCaller, SessionCaller } from '../platform/caller.ts';
import { Failure } from '../platform/failure.ts';
import { needsOf } from '../platform/http/endpoint-needs.ts';
import type { ReadDb } from '../tables.ts';
import { readMembership } from './memberships.store.ts';

const ALL: ReadonlySet<MailboxRight> = new Set(MAILBOX_RIGHTS);

/**
 * The mailbox that a call names, by any of its addresses; the caller's own where it names none, which costs no question to
 * the database. What the caller is no member of is refused as what there is not.
 */
export async function findMailbox(
  db: ReadDb,
  request: FastifyRequest,
  caller: SessionCaller,
  { access }: Pick<Endpoint, 'access'>,
): Promise<MailboxCaller> {
  const { person, domain, email } = caller;
  const named = namedMailbox(request, needsOf(access)?.cookie === true);
  if (named === undefined || named === email) return own(caller);
  const isAddress = named !== null && isValidAddress(named);
  const found = isAddress ? await readMembership(db, { address: named, person, domain }) : undefined;
  if (found?.mailbox_id === person) return own(caller);
  if (!found || found.rights.length === 0) throw new Failure('mailbox_not_found', 'Mailbox not found');
  return { ...caller, mailbox: found.mailbox_id, rights: new Set<MailboxRight>(['read', ...found.rights]) };
}

function own(caller: SessionCaller): MailboxCaller {
  return { ...caller, mailbox: caller.person, rights: ALL };
}
