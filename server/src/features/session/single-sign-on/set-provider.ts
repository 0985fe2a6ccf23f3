import { recordActs } from '../../../identity/administration/record-acts.ts';
import type { Actor } from '../../../platform/caller.ts';
import { type Clock, unixSeconds } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { invalidInput } from '../../../platform/failure.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import type { Db, Tx } from '../../../tables.ts';
import { sealClientSecret } from './client-secret.ts';
import { deleteProvider, type ProviderRow, readSetProvider, writeProvider } from './providers.store.ts';
import type { Providers } from './providers.ts';

export type SetProviderDeps = { db: Db; clock: Clock; secrets: SecretBox | null; providers: Providers };
type Domain = { id: number; name: string };

/** The acting administrator; `judge` throws when they are no longer permitted. */
export type By = { actor: Actor; judge?: (tx: Tx) => Promise<void> };

/** Absent fields stay unchanged. */
export type WantedProvider = {
  issuer?: string | undefined;
  client?: string | undefined;
  /** Null: the client has none. */
  secret?: string | null | undefined;
  trustEmail?: boolean | undefined;
};

/**
 * Configures the single sign-on of a domain. The provider is contacted first, so that an unusable
 * configuration is not stored: throws `IssuerRefusedError`, or the error of the request.
 */
export async function setProvider(
  deps: SetProviderDeps,
  { id: domain_id, name }: Domain,
  wanted: WantedProvider,
  { actor, judge }: By,
): Promise<void> {
  const before = await readSetProvider(deps.db, domain_id);
  const issuer = wanted.issuer ?? before?.issuer;
  const client_id = wanted.client ?? before?.client_id;
  if (!issuer) throw missing('issuer');
  if (!client_id) throw missing('client');
  const row = {
    domain_id,
    issuer,
    client_id,
    client_secret: secretOf(deps, { domain_id, issuer, client_id, before }, wanted.secret, actor),
    trust_email: wanted.trustEmail ?? before?.trust_email ?? false,
  };
  await deps.providers.open({ ...row, domain: name });
  await inTransaction(deps.db, async (tx) => {
    await judge?.(tx);
    await writeProvider(tx, row);
    await record(tx, deps, { id: domain_id, name }, { actor, before, after: row });
  });
}

/** Removes single sign-on. */
export async function removeProvider(
  deps: Omit<SetProviderDeps, 'providers' | 'secrets'>,
  domain: Domain,
  { actor, judge }: By,
) {
  await inTransaction(deps.db, async (tx) => {
    await judge?.(tx);
    const before = await readSetProvider(tx, domain.id);
    if (!before) return;
    await deleteProvider(tx, domain.id);
    await record(tx, deps, domain, { actor, before, after: null });
  });
}

type Kept = Pick<ProviderRow, 'domain_id' | 'issuer' | 'client_id'> & { before: ProviderRow | undefined };

/**
 * A secret is only sent to the provider that it was set for; an operator on the command line has the key to
 * all of them anyway.
 */
function secretOf(
  { secrets }: SetProviderDeps,
  row: Kept,
  given: string | null | undefined,
  { kind }: Actor,
): Buffer | null {
  if (given === null) return null;
  if (given !== undefined) return sealClientSecret(secrets, row.domain_id, given);
  const { before } = row;
  const isSame = before?.issuer === row.issuer && before.client_id === row.client_id;
  if (!isSame && before?.client_secret && kind !== 'command_line') throw missing('client_secret');
  return before?.client_secret ?? null;
}

function missing(field: string) {
  return invalidInput(`Single sign-on needs the ${field}`, { field, problem: 'is missing', rule: 'missing' });
}

type Shown = Pick<ProviderRow, 'issuer' | 'client_id' | 'client_secret' | 'trust_email'>;
type Change = { actor: Actor; before: Shown | undefined; after: Shown | null };

async function record(tx: Tx, { clock }: { clock: Clock }, { id, name }: Domain, change: Change) {
  const { actor, before, after } = change;
  await recordActs(tx, { domainId: id, name }, { actor, at: unixSeconds(clock) }, [
    { act: 'domain_changed', before: shown(before), after: shown(after) },
  ]);
}

/** Whether there is a secret, never its value. */
function shown(row: Shown | null | undefined): string {
  if (!row) return 'sso_issuer=none';
  const { issuer, client_id, client_secret, trust_email } = row;
  const secret = client_secret === null ? 'none' : 'set';
  return `sso_issuer=${issuer} sso_client=${client_id} sso_secret=${secret} sso_trust_email=${trust_email ? 1 : 0}`;
}
