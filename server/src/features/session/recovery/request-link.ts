import { RECOVERY_REQUESTS } from '@bocau/contract/recovery.ts';
import type { PhoneCodeDeps } from '../../../identity/phone/send-phone-code.ts';
import { prepareOutside, sendOutside } from '../../../mail/forwarding/mail-code.ts';
import { changeMailbox } from '../../../mail/mailbox/change-mailbox.ts';
import type { SendingDeps } from '../../../mail/outbox/sending-deps.ts';
import { foldAddress } from '../../../mail/people/fold-address.ts';
import { type Clock, unixSeconds } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { Failure } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import { addJob } from '../../../platform/jobs/add-job.ts';
import { defineTask, handle, type TaskHandler } from '../../../platform/jobs/task.ts';
import { networkOf } from '../../../platform/network-of.ts';
import type { Db } from '../../../tables.ts';
import type { From } from '../protection/announce-change.ts';
import { findMailboxToSignIn, type SignInMailbox } from '../session.store.ts';
import { lockTries } from '../sign-in-tries.store.ts';
import { activateLink, draftLink } from './make-link.ts';
import { sendRecoveryCode, TRUSTED_AFTER_SECONDS } from './recover-by-phone.ts';
import { readRecoveryAddress } from './recovery-address.store.ts';
import { countRequests, insertRequest, readRequestEmail } from './recovery-requests.store.ts';
import { LINK_WORDS } from './recovery-words.ts';

/** `bound`: binds a phone code to this request; without it a link is mailed. */
type RecoveryJob = { id: string; from: From; bound?: string };
const recoveryTask = defineTask<RecoveryJob>('recovery_link', { maxAttempts: 10 });

const KEPT_SECONDS = 24 * 3600;
const REQUESTS_OF_ALL = 1_000;

/**
 * Does the same work for every address (no account enumeration): a job after the response checks whether it
 * exists.
 */
export async function requestLink(
  { db, clock }: { db: Db; clock: Clock },
  typed: string,
  from: From,
  bound: Buffer | null = null,
): Promise<void> {
  const now = unixSeconds(clock);
  const email = foldAddress(typed);
  const network = networkOf(from.address);
  const { ofOneAccount, ofOneNetwork, perSeconds } = RECOVERY_REQUESTS;
  const id = newId(clock);
  await inTransaction(db, async (tx) => {
    await lockTries(tx, ['recovery']);
    const counted = { email, network, since: now - perSeconds };
    const { of_email, of_network, of_all } = await countRequests(tx, counted);
    if (of_network >= ofOneNetwork || of_all >= REQUESTS_OF_ALL) {
      throw new Failure('too_many_requests', 'Too many links were asked for. Try again later.', {
        retryAfterSeconds: perSeconds,
      });
    }
    await insertRequest(tx, { id, at: now, email, network }, now - KEPT_SECONDS);
    if (of_email >= ofOneAccount) return;
    await addJob(tx, recoveryTask, {
      id,
      from,
      ...(bound && { bound: bound.toString('base64') }),
    });
  });
}

export function recoveryHandlers(deps: SendingDeps & PhoneCodeDeps): TaskHandler[] {
  return [handle(recoveryTask, (job) => answerRequest(deps, job))];
}

async function answerRequest(deps: SendingDeps & PhoneCodeDeps, job: RecoveryJob): Promise<void> {
  const email = await readRequestEmail(deps.db, job.id);
  const mailbox = email === undefined ? undefined : await findMailboxToSignIn(deps.db, email);
  if (!mailbox?.active) return;
  if (job.bound === undefined) await mailLink(deps, mailbox, job);
  else await sendRecoveryCode(deps, mailbox, Buffer.from(job.bound, 'base64'));
}

/** Sends a link if there is an address for it. Idempotent, because the job may run twice. */
async function mailLink(deps: SendingDeps, mailbox: SignInMailbox, { id, from }: RecoveryJob): Promise<void> {
  const { config } = deps;
  const address = await findAddress(deps, mailbox);
  if (address === null) return;
  const link = draftLink(config.http.publicUrl);
  const mail = await prepareOutside(deps, mailbox.id, {
    id,
    address,
    words: LINK_WORDS,
    secret: link.address,
  });
  await changeMailbox(deps, mailbox.id, async (change) => {
    // It may have been changed meanwhile, out of suspicion that someone else reads it.
    if ((await readRecoveryAddress(change.tx, mailbox.id))?.address !== address) return;
    if (!(await sendOutside(change, mail))) return;
    const at = change.now;
    const made = { mailboxId: mailbox.id, link, at, notice: 'reset_link_made', about: address } as const;
    await activateLink(change.tx, made, from);
  });
}

async function findAddress(
  { db }: SendingDeps,
  { id, password_exposed_at: exposedAt }: SignInMailbox,
): Promise<string | null> {
  const known = await readRecoveryAddress(db, id);
  if (!known?.address || known.verified_at === null) return null;
  const isTrusted = exposedAt === null || known.verified_at <= exposedAt - TRUSTED_AFTER_SECONDS;
  return isTrusted ? known.address : null;
}
