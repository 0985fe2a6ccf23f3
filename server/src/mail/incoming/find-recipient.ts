import { type Reply, replies } from '../../platform/smtp/reply.ts';
import type { ReadDb } from '../../tables.ts';
import { findGroup, type Group } from '../groups/groups.store.ts';
import {
  findAddress,
  findCatchAll,
  findOperator,
  findOwner,
  localDomains,
  type RecipientRow,
} from './recipients.store.ts';

export type Recipient = {
  mailboxId: number;
  email: string;
  /** The target of the mailbox's forwarded mail, for an address that only accepts its bounces. */
  forwardedTo?: string;
};
/** `suspended`: mail is deferred until the account is resumed. */
export type RecipientVerdict =
  | { accept: Recipient }
  /** Whether it takes a message depends on who writes. */
  | { group: Group }
  | { refuse: Reply; suspended?: Recipient };

/** Role addresses where a domain should be reachable (RFC 2142); they go to its owner when no one has them. */
const OFFICES = new Set(['abuse', 'hostmaster', 'webmaster']);
/**
 * Every domain must be reachable at this address, and so must the server where no domain is named (RFC 5321
 * section 4.5.1): when a domain has no owner, the owner of the first local domain receives it.
 */
const POSTMASTER = 'postmaster';

/** Whether mail for an address is accepted: only for local domains, so this is never an open relay. */
export async function findRecipient(db: ReadDb, address: string): Promise<RecipientVerdict> {
  const at = address.lastIndexOf('@');
  const local = address
    .slice(0, at === -1 ? undefined : at)
    .normalize('NFC')
    .toLowerCase();
  const domain = at === -1 ? null : address.slice(at + 1).toLowerCase();
  const untagged = local.split('+')[0] as string;
  if (domain === null) {
    const operator = untagged === POSTMASTER ? await findOperator(db) : undefined;
    return operator ? admit(operator) : { refuse: replies.noSuchMailbox };
  }
  const addresses = [`${local}@${domain}`, `${untagged}@${domain}`];
  const person = await findAddress(db, addresses);
  // Asked for only where nobody has the address, so that mail to people costs nothing more.
  const group = person === undefined ? await findGroup(db, addresses) : undefined;
  if (group) return { group };
  const found =
    person ??
    (untagged === POSTMASTER || OFFICES.has(untagged) ? await findOwner(db, domain) : undefined) ??
    (await findCatchAll(db, domain, addresses));
  if (found) return admit(found);
  const ours = await localDomains(db, [domain]);
  if (!ours.has(domain)) return { refuse: replies.noRelaying };
  const operator = untagged === POSTMASTER ? await findOperator(db) : undefined;
  return operator ? admit(operator) : { refuse: replies.noSuchMailbox };
}

function admit(row: RecipientRow): RecipientVerdict {
  const recipient = { mailboxId: row.mailbox_id, email: row.email };
  // A suspended domain is handled like a suspended user: mail to it is deferred until it is resumed.
  if (row.suspended || !row.takes_mail) return { refuse: replies.mailboxSuspended, suspended: recipient };
  if (row.full) return { refuse: replies.mailboxFull };
  return { accept: recipient };
}
