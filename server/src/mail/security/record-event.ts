import { createHash } from 'node:crypto';
import type { EventMethod, SecurityChange, SignInOutcome, SignInProtocol } from '@bocau/contract/security.ts';
import { networkOf } from '../../platform/network-of.ts';
import type { Tx } from '../../tables.ts';
import { upsertSecurityEvent } from './security-events.store.ts';

const USER_AGENT_KEPT = 300;
const ABOUT_KEPT = 400;
/** Programs sign in every few minutes, and guesses come by the thousand: one line for each of these times. */
const MERGED_SECONDS = 6 * 3600;
/** However many networks guess, a window holds no more lines of failed tries of one outcome than this. */
const FAILURE_LINES = 8;

export type SignInEvent = {
  mailboxId: number;
  method: EventMethod;
  outcome: SignInOutcome;
  protocol: SignInProtocol;
  address: string;
  userAgent: string;
  /** Unix seconds. */
  at: number;
  /** What a program signed in by, such as the name of an app password. */
  about?: string;
};

/** A line of the sign-in history. A sign-in of a browser has one of its own; all others are merged per six hours. */
export async function recordSignIn(tx: Tx, event: SignInEvent): Promise<void> {
  const { mailboxId, method, outcome, protocol, address, at } = event;
  const userAgent = event.userAgent.slice(0, USER_AGENT_KEPT);
  await upsertSecurityEvent(tx, {
    mailbox_id: mailboxId,
    kind: 'sign_in',
    method,
    outcome,
    protocol,
    address,
    user_agent: userAgent,
    about: (event.about ?? '').slice(0, ABOUT_KEPT),
    at,
    merge_key: mergeKey({ ...event, userAgent }),
  });
}

function mergeKey({ method, outcome, protocol, address, userAgent, at, about }: SignInEvent): Buffer | null {
  const window = Math.floor(at / MERGED_SECONDS);
  const network = networkOf(address);
  if (outcome !== 'ok') {
    const slot = hash(network).readUInt32BE() % FAILURE_LINES;
    // Guesses that fail must not hide a try that knew the password.
    return hash(JSON.stringify(['failed', outcome, window, slot]));
  }
  if (protocol === 'web') return null;
  return hash(JSON.stringify([protocol, method, network, userAgent, about ?? '', window]));
}

function windowKey(change: SecurityChange, network: string, at: number): Buffer {
  return hash(JSON.stringify([change, network, Math.floor(at / MERGED_SECONDS)]));
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

export type SecurityChangeEvent = {
  mailboxId: number;
  change: SecurityChange;
  /** What it was about, such as the address of a forward or the name of an app password; never a secret. */
  about?: string;
  /** From where; left out where a job or the command line did it. */
  address?: string;
  userAgent?: string;
  /** Unix seconds. */
  at: number;
};

/** A line of the history that says what changed in the protection of the account. */
export async function recordSecurityChange(tx: Tx, event: SecurityChangeEvent): Promise<void> {
  const { mailboxId, change, about = '', address = '', userAgent = '', at } = event;
  await upsertSecurityEvent(tx, {
    mailbox_id: mailboxId,
    kind: change,
    method: null,
    outcome: null,
    protocol: null,
    address,
    user_agent: userAgent.slice(0, USER_AGENT_KEPT),
    about: about.slice(0, ABOUT_KEPT),
    at,
    // Off and on again, for ever: that alone costs nothing and would push out the lines that matter.
    merge_key: change === 'alerts_off' ? windowKey(change, networkOf(address), at) : null,
  });
}
