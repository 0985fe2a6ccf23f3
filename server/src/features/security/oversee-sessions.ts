import { recordActs } from '../../mail/administration/record-acts.ts';
import { SESSIONS_CHANGED } from '../../mail/security/end-sessions.ts';
import { recordSecurityChange } from '../../mail/security/record-event.ts';
import { deleteSession } from '../../mail/security/sessions.store.ts';
import type { Actor } from '../../platform/caller.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { notify } from '../../platform/db/notify.ts';
import { Failure } from '../../platform/failure.ts';
import { isId } from '../../platform/ids.ts';
import type { EndDeps } from './end-session.ts';
import type { Administered } from './security.store.ts';

/** Signs out one place of a person: it stands in their own history, and among the acts of administrators. */
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
    const ended = isId(session) && (await deleteSession(tx, mailboxId, session));
    if (!ended) throw new Failure('not_found', 'There is no such session');
    const at = unixSeconds(clock);
    const from = actor.kind === 'command_line' ? {} : { address: actor.address };
    await recordSecurityChange(tx, { mailboxId, change: 'session_ended', at, ...from });
    await recordActs(tx, { domainId, name: email, mailboxId }, { actor, at }, [{ act: 'session_ended' }]);
    await notify(tx, SESSIONS_CHANGED, String(mailboxId));
  });
}
