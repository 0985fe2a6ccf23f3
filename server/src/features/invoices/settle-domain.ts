import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { readKeysAfter, readMailboxesOf } from './invoices.store.ts';
import { settleInvoices } from './settle-invoices.ts';

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
const INVOICES_AT_ONCE = 200;
const MAILBOXES_AT_ONCE = 200;

/** Holds the invoices of all people of a domain against its tax code, which has changed. */
export async function settleDomain(deps: ChangeDeps, domainId: number, signal: AbortSignal): Promise<void> {
  for (let after = 0; ; ) {
    const mailboxes = await readMailboxesOf(deps.db, domainId, after, MAILBOXES_AT_ONCE);
    for (const mailboxId of mailboxes) await settleMailbox(deps, mailboxId, signal);
    const last = mailboxes.at(-1);
    if (last === undefined || mailboxes.length < MAILBOXES_AT_ONCE) return;
    after = last;
  }
}

async function settleMailbox(deps: ChangeDeps, mailboxId: number, signal: AbortSignal): Promise<void> {
  for (let after = BEFORE_ALL; ; ) {
    signal.throwIfAborted();
    const keys = await readKeysAfter(deps.db, mailboxId, after, INVOICES_AT_ONCE);
    const last = keys.at(-1);
    if (last === undefined) return;
    await changeMailbox(deps, mailboxId, ({ tx }) => settleInvoices(tx, mailboxId, keys));
    if (keys.length < INVOICES_AT_ONCE) return;
    after = last.id;
  }
}
