import { isValidAddress } from '@bocau/contract/address.ts';
import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import * as store from './accounts.store.ts';
import { lockPerson } from './change-person.ts';
import { type Actor, recordActs } from './record-acts.ts';

/** An owner gives addresses of their own domain alone; the provider those of any domain. */
export async function addAlias(
  deps: ChangeDeps,
  mailboxId: number,
  address: string,
  actor: Actor,
): Promise<void> {
  await changeMailbox(deps, mailboxId, async ({ tx, now, journal, folders }) => {
    const person = await lockPerson(tx, mailboxId, actor);
    if (actor !== 'command line') requireDomain(address, person.domain, 'address');
    const [added] = await store.insertAddresses(tx, mailboxId, [address]);
    if (added === undefined) throw addressTaken(address);
    journal('settings', folders.INBOX);
    await recordActs(tx, person, { actor, at: now }, [{ act: 'alias_added', after: address }]);
  });
}

export async function removeAlias(
  deps: ChangeDeps,
  mailboxId: number,
  address: string,
  actor: Actor,
): Promise<void> {
  await changeMailbox(deps, mailboxId, async ({ tx, now, journal, folders }) => {
    const person = await lockPerson(tx, mailboxId, actor);
    const removed = await store.deleteAlias(tx, mailboxId, address);
    if (!removed) throw new Failure('not_found', 'There is no such alias');
    journal('settings', folders.INBOX);
    await recordActs(tx, person, { actor, at: now }, [{ act: 'alias_removed', before: address }]);
  });
}

/** As it is stored. */
export function readAddress(text: string, field: string): string {
  const address = text.normalize('NFC').trim().toLowerCase();
  if (isValidAddress(address)) return address;
  throw invalidInput('This is no mail address', { field, problem: 'is no mail address', rule: 'invalid' });
}

export function requireDomain(address: string, domain: string, field: string): void {
  if (address.endsWith(`@${domain}`)) return;
  throw invalidInput(`The address is not of ${domain}`, {
    field,
    problem: `is not of ${domain}`,
    rule: 'invalid',
  });
}

export function addressTaken(address: string): Failure {
  return new Failure('already_exists', `The address ${address} is taken`);
}
