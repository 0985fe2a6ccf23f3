import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { recordActs } from '../../mail/administration/record-acts.ts';
import * as store from '../../mail/domain-keys/domain-keys.store.ts';
import { sealPrivateKey } from '../../mail/domain-keys/domain-keys.ts';
import type { Actor } from '../../platform/caller.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { DkimKey } from '../../platform/smtp-out/sign-message.ts';
import type { Db, Tx } from '../../tables.ts';
import { lockDomain } from './accounts.store.ts';
import { isoDay } from './iso-day.ts';

type KeyDeps = { db: Db; clock: Clock; secrets: SecretBox | null };
type Domain = { id: number; name: string };

const generate = promisify(generateKeyPair);
/** Of DNS: a label. */
const SELECTOR = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** What every verifier takes (RFC 8301); one more bit would not fit into one string of a TXT record. */
const RSA_BITS = 2048;
const MOST_KEYS = 4;

/** A new key, which signs nothing before `useDomainKey`: its record has to be published first. Answers its selector. */
export async function addDomainKey(
  { db, clock, secrets }: KeyDeps,
  domain: Domain,
  given: string | null,
  actor: Actor,
): Promise<string> {
  const at = unixSeconds(clock);
  const selector = given ?? `bocau-${isoDay(at).replaceAll('-', '')}`;
  if (!SELECTOR.test(selector)) throw refused('is no label of DNS');
  const { privateKey } = await generate('rsa', { modulusLength: RSA_BITS });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const private_key = sealPrivateKey(secrets, domain.id, pem);
  await inTransaction(db, async (tx) => {
    await lockDomain(tx, domain.id);
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

/** Outgoing mail of the domain is signed by this key from now on. */
export async function useDomainKey(
  { db, clock }: KeyDeps,
  domain: Domain,
  selector: string,
  actor: Actor,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { signing } = await lockKey(tx, domain, selector);
    if (signing === selector) return;
    await store.setSigningKey(tx, domain.id, selector);
    const change = { before: `dkim_signs=${signing ?? 'none'}`, after: `dkim_signs=${selector}` };
    await record(tx, domain, { actor, at: unixSeconds(clock) }, change);
  });
}

/** Where it signed, the key of the program's settings (`dkim`) does so again; without one mail would leave unsigned. */
export async function removeDomainKey(
  { db, clock, dkim }: Pick<KeyDeps, 'db' | 'clock'> & { dkim: DkimKey | null },
  domain: Domain,
  selector: string,
  actor: Actor,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { signing } = await lockKey(tx, domain, selector);
    if (signing === selector && dkim === null) {
      throw refused(`signs the mail of ${domain.name}: domain key-use another one first`);
    }
    await store.deleteDomainKey(tx, domain.id, selector);
    await record(tx, domain, { actor, at: unixSeconds(clock) }, { before: `dkim_key=${selector}` });
  });
}

async function lockKey(tx: Tx, { id }: Domain, selector: string): Promise<{ signing: string | null }> {
  await lockDomain(tx, id);
  const keys = await store.readDomainKeys(tx, id);
  if (!keys.some((key) => key.selector === selector)) {
    throw new Failure('not_found', `The domain has no key ${selector}`);
  }
  return { signing: keys.find(({ signs }) => signs)?.selector ?? null };
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
