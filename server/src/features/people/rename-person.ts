import { writeEntries } from '../../contacts/directory/write-entries.ts';
import { recordActs } from '../../identity/administration/record-acts.ts';
import { rememberFormerAddress } from '../../identity/security/sessions.store.ts';
import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import type { Actor } from '../../platform/caller.ts';
import { invalidInput } from '../../platform/failure.ts';
import * as store from './accounts.store.ts';
import { addressTaken } from './aliases.ts';
import { lockPerson, targetOf } from './change-person.ts';
import { isSenderOfWaiting, moveSender } from './rename-person.store.ts';

/**
 * Changes a person's main address to another one of their domain, an alias or a new one. Everything else
 * references the mailbox: sessions, shares and rules stay, and sent messages keep their sender. The new
 * address gets the sender name and the signature of the old one, which stays as an alias, so that app
 * passwords still work, unless it is dropped.
 */
export async function renamePerson(
  deps: ChangeDeps,
  mailboxId: number,
  { address, keepOld }: { address: string; keepOld: boolean },
  actor: Actor,
): Promise<void> {
  await changeMailbox(deps, mailboxId, async ({ tx, now, journal, folders }) => {
    const person = await lockPerson(tx, mailboxId, actor);
    if (!address.endsWith(`@${person.domain}`)) {
      const problem = `is not of ${person.domain}`;
      throw invalidInput(`The address ${problem}`, { field: 'email', problem, rule: 'invalid' });
    }
    if (address === person.email) return;
    if (!keepOld && (await isSenderOfWaiting(tx, mailboxId, person.email))) {
      const problem = `can not be true while scheduled or periodic mail is to be sent from ${person.email}`;
      const field = { field: 'drop_old', problem, rule: 'invalid' } as const;
      throw invalidInput('Scheduled or periodic mail is to be sent from the old address: keep it', field);
    }
    if (!(await store.ownsAddress(tx, mailboxId, address))) {
      const [added] = await store.insertAddresses(tx, mailboxId, [address]);
      if (added === undefined) throw await addressTaken(tx, address);
    }
    await moveSender(tx, mailboxId, person.email, address);
    await store.updateMailbox(tx, mailboxId, { email: address });
    await writeEntries(tx, [{ mailboxId }]);
    if (!keepOld) await store.deleteAlias(tx, mailboxId, person.email);
    await rememberFormerAddress(tx, mailboxId, person.email);
    // Every open page reloads the address.
    journal('settings', folders.INBOX);
    await recordActs(tx, targetOf(person), { actor, at: now }, [
      { act: 'renamed', before: person.email, after: address },
    ]);
  });
}
