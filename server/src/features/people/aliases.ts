import { isValidAddress } from '@bocau/contract/address.ts';
import { recordActs } from '../../identity/administration/record-acts.ts';
import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { Actor } from '../../platform/caller.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import type { ReadDb } from '../../tables.ts';
import * as store from './accounts.store.ts';
import { lockPerson, targetOf } from './change-person.ts';
import { isoDay } from './iso-day.ts';

/** An owner assigns addresses of their own domain only; the provider those of any domain. */
export async function addAlias(
  deps: ChangeDeps,
  mailboxId: number,
  address: string,
  actor: Actor,
): Promise<void> {
  await changeMailbox(deps, mailboxId, async ({ tx, now, journal, folders }) => {
    const person = await lockPerson(tx, mailboxId, actor);
    if (actor.domainId !== null) requireDomain(address, person.domain, 'address');
    else if ((await store.keepDomains(tx, [address.slice(address.lastIndexOf('@') + 1)])).size === 0) {
      const problem = 'is of no domain here';
      throw invalidInput(`The address ${problem}`, { field: 'address', problem, rule: 'invalid' });
    }
    const [added] = await store.insertAddresses(tx, mailboxId, [address]);
    if (added === undefined) throw await addressTaken(tx, address);
    journal('settings', folders.INBOX);
    await recordActs(tx, targetOf(person), { actor, at: now }, [{ act: 'alias_added', after: address }]);
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
    await recordActs(tx, targetOf(person), { actor, at: now }, [{ act: 'alias_removed', before: address }]);
  });
}

/** The stored form of an address; null when invalid. */
export function parseAddress(text: string): string | null {
  const address = foldAddress(text);
  return isValidAddress(address) ? address : null;
}

export function readAddress(text: string, field: string): string {
  const address = parseAddress(text);
  if (address !== null) return address;
  throw invalidInput('This is no mail address', { field, problem: 'is no mail address', rule: 'invalid' });
}

function requireDomain(address: string, domain: string, field: string): void {
  if (address.endsWith(`@${domain}`)) return;
  throw invalidInput(`The address is not of ${domain}`, {
    field,
    problem: `is not of ${domain}`,
    rule: 'invalid',
  });
}

export async function addressTaken(db: ReadDb, address: string): Promise<Failure> {
  const purgeAt = await store.readPurgeOf(db, address);
  if (purgeAt === undefined) return new Failure('already_exists', `The address ${address} is taken`);
  const until = `until ${isoDay(purgeAt)}`;
  return new Failure(
    'already_exists',
    `The address ${address} is kept for somebody who was deleted, ${until}`,
  );
}
