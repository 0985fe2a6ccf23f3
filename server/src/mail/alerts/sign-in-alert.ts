import { createHash } from 'node:crypto';
import type { SignInProtocol } from '@bocau/contract/security.ts';
import type { Settings } from '@bocau/contract/settings.ts';
import { zoneWords } from '@bocau/contract/zone-words.ts';
import { deviceOf } from '../../identity/security/device-of.ts';
import { rememberDevice } from '../../identity/security/known-devices.store.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { defineTask } from '../../platform/jobs/task.ts';
import { networkOf } from '../../platform/network-of.ts';
import type { Tx } from '../../tables.ts';
import { readOwner } from '../forwarding/forwarding.store.ts';
import { writeNotice } from '../forwarding/write-notice.ts';
import { sendEvent } from '../mailbox/publish-event.ts';
import { fileNotice, type NoticeDeps } from '../messages/file-notice.ts';
import { readSettings } from '../settings/read-settings.ts';
import { ALERT_WORDS } from './alert-words.ts';

type AlertJob = {
  mailboxId: number;
  protocol: SignInProtocol;
  address: string;
  userAgent: string;
  at: number;
};

export const signInAlertTask = defineTask<AlertJob>('sign_in_alert', { maxAttempts: 20 });

export type AlertDeps = NoticeDeps & { publicUrl: string };

/** The page where the user reports a sign-in that was not theirs. */
const NOT_ME_PATH = '/account/not-me';

/**
 * LH-2: remembers the device of a sign-in. When it was unknown, alerts the user by a message and in every
 * open session. A browser is identified by the secret in its cookie, whose hash is given; a program has none,
 * and is identified by its name and approximate network.
 */
export async function alertOfNewDevice(
  tx: Tx,
  { device, ...event }: AlertJob & { device: Buffer | null },
): Promise<void> {
  const { mailboxId, protocol, address, userAgent, at } = event;
  const seen = await rememberDevice(tx, mailboxId, { device: device ?? programOf(event), at });
  if (seen !== 'new' || !(await readSettings(tx, mailboxId)).sign_in_alerts) return;
  await addJob(tx, signInAlertTask, { mailboxId, protocol, address, userAgent, at });
  const data = { device: deviceOf(userAgent, protocol), protocol, address, at };
  await sendEvent(tx, mailboxId, { event: 'new_sign_in', data });
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

export async function fileSignInAlert(deps: AlertDeps, job: AlertJob): Promise<void> {
  const { db, publicUrl } = deps;
  const { mailboxId, protocol, address, userAgent, at } = job;
  const [{ domain, email }, settings] = await Promise.all([
    readOwner(db, mailboxId),
    readSettings(db, mailboxId),
  ]);
  const words = ALERT_WORDS[settings.language];
  const { browser, system } = deviceOf(userAgent, protocol);
  const device =
    protocol === 'smtp' || protocol === 'imap' || protocol === 'pop3'
      ? words.mailProgram(browser ?? protocol.toUpperCase())
      : protocol === 'api'
        ? words.program(browser ?? '')
        : browser && system
          ? words.on(browser, system)
          : (browser ?? system ?? words.unknown);
  const link = new URL(NOT_ME_PATH, publicUrl).href;
  const time = momentOf(at, settings);
  const deliveryKey = createHash('sha256')
    .update(`signed in ${mailboxId} ${protocol} ${address} ${userAgent} ${at}`)
    .digest('hex');
  const raw = writeNotice({
    id: `sign-in-${deliveryKey.slice(0, 32)}`,
    at,
    domain,
    to: email,
    subject: words.subject(device),
    text: words.text({ mailbox: email, device, address, at: time, link }),
  });
  await fileNotice(deps, mailboxId, { raw, at, deliveryKey });
}

/** In the user's time zone, the date first. */
function momentOf(
  at: number,
  { time_zone: timeZone, language }: Pick<Settings, 'time_zone' | 'language'>,
): string {
  const written = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const { place, offset } = zoneWords(timeZone, at, language);
  return `${written.format(at * 1000).replace(',', '')} (${place}, ${offset})`;
}
