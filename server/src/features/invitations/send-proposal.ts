import { readWholeObjects } from '../../calendar/objects/objects.store.ts';
import { proposalMessage } from '../../calendar/proposals/proposal-message.ts';
import { readProposals } from '../../calendar/proposals/proposals.store.ts';
import type { ProposalJob } from '../../calendar/proposals/propose-time.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { readSenders } from '../../mail/people/people.store.ts';
import { byLanguage } from './by-language.ts';
import { maySend, type OwedDeps, sendOne } from './send-owed.ts';

/** Tells a proposal, or that it was declined, once; nothing where a later one took its place or it is over meanwhile. */
export async function sendProposal(
  deps: OwedDeps,
  { mailboxId, objectId, round, mayHaveLeft = false }: ProposalJob,
): Promise<void> {
  const rows = await readProposals(deps.db, mailboxId, objectId);
  const row = rows.find((one) => one.round === round);
  const [whole] = await readWholeObjects(deps.db, mailboxId, [objectId]);
  if (!row || !whole || whole.trashed_at !== null) return;
  const senders = await readSenders(deps.db, mailboxId);
  const own = new Set(senders.map(({ email }) => foldAddress(email)));
  const message = proposalMessage(whole.source, row, own);
  if (!message) return;
  const address = foldAddress(message.from);
  const from = senders.find(({ email }) => foldAddress(email) === address);
  if (!from || !(await maySend(deps, mailboxId, from))) {
    deps.log.warn({ mailbox: mailboxId, object: objectId }, 'proposal not told: sending is not allowed');
    return;
  }
  const key = JSON.stringify(['proposal', mailboxId, round]);
  // To one person.
  for (const [language, to] of await byLanguage(deps.db, mailboxId, message.to)) {
    await sendOne(deps, mailboxId, { message, from, to, language, key, mayHaveLeft });
  }
}
