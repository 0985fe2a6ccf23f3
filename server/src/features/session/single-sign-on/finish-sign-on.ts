import type { SignOnRefusal } from '@bocau/contract/sign-on.ts';
import { foldAddress } from '../../../mail/people/fold-address.ts';
import type { SessionCaller } from '../../../platform/caller.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { Failure } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../tables.ts';
import { type OpenedSession, openSession } from '../open-session.ts';
import { announceChange, type From } from '../protection/announce-change.ts';
import { requireCode } from '../second-step/challenge.ts';
import { hasSecondStep } from '../second-step/second-step.store.ts';
import { isTrusted, type SignInDeps, type SignInOrigin } from '../sign-in.ts';
import { hashToken } from '../tokens.ts';
import { deleteIdentified, type IdentifiedRow, readIdentified } from './attempts.store.ts';
import * as links from './links.store.ts';
import { type ProviderRow, readProvider } from './providers.store.ts';

function refused(details: SignOnRefusal): Failure {
  return new Failure('sign_on_refused', `The single sign-on was refused: ${details.reason}`, { details });
}

/** Who is signed in in the browser, and stays so unless it is they who come back; null: whoever it is leaves. */
type Present = { keeps: Pick<SessionCaller, 'person' | 'email'> | null };

type Identified = { row: IdentifiedRow; provider: ProviderRow; tokenHash: Buffer };

/** The identity that came back from the provider into this browser; throws when it expired, or was used. */
async function identified({ db, clock }: SignInDeps, token: string | null): Promise<Identified> {
  if (token === null) throw refused({ reason: 'expired' });
  const tokenHash = hashToken(token);
  const row = await readIdentified(db, tokenHash, unixSeconds(clock));
  const provider = row && (await readProvider(db, row.domain_id));
  // The provider was replaced or removed meanwhile.
  if (!row || provider?.issuer !== row.issuer) throw refused({ reason: 'expired' });
  return { row, provider, tokenHash };
}

/**
 * The provider replaces the password, and nothing more: an account with two-step sign-in still requires a
 * code. A domain that requires it treats this session like any other.
 */
export async function finishSignOn(
  deps: SignInDeps,
  token: string | null,
  { keeps, ...origin }: SignInOrigin & Present,
): Promise<OpenedSession> {
  const { db, clock } = deps;
  const { row, provider, tokenHash } = await identified(deps, token);
  const mailbox =
    (await links.findLinkedMailbox(db, row)) ??
    (await linkByEmail(deps, { row, provider, tokenHash }, origin));
  if (!mailbox.active) throw refused({ reason: 'suspended' });
  // A global sign-out happened after the provider had answered.
  if ((mailbox.signed_out_at ?? 0) >= row.created_at) throw refused({ reason: 'expired' });
  if (keeps !== null && keeps.person !== mailbox.id) {
    throw refused({ reason: 'other_session', account: mailbox.email, signed_in: keeps.email });
  }
  const needsCode = await hasSecondStep(db, mailbox.id);
  const now = unixSeconds(clock);
  await inTransaction(db, async (tx) => {
    if (!(await deleteIdentified(tx, tokenHash))) throw refused({ reason: 'expired' });
    await links.markLinkUsed(tx, mailbox.id, row, now);
  });
  if (needsCode && !(await isTrusted(deps, mailbox.id, origin.trusted(mailbox.id)))) {
    throw await requireCode(deps, mailbox.id);
  }
  // The provider may have remembered the browser for days: changing a factor needs a fresh proof.
  const proof = { method: 'sign_on', by: 'sign_on', isFresh: false } as const;
  return openSession(deps, { mailbox: mailbox.id, signOuts: mailbox.sign_outs }, { ...proof, origin });
}

/**
 * Links automatically on first sign-in if the domain trusts the provider with its addresses; otherwise the
 * user must link it.
 */
async function linkByEmail(
  deps: SignInDeps,
  { row, provider }: Identified,
  from: From,
): Promise<links.LinkedMailbox> {
  const { db } = deps;
  const email = foldAddress(row.email);
  const isOfDomain = email.split('@').length === 2 && email.endsWith(`@${provider.domain}`);
  const isTrusted = provider.trust_email && row.email_verified && isOfDomain;
  const mailboxId = isTrusted ? await links.findUnlinkedMailbox(db, { ...row, email }) : undefined;
  if (mailboxId !== undefined) {
    await inTransaction(db, (tx) => link(deps, tx, { mailboxId, row, from }));
    const linked = await links.findLinkedMailbox(db, row);
    if (linked) return linked;
  }
  throw refused({ reason: 'unlinked', account: row.email, domain: provider.domain });
}

/** Links the identity from the provider to the signed-in user's mailbox. */
export async function linkSignOn(
  deps: SignInDeps,
  mailboxId: number,
  token: string | null,
  from: From,
): Promise<void> {
  const { row, tokenHash } = await identified(deps, token);
  if ((await links.readDomainId(deps.db, mailboxId)) !== row.domain_id) {
    throw refused({ reason: 'other_domain' });
  }
  await inTransaction(deps.db, async (tx) => {
    if (!(await deleteIdentified(tx, tokenHash))) throw refused({ reason: 'expired' });
    if (await link(deps, tx, { mailboxId, row, from })) return;
    throw refused({ reason: 'taken' });
  });
}

async function link(
  { clock }: SignInDeps,
  tx: Tx,
  { mailboxId, row, from }: { mailboxId: number; row: IdentifiedRow; from: From },
): Promise<boolean> {
  const at = unixSeconds(clock);
  const { domain_id, issuer, subject, email } = row;
  const account = { domain_id, issuer, subject, email };
  const isNew = await links.insertLink(tx, {
    ...account,
    mailbox_id: mailboxId,
    id: newId(clock),
    created_at: at,
  });
  if (!isNew) return false;
  const about = email || issuer;
  const { address, userAgent } = from;
  await announceChange(tx, { mailboxId, change: 'sign_on_linked', about, at }, { address, userAgent });
  return true;
}
