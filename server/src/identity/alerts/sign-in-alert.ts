import { createHash } from 'node:crypto';
import type { SignInProtocol } from '@bocau/contract/security.ts';
import { zoneWords } from '@bocau/contract/zone-words.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { defineTask, handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { networkOf } from '../../platform/network-of.ts';
import type { Db, Tx } from '../../tables.ts';
import type { PersonChoices, PersonNotices } from '../person-notices.ts';
import { deviceOf } from '../security/device-of.ts';
import { rememberDevice } from '../security/known-devices.store.ts';
import { ALERT_WORDS } from './alert-words.ts';

type AlertJob = {
  mailboxId: number;
  protocol: SignInProtocol;
  address: string;
  userAgent: string;
  at: number;
};

const signInAlertTask = defineTask<AlertJob>('sign_in_alert', { maxAttempts: 20 });

/** For whoever opens sessions. */
export type NewDeviceDeps = { personNotices: Pick<PersonNotices, 'readChoices' | 'announceSignIn'> };

type AlertDeps = {
  db: Db;
  personNotices: Pick<PersonNotices, 'readChoices' | 'file'>;
  config: { http: { publicUrl: string } };
};

/** The page where the user reports a sign-in that was not theirs. */
const NOT_ME_PATH = '/account/not-me';

/**
 * LH-2: remembers the device of a sign-in. When it was unknown, alerts the user by a message and in every
 * open session. A browser is identified by the secret in its cookie, whose hash is given; a program has none,
 * and is identified by its name and approximate network.
 */
export async function alertOfNewDevice(
  { personNotices }: NewDeviceDeps,
  tx: Tx,
  { device, ...event }: AlertJob & { device: Buffer | null },
): Promise<void> {
  const { mailboxId, protocol, address, userAgent, at } = event;
  const seen = await rememberDevice(tx, mailboxId, { device: device ?? programOf(event), at });
  if (seen !== 'new' || !(await personNotices.readChoices(tx, mailboxId)).sign_in_alerts) return;
  await addJob(tx, signInAlertTask, { mailboxId, protocol, address, userAgent, at });
  const seenAs = deviceOf(userAgent, protocol);
  await personNotices.announceSignIn(tx, mailboxId, { device: seenAs, protocol, address, at });
}

function programOf({ protocol, address, userAgent }: AlertJob): Buffer {
  const [program = ''] = userAgent.split('/');
  return createHash('sha256')
    .update(JSON.stringify([protocol, program, roughNetworkOf(address)]))
    .digest();
}

/** A phone changes its address all day, but mostly stays with its provider. */
function roughNetworkOf(address: string): string {
  const network = networkOf(address);
  return network.includes(':')
    ? network.split(':').slice(0, 2).join(':')
    : network.split('.').slice(0, 2).join('.');
}

export function signInAlertHandlers(deps: AlertDeps): TaskHandler[] {
  return [handle(signInAlertTask, (job) => fileSignInAlert(deps, job))];
}

async function fileSignInAlert({ db, personNotices, config }: AlertDeps, job: AlertJob): Promise<void> {
  const { mailboxId, protocol, address, userAgent, at } = job;
  const choices = await personNotices.readChoices(db, mailboxId);
  const words = ALERT_WORDS[choices.language];
  const { browser, system } = deviceOf(userAgent, protocol);
  const device =
    protocol === 'smtp' || protocol === 'imap' || protocol === 'pop3'
      ? words.mailProgram(browser ?? protocol.toUpperCase())
      : protocol === 'api' || protocol === 'dav'
        ? words.program(browser ?? '')
        : browser && system
          ? words.on(browser, system)
          : (browser ?? system ?? words.unknown);
  const link = new URL(NOT_ME_PATH, config.http.publicUrl).href;
  const time = momentOf(at, choices);
  await personNotices.file(mailboxId, {
    kind: 'sign-in',
    about: `signed in ${mailboxId} ${protocol} ${address} ${userAgent} ${at}`,
    at,
    words: (email) => ({
      subject: words.subject(device),
      text: words.text({ mailbox: email, device, address, at: time, link }),
    }),
  });
}

/** In the user's time zone, the date first. */
function momentOf(at: number, { time_zone: timeZone, language }: PersonChoices): string {
  const written = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const { place, offset } = zoneWords(timeZone, at, language);
  return `${written.format(at * 1000).replace(',', '')} (${place}, ${offset})`;
}
