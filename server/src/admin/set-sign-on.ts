import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { IssuerRefusedError } from '../features/session/single-sign-on/providers.ts';
import { removeProvider, setProvider } from '../features/session/single-sign-on/set-provider.ts';
import { Failure } from '../platform/failure.ts';
import { findDomain } from './accounts.store.ts';
import { AdminError, type CommandInput } from './command.ts';
import { commandLine } from './command-line-actor.ts';
import { readBoolean } from './read-values.ts';

export const SIGN_ON_KEYS = ['sso_issuer', 'sso_client', 'sso_secret', 'sso_trust_email'] as const;
export type SignOnKey = (typeof SIGN_ON_KEYS)[number];

export function isSignOnKey(key: string): key is SignOnKey {
  return (SIGN_ON_KEYS as readonly string[]).includes(key);
}

/** Sets the given values and keeps the others. */
export async function setSignOn(
  { context, stdin = process.stdin }: Pick<CommandInput, 'context' | 'stdin'>,
  name: string,
  given: ReadonlyMap<SignOnKey, string>,
): Promise<void> {
  const found = await findDomain(context.db, name);
  if (!found) throw new AdminError(`There is no domain ${name}`);
  const domain = { id: found.id, name };
  const issuer = given.get('sso_issuer');
  if (issuer === 'none') {
    if (given.size > 1) throw new AdminError('sso_issuer=none goes alone: it takes single sign-on away');
    return removeProvider(context, domain, { actor: commandLine() });
  }
  const trust = given.get('sso_trust_email');
  const wanted = {
    issuer,
    client: given.get('sso_client'),
    secret: await readSecret(given.get('sso_secret'), stdin),
    trustEmail: trust === undefined ? undefined : readBoolean('sso_trust_email', trust),
  };
  try {
    await setProvider(context, domain, wanted, { actor: commandLine() });
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (error instanceof IssuerRefusedError)
      throw new AdminError(`sso_issuer=${issuer ?? ''}: ${error.message}`);
    throw new AdminError(`The provider can't be used: ${causeOf(error)}`, { cause: error });
  }
}

/** Never an argument: those are visible in the shell's history, and in the process list. */
async function readSecret(given: string | undefined, stdin: Readable): Promise<string | null | undefined> {
  if (given === undefined) return undefined;
  if (given === 'none') return null;
  if (given !== '-') throw new AdminError('The secret is read from standard input: sso_secret=-');
  const secret = (await text(stdin)).trim();
  if (secret === '') throw new AdminError('There was no secret on standard input');
  return secret;
}

function causeOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== message ? `${message} (${causeOf(cause)})` : message;
}
