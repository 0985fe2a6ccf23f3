import type { Caller } from '../../platform/caller.ts';
import type { LineConnection } from '../../platform/line-server/line-connection.ts';
import type { Maildrop } from './maildrop.ts';
import type { Pop3Deps } from './pop3-deps.ts';
import { Refusal } from './refusal.ts';

/** One connection of a mail program, and how far it has come (RFC 1939 section 3). */
export type Session = {
  readonly deps: Pop3Deps;
  readonly connection: LineConnection;
  /** Given by USER, for the PASS that follows. */
  name: string | null;
  signedIn: SignedIn | null;
  /** The running command is the last one. */
  over: boolean;
  /** TLS begins when the running command has been answered. */
  upgrade: boolean;
};

export type SignedIn = { caller: Caller; maildrop: Maildrop };

export type Command = {
  /** Null: at any time. */
  state: 'authorization' | 'transaction' | null;
  /** What it answers stands behind +OK; null where it has answered itself. */
  run(session: Session, args: string): Promise<string | null>;
};

export function signedInOf({ signedIn }: Session): SignedIn {
  if (signedIn === null) throw new Error('nobody has signed in');
  return signedIn;
}

/** A number that a client names, of a message that is there and not marked as deleted. */
export function numberIn(session: Session, number: number | null): number {
  const { sizes, deleted } = signedInOf(session).maildrop;
  if (number === null || number < 1 || number > sizes.length)
    throw new Refusal(null, 'There is no such message');
  if (deleted.has(number)) throw new Refusal(null, 'This message is marked as deleted');
  return number;
}

export function refuseArguments(args: string): void {
  if (args.trim() !== '') throw new Refusal(null, 'Nothing belongs behind this command');
}
