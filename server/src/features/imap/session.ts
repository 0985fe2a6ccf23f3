import type { Caller } from '../../platform/caller.ts';
import type { CommandParser } from '../../platform/imap/command-parser.ts';
import type { ImapConnection } from '../../platform/imap/imap-connection.ts';
import type { ImapDeps } from './imap-deps.ts';
import { Refusal } from './refusal.ts';
import type { Selected } from './selected.ts';

export type Extension = 'CONDSTORE' | 'QRESYNC' | 'UTF8=ACCEPT' | 'IMAP4rev2';

/** One connection of a mail program, and how far it has come (RFC 9051 section 3). */
export type Session = {
  readonly deps: ImapDeps;
  readonly connection: ImapConnection;
  /** Of the running command. */
  tag: string;
  /** What the program calls itself by ID. */
  program: string;
  caller: Caller | null;
  selected: Selected | null;
  readonly enabled: Set<Extension>;
  /** Mod-sequences that the running command has told of messages, by their uids. */
  readonly told: Map<number, number>;
  /** Something in the mailbox has changed since the session looked. */
  changed: boolean;
  /** Ends the waiting of an IDLE. */
  wake: () => void;
  /** The tag of the running command has been answered, and the connection is to end. */
  over: boolean;
  /** What begins when the running command has been answered. */
  upgrade: 'tls' | 'compression' | null;
};

export type State = 'unauthenticated' | 'authenticated' | 'selected';

export type Command = {
  states: readonly State[];
  /** Reads its arguments and does it; what it answers stands behind OK. */
  run(session: Session, parser: CommandParser): Promise<string>;
  /** Numbers in it, or in what is answered, are those of messages: none may be removed from them now (section 7.5.1). */
  keepsNumbers?: boolean;
  /** It has told, or left behind, what the folder looks like. */
  looksItself?: boolean;
  /** It asks what is new. */
  asksForNews?: boolean;
  /** It may take long: a person has one of these at a time. */
  takesTurns?: boolean;
  /** It reads, and waits for no client: see `Turns`. */
  isPaced?: boolean;
  /** A client that keeps mod-sequences is answered with the one that it has reached (RFC 7162 section 3.2.7). */
  saysModseq?: boolean;
};

export const BEFORE_SIGN_IN = ['unauthenticated'] as const;
export const SIGNED_IN = ['authenticated', 'selected'] as const;
export const ANY_STATE = ['unauthenticated', 'authenticated', 'selected'] as const;
export const SELECTED = ['selected'] as const;

export function stateOf({ caller, selected }: Session): State {
  if (caller === null) return 'unauthenticated';
  return selected === null ? 'authenticated' : 'selected';
}

export function mailboxOf({ caller }: Session): number {
  if (caller === null) throw new Error('nobody has signed in');
  return caller.mailbox;
}

export function selectedOf({ selected }: Session): Selected {
  if (selected === null) throw new Error('no folder is open');
  return selected;
}

/** The same, where it may be changed. */
export function writableOf(session: Session): Selected {
  const selected = selectedOf(session);
  if (selected.readOnly) throw new Refusal(null, 'The folder was opened to be read only');
  return selected;
}

/** Whether names and texts may stand in UTF-8 (RFC 6855, and RFC 9051 section 5.1). */
export function takesUtf8({ enabled }: Session): boolean {
  return enabled.has('UTF8=ACCEPT') || enabled.has('IMAP4rev2');
}

/** Whoever uses mod-sequences once is told them from then on (RFC 7162 section 3.1). */
export function enableCondstore({ enabled, selected, connection }: Session): void {
  if (enabled.has('CONDSTORE')) return;
  enabled.add('CONDSTORE');
  if (selected !== null) connection.send(`* OK [HIGHESTMODSEQ ${selected.modseq}] The last change\r\n`);
}
