import { type Reply, replies } from '../../platform/smtp/reply.ts';
import type { Db } from '../../tables.ts';
import { findAddress, findOwner, localDomains, type RecipientRow } from './delivery.store.ts';

export type Recipient = { mailboxId: number; email: string };
type Verdict = { accept: Recipient } | { refuse: Reply };

/** Every domain must be reachable at these (RFC 5321, RFC 2142); they are the owner's where nobody has them. */
const OFFICES = new Set(['postmaster', 'abuse', 'hostmaster', 'webmaster']);

/** Whether we take mail for an address: only for our own domains, so that nothing is ever relayed. */
export async function findRecipient(db: Db, address: string): Promise<Verdict> {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).normalize('NFC').toLowerCase();
  const domain = address.slice(at + 1).toLowerCase();
  const untagged = local.split('+')[0] as string;
  const found =
    (await findAddress(db, [`${local}@${domain}`, `${untagged}@${domain}`])) ??
    (OFFICES.has(untagged) ? await findOwner(db, domain) : undefined);
  if (found) return admit(found);
  const ours = await localDomains(db, [domain]);
  return { refuse: ours.has(domain) ? replies.noSuchMailbox : replies.noRelaying };
}

function admit(row: RecipientRow): Verdict {
  if (!row.takes_mail) return { refuse: replies.mailboxDisabled };
  if (row.full) return { refuse: replies.mailboxFull };
  return { accept: { mailboxId: row.mailbox_id, email: row.email } };
}
