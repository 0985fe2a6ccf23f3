import { recordActs } from '../../identity/administration/record-acts.ts';
import { SESSIONS_CHANGED } from '../../identity/security/end-sessions.ts';
import { recordSecurityChange } from '../../identity/security/record-event.ts';
import { deleteSession } from '../../identity/security/sessions.store.ts';
import { deleteAppPassword } from '../../identity/security/trust.store.ts';
import type { Actor } from '../../platform/caller.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { notify } from '../../platform/db/notify.ts';
import { Failure } from '../../platform/failure.ts';
import { isId } from '../../platform/ids.ts';
import type { Tx } from '../../tables.ts';
import type { EndDeps } from './end-session.ts';
import type { Administered } from './security.store.ts';

/** Ends a session of a person, or revokes an app password: recorded in their history and in the audit log. */
export async function endSessionAsAdministrator(
  { db, clock }: EndDeps,
  { id: mailboxId, email, domainId, provider }: Administered,
  session: string,
  actor: Actor,
): Promise<void> {
  const isProvider = actor.domainId === null && actor.kind !== 'token';
  if (provider && !isProvider)
    throw new Failure('forbidden', 'Only a provider may change the account of one');
  await inTransaction(db, async (tx) => {
    const at = unixSeconds(clock);
    const ended = isId(session) ? await endIn(tx, mailboxId, session) : null;
    if (ended === null) throw new Failure('not_found', 'There is no such session');
    const { name: about, act } = ended;
    const from = actor.kind === 'command_line' ? {} : { address: actor.address };
    await recordSecurityChange(tx, { mailboxId, change: act, at, ...from, ...(about && { about }) });
    await recordActs(tx, { domainId, name: email, mailboxId }, { actor, at }, [{ act, before: about }]);
    await notify(tx, SESSIONS_CHANGED, String(mailboxId));
  });
}

type Ended = { act: 'session_ended' | 'app_password_revoked'; name: string | null };

async function endIn(tx: Tx, mailboxId: number, id: string): Promise<Ended | null> {
  if (await deleteSession(tx, mailboxId, id)) return { act: 'session_ended', name: null };
  const name = await deleteAppPassword(tx, mailboxId, id);
  if (name === undefined) return null;
  return { act: 'app_password_revoked', name };
}
