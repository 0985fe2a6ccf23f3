import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sealClientSecret } from '../features/session/single-sign-on/client-secret.ts';
import {
  deleteProvider,
  findProvider,
  type ProviderRow,
  writeProvider,
} from '../features/session/single-sign-on/providers.store.ts';
import { IssuerRefusedError } from '../features/session/single-sign-on/providers.ts';
import { recordActs } from '../mail/administration/record-acts.ts';
import { unixSeconds } from '../platform/clock.ts';
import { inTransaction } from '../platform/db/database.ts';
import type { Tx } from '../tables.ts';
import { findDomain } from './accounts.store.ts';
import { AdminError, type CommandInput } from './command.ts';
import { commandLine } from './command-line-actor.ts';
import { readBoolean } from './read-values.ts';

export const SIGN_ON_KEYS = ['sso_issuer', 'sso_client', 'sso_secret', 'sso_trust_email'] as const;
export type SignOnKey = (typeof SIGN_ON_KEYS)[number];

export function isSignOnKey(key: string): key is SignOnKey {
  return (SIGN_ON_KEYS as readonly string[]).includes(key);
}

/** Sets what is given and keeps the rest. The provider is asked first, so that nothing is set that can't work. */
export async function setSignOn(
  { context, stdin = process.stdin }: Pick<CommandInput, 'context' | 'stdin'>,
  name: string,
  given: ReadonlyMap<SignOnKey, string>,
): Promise<void> {
  const { db } = context;
  const domain = await findDomain(db, name);
  if (!domain) throw new AdminError(`There is no domain ${name}`);
  const before = await findProvider(db, name);
  const record = (tx: Tx, after: Shown | null) =>
    recordActs(tx, { domainId: domain.id, name }, { actor: commandLine(), at: unixSeconds(context.clock) }, [
      { act: 'domain_changed', before: shown(before), after: shown(after) },
    ]);
  if (given.get('sso_issuer') === 'none') {
    if (given.size > 1) throw new AdminError('sso_issuer=none goes alone: it takes single sign-on away');
    await inTransaction(db, async (tx) => {
      await deleteProvider(tx, domain.id);
      await record(tx, null);
    });
    return;
  }
  const issuer = given.get('sso_issuer') ?? before?.issuer;
  const client_id = given.get('sso_client') ?? before?.client_id;
  if (!issuer || !client_id) throw new AdminError('Single sign-on needs both sso_issuer and sso_client');
  const trust = given.get('sso_trust_email');
  const row = {
    domain_id: domain.id,
    issuer,
    client_id,
    client_secret: await secretOf(context, {
      domainId: domain.id,
      given: given.get('sso_secret'),
      before,
      stdin,
    }),
    trust_email: trust === undefined ? (before?.trust_email ?? false) : readBoolean('sso_trust_email', trust),
  };
  await askProvider(context, { ...row, domain: name });
  await inTransaction(db, async (tx) => {
    await writeProvider(tx, row);
    await record(tx, row);
  });
}

type Shown = Pick<ProviderRow, 'issuer' | 'client_id' | 'client_secret' | 'trust_email'>;

/** Whether there is a secret, never which. */
function shown(row: Shown | null | undefined): string {
  if (!row) return 'sso_issuer=none';
  const { issuer, client_id, client_secret, trust_email } = row;
  const secret = client_secret === null ? 'none' : 'set';
  return `sso_issuer=${issuer} sso_client=${client_id} sso_secret=${secret} sso_trust_email=${trust_email ? 1 : 0}`;
}

/** Never an argument: those stand in the shell's history, and in the list of processes. */
async function secretOf(
  { secrets }: CommandInput['context'],
  {
    domainId,
    given,
    before,
    stdin,
  }: { domainId: number; given: string | undefined; before: ProviderRow | undefined; stdin: Readable },
): Promise<Buffer | null> {
  if (given === undefined) return before?.client_secret ?? null;
  if (given === 'none') return null;
  if (given !== '-') throw new AdminError('The secret is read from standard input: sso_secret=-');
  const secret = (await text(stdin)).trim();
  if (secret === '') throw new AdminError('There was no secret on standard input');
  return sealClientSecret(secrets, domainId, secret);
}

async function askProvider({ providers }: CommandInput['context'], row: ProviderRow): Promise<void> {
  try {
    await providers.open(row);
  } catch (error) {
    const { issuer } = row;
    if (error instanceof IssuerRefusedError) throw new AdminError(`sso_issuer=${issuer}: ${error.message}`);
    throw new AdminError(`The provider at ${issuer} can't be used: ${causeOf(error)}`, { cause: error });
  }
}

function causeOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== message ? `${message} (${causeOf(cause)})` : message;
}
