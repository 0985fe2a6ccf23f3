import { createHash } from 'node:crypto';
import type { EventMethod, SecurityChange, SignInOutcome, SignInProtocol } from '@bocau/contract/security.ts';
import { networkOf } from '../../platform/network-of.ts';
import type { Tx } from '../../tables.ts';
import { upsertSecurityEvent } from './security-events.store.ts';

const USER_AGENT_KEPT = 300;
const ABOUT_KEPT = 400;
/** Programs sign in every few minutes, and guesses come by the thousand: one row per window of this length. */
const MERGED_SECONDS = 6 * 3600;
/** The maximum number of rows per window for failed attempts of one outcome, however many networks guess. */
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
  /** The credential of a program, such as the name of an app password. */
  about?: string;
};

/** A row of the sign-in history. Each browser sign-in has its own; all others are merged per six hours. */
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
    // Failed guesses must not hide an attempt with the right password.
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
  /**
   * The object of the change, such as the address of a forward or the name of an app password; never a
   * secret.
   */
  about?: string;
  /** The client's address; absent for a job or the command line. */
  address?: string;
  userAgent?: string;
  /** Unix seconds. */
  at: number;
};

/** A row of the history about a change to the account's security. */
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
    // Toggling alerts is free, so repeated toggling must not push out the rows that matter.
    merge_key: change === 'alerts_off' ? windowKey(change, networkOf(address), at) : null,
  });
}
