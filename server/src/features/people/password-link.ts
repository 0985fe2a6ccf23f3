import { recordActs } from '../../identity/administration/record-acts.ts';
import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import type { Actor } from '../../platform/caller.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { activateLink, draftLink } from '../session/recovery/make-link.ts';
import { lockPerson, targetOf } from './change-person.ts';
import { insertPerson, type NewMailbox } from './create-people.ts';
import { refuseOwnAccount } from './own-account.ts';

type LinkDeps = ChangeDeps & { config: { http: { publicUrl: string } } };

/**
 * A link for choosing a password, replacing any previous one: single use, valid for a day. Its creator never
 * learns the password, and the person is notified. A suspended person stays suspended: a stolen account gets
 * its new password before it is resumed.
 */
export async function makePasswordLink(deps: LinkDeps, mailboxId: number, actor: Actor): Promise<string> {
  refuseOwnAccount(actor, mailboxId);
  const link = draftLink(deps.config.http.publicUrl);
  await changeMailbox(deps, mailboxId, async ({ tx, now }) => {
    const person = await lockPerson(tx, mailboxId, actor);
    await activateLink(tx, { mailboxId, link, at: now, ...byAdministrator(actor) }, originOf(actor));
    await recordActs(tx, targetOf(person), { actor, at: now }, [{ act: 'password_link_made' }]);
  });
  return link.address;
}

/** A new person without a password until they choose one by the link. */
export async function invitePerson(
  deps: LinkDeps,
  mailbox: Omit<NewMailbox, 'passwordHash' | 'enableSmtp' | 'enableDrive' | 'aliases'>,
  actor: Actor,
): Promise<{ mailboxId: number; link: string }> {
  const link = draftLink(deps.config.http.publicUrl);
  const at = unixSeconds(deps.clock);
  const given = { ...mailbox, passwordHash: null, enableSmtp: true, enableDrive: true, aliases: [] };
  return inTransaction(deps.db, async (tx) => {
    const mailboxId = await insertPerson(tx, deps.clock, given, actor);
    // The current state: the actor may have been suspended meanwhile.
    const person = await lockPerson(tx, mailboxId, actor);
    await activateLink(tx, { mailboxId, link, at, ...byAdministrator(actor) }, originOf(actor));
    await recordActs(tx, targetOf(person), { actor, at }, [{ act: 'password_link_made' }]);
    return { mailboxId, link: link.address };
  });
}

/** A provider who is not a person is not named. */
function byAdministrator(actor: Actor) {
  const about = actor.kind === 'person' ? actor.name : '';
  return { notice: 'reset_link_by_administrator', about } as const;
}

function originOf(actor: Actor): { address: string; userAgent: string } | null {
  return actor.kind === 'command_line' ? null : { address: actor.address, userAgent: '' };
}
