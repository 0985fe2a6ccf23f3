import type { PushMessage } from '@bocau/contract/push.ts';
import { readGiven } from '../../calendar/reminders/reminders.store.ts';
import { isLivingSession } from '../../identity/security/living-sessions.ts';
import type { OutsideTraffic } from '../../mail/outbox/outside-traffic.ts';
import { type PushJob, pushKey, pushShares, pushTask } from '../../mail/push/push-task.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Logger } from '../../platform/logger.ts';
import type { GuardedFetch } from '../../platform/outbound/guarded-fetch.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { HostGate } from '../../platform/smtp-out/deliver-remote.ts';
import type { Db } from '../../tables.ts';
import { composePush } from './compose-push.ts';
import { composeReminder } from './compose-reminder.ts';
import { type PushAnswer, postPush, TTL_SECONDS } from './post-push.ts';
import * as store from './push.store.ts';
import { openKeys } from './vapid-keys.ts';

export type PushDeps = {
  db: Db;
  clock: Clock;
  log: Logger;
  secrets: SecretBox | null;
  pushFetch: GuardedFetch;
  outside: OutsideTraffic;
  config: { push: { offered: boolean }; http: { publicUrl: string }; mail: { name: string } };
};

/** What a push service may put a push off for, and how often. */
const PAUSES = [30, 60, 300, 900, 1800, 3600, 3600, 3600];
const LONGEST_PAUSE = 6 * 3600;

/** Tells one browser of one message or reminder. May run twice: their notices have their ids as tags. */
export async function sendPush(deps: PushDeps, gate: HostGate, job: PushJob): Promise<void> {
  const { clock, config, log, outside, pushFetch } = deps;
  if (!config.push.offered || unixSeconds(clock) - job.at > TTL_SECONDS) return;
  const ready = await outside.queued(() => prepare(deps, job));
  if (ready === null) return;
  const { subscription, keys, message } = ready;
  const host = new URL(subscription.endpoint).host;
  const pass = await gate.enter(`push ${host}`);
  if ('closedUntil' in pass) return defer(deps, job, subscription, pass.closedUntil);
  let answer: PushAnswer | null = null;
  try {
    answer = await postPush({ pushFetch, keys, contact: contactOf(config) }, subscription, message);
  } finally {
    await pass.leave(answer === null ? null : answer.kind === 'silent' ? 'silent' : 'answered');
  }
  const told = { mailbox: job.mailboxId, subscription: subscription.id, host };
  switch (answer.kind) {
    case 'taken':
      return log.debug(told, 'push sent');
    case 'gone':
      log.info(told, 'push subscription ended by its service');
      return outside.queued(() => inTransaction(deps.db, (tx) => store.deleteEnded(tx, subscription)));
    case 'later':
    case 'silent': {
      const pause = PAUSES[job.deferrals ?? 0] ?? LONGEST_PAUSE;
      const asked = answer.kind === 'later' ? (answer.seconds ?? pause) : pause;
      return defer(deps, job, subscription, unixSeconds(clock) + Math.min(Math.max(asked, 1), LONGEST_PAUSE));
    }
    default:
      log.warn({ ...told, reason: reasonOf(answer) }, 'push refused');
  }
}

function reasonOf(answer: Extract<PushAnswer, { kind: 'refused' | 'forbidden' }>): string {
  return answer.kind === 'refused' ? `status ${answer.status}` : answer.reason;
}

type Ready = {
  subscription: store.Subscription;
  keys: NonNullable<Awaited<ReturnType<typeof openKeys>>>;
  message: PushMessage;
};

/** Null where there is nothing more to tell, or nobody. */
async function prepare(deps: PushDeps, job: PushJob): Promise<Ready | null> {
  const { db, secrets } = deps;
  const { mailboxId, messageId } = job;
  const subscription = await store.readSubscription(db, mailboxId, job.subscriptionId);
  if (!subscription || secrets === null) return null;
  if (!(await isLivingSession(deps, { sessionId: subscription.session_id, mailboxId }))) return null;
  const keys = await openKeys(db, secrets);
  if (keys === null) return null;
  const message: PushMessage | null =
    job.kind === 'recalled' ? { kind: 'recalled', id: messageId } : await compose(deps, job, subscription);
  return message && { subscription, keys, message };
}

async function compose(
  { db, clock }: PushDeps,
  job: PushJob,
  subscription: store.Subscription,
): Promise<PushMessage | null> {
  if (job.kind === 'reminder') {
    const told = await readGiven(db, job.mailboxId, job.messageId);
    return told ? composeReminder(clock, subscription, told, await readSettings(db, job.mailboxId)) : null;
  }
  const message = await store.readNewMessage(db, job.mailboxId, job.messageId);
  if (!message) return null;
  return composePush(clock, job, subscription, message, await readSettings(db, job.mailboxId));
}

async function defer(
  { db, log, outside }: PushDeps,
  job: PushJob,
  { endpoint }: store.Subscription,
  until: number,
): Promise<void> {
  const deferrals = (job.deferrals ?? 0) + 1;
  if (deferrals > PAUSES.length || until - job.at > TTL_SECONDS) {
    log.info({ mailbox: job.mailboxId, subscription: job.subscriptionId }, 'push given up');
    return;
  }
  const options = {
    jobKey: pushKey(job),
    runAt: new Date(until * 1000),
    shares: pushShares(job, endpoint),
  };
  await outside.queued(() => inTransaction(db, (tx) => addJob(tx, pushTask, { ...job, deferrals }, options)));
}

/** Whom a push service may write to about what it gets from here (RFC 8292 section 2.1). */
function contactOf({ http, mail }: PushDeps['config']): string {
  return http.publicUrl.startsWith('https:') ? http.publicUrl : `mailto:postmaster@${mail.name}`;
}
