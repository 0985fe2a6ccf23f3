import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { recordActs } from '../../identity/administration/record-acts.ts';
import * as store from '../../identity/domain-keys/domain-keys.store.ts';
import { type Signing, sealPrivateKey, signingOf } from '../../identity/domain-keys/domain-keys.ts';
import type { Actor } from '../../platform/caller.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import type { Logger } from '../../platform/logger.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { DkimKey } from '../../platform/smtp-out/sign-message.ts';
import type { Db, Tx } from '../../tables.ts';
import { lockDomain } from './accounts.store.ts';
import { isoDay } from './iso-day.ts';

type KeyDeps = { db: Db; clock: Clock; log: Logger; secrets: SecretBox | null; dkim: DkimKey | null };
type Domain = { id: number; name: string };

const generate = promisify(generateKeyPair);
/** A DNS label. */
const SELECTOR = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** What every verifier supports (RFC 8301); a longer key would not fit into one string of a TXT record. */
const RSA_BITS = 2048;
const MOST_KEYS = 4;

/**
 * Adds a key, which signs nothing before `useDomainKey`: its record has to be published first. Returns its
 * selector.
 */
export async function addDomainKey(
  { db, clock, secrets, dkim }: Omit<KeyDeps, 'log'>,
  domain: Domain,
  given: string | null,
  actor: Actor,
): Promise<string> {
  const at = unixSeconds(clock);
  const selector = given ?? `bocau-${isoDay(at).replaceAll('-', '')}`;
  if (!SELECTOR.test(selector)) throw refused('is no label of DNS');
  // Both would be published under one name.
  if (selector === dkim?.selector.toLowerCase()) {
    throw new Failure('already_exists', `The key of the server (DKIM_KEY) has the selector ${selector}`);
  }
  const { privateKey } = await generate('rsa', { modulusLength: RSA_BITS });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const private_key = sealPrivateKey(secrets, domain.id, pem);
  await inTransaction(db, async (tx) => {
    if (!(await lockDomain(tx, domain.id))) throw new Failure('not_found', 'There is no such domain');
    const keys = await store.readDomainKeys(tx, domain.id);
    if (keys.length >= MOST_KEYS) throw refused(`is one more than ${MOST_KEYS}: remove an old key first`);
    const row = { domain_id: domain.id, selector, private_key, signs: false, created_at: at };
    if (!(await store.insertDomainKey(tx, row))) {
      throw new Failure('already_exists', `The domain has a key ${selector} already`);
    }
    await record(tx, domain, { actor, at }, { after: `dkim_key=${selector}` });
  });
  return selector;
}

/** Signs the domain's outgoing mail with this key from now on. */
export async function useDomainKey(
  { db, clock, log, dkim }: Omit<KeyDeps, 'secrets'>,
  domain: Domain,
  selector: string,
  actor: Actor,
): Promise<void> {
  const before = await inTransaction(db, async (tx) => {
    const keys = await lockKeys(tx, domain, selector);
    const signing = signingOf(keys, dkim);
    if (isOwn(signing, selector)) return signing;
    await store.setSigningKey(tx, domain.id, selector);
    const change = { before: signsBy(signing), after: signsBy({ selector, ofServer: false }) };
    await record(tx, domain, { actor, at: unixSeconds(clock) }, change);
    return signing;
  });
  if (!isOwn(before, selector)) logChange(log, domain, before, { selector, ofServer: false });
}

/**
 * If it was the signing key, the configured key (`dkim`) signs again, whose record may not be published;
 * without one, mail is sent unsigned. Returns what signs now.
 */
export async function removeDomainKey(
  { db, clock, log, dkim }: Omit<KeyDeps, 'secrets'>,
  domain: Domain,
  selector: string,
  actor: Actor,
): Promise<Signing | null> {
  const { before, after } = await inTransaction(db, async (tx) => {
    const keys = await lockKeys(tx, domain, selector);
    const signing = signingOf(keys, dkim);
    const left = keys.filter((key) => key.selector !== selector);
    const change = { before: signing, after: signingOf(left, dkim) };
    if (isOwn(signing, selector)) {
      if (dkim === null) throw refused(`signs the mail of ${domain.name}: domain key-use another one first`);
      if (actor.domainId !== null) throw refused('signs: another key has to before it is removed');
    }
    await store.deleteDomainKey(tx, domain.id, selector);
    const by = { actor, at: unixSeconds(clock) };
    await record(tx, domain, by, { before: `dkim_key=${selector}` });
    if (isOwn(signing, selector)) {
      await record(tx, domain, by, { before: signsBy(change.before), after: signsBy(change.after) });
    }
    return change;
  });
  if (isOwn(before, selector)) logChange(log, domain, before, after);
  return after;
}

function isOwn(signing: Signing | null, selector: string): boolean {
  return signing?.selector === selector && !signing.ofServer;
}

/** As shown on the command line and in the audit log. */
export function nameOf(signing: Signing | null): string {
  if (signing === null) return 'none';
  return signing.ofServer ? `${signing.selector} (DKIM_KEY)` : signing.selector;
}

const signsBy = (signing: Signing | null) => `dkim_signs=${nameOf(signing)}`;

/** A missing record shows only days later, as mail that others refuse. */
function logChange(log: Logger, { name }: Domain, before: Signing | null, after: Signing | null): void {
  const fields = { event: 'signing_key_changed' as const, domain: name };
  const isFallback = after?.ofServer ?? true;
  log[isFallback ? 'warn' : 'info'](
    { ...fields, before: nameOf(before), after: nameOf(after) },
    'mail is signed by another key',
  );
}

async function lockKeys(tx: Tx, { id }: Domain, selector: string): Promise<store.DomainKeyRow[]> {
  await lockDomain(tx, id);
  const keys = await store.readDomainKeys(tx, id);
  if (keys.some((key) => key.selector === selector)) return keys;
  throw new Failure('not_found', `The domain has no key ${selector}`);
}

async function record(
  tx: Tx,
  { id, name }: Domain,
  by: { actor: Actor; at: number },
  change: { before?: string; after?: string },
): Promise<void> {
  await recordActs(tx, { domainId: id, name }, by, [{ act: 'domain_changed', ...change }]);
}

function refused(problem: string): Failure {
  return invalidInput(`The selector ${problem}`, { field: 'selector', problem, rule: 'invalid' });
}
