import { type Reply, replies } from '../../platform/smtp/reply.ts';
import type { ReadDb } from '../../tables.ts';
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
  /** Where the mailbox's mail was sent on to, at an address that only takes what comes back from there. */
  forwardedTo?: string;
};
/** `suspended`: whose mail is to be kept until it is taken again. */
export type RecipientVerdict = { accept: Recipient } | { refuse: Reply; suspended?: Recipient };

/** A domain should be reachable at these (RFC 2142); they are its owner's where nobody has them. */
const OFFICES = new Set(['abuse', 'hostmaster', 'webmaster']);
/**
 * Every domain must be reachable at this one, and so must the server where no domain is named (RFC 5321 section 4.5.1):
 * where a domain has no owner, whoever owns the first of our domains runs the service.
 */
const POSTMASTER = 'postmaster';

/** Whether we take mail for an address: only for our own domains, so that nothing is ever relayed. */
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
  const found =
    (await findAddress(db, addresses)) ??
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
  // A domain as a person: mail to it waits elsewhere until it is resumed.
  if (row.suspended || !row.takes_mail) return { refuse: replies.mailboxSuspended, suspended: recipient };
  if (row.full) return { refuse: replies.mailboxFull };
  return { accept: recipient };
}
