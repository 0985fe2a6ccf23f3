import { addJob } from '../../platform/jobs/add-job.ts';
import { defineTask } from '../../platform/jobs/task.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { BRAKED } from '../messages/sending.view.ts';
import { type Brake, insertBrake, type Pace, readBusiest, readElsewhere, readPace } from './brake.store.ts';
import type { SendingLimits } from './sending-deps.ts';

/** Recipients elsewhere within an hour and a day, and how many may be refused within a day. */
export type BrakeLimits = { perHour: number; perDay: number; refused: number };

export type BrakeNoticeJob = Brake & { mailboxId: number; at: number };

/** Administrators are told of it once. */
export const brakeNoticeTask = defineTask<BrakeNoticeJob>('brake_notice', { maxAttempts: 20 });

/** Of those who were reached or refused, at least so many were refused. */
const REFUSED_SHARE = 0.25;
/** A day may be so much busier than the busiest of the last weeks. */
const BUSIER = 2;

/**
 * Holds all that a mailbox sends elsewhere once it is far more than usual, until an administrator has looked: a stolen
 * account is stopped, and nothing is lost. What is usual a mailbox shows by itself, so that a newsletter that goes out
 * every month is none of it; a figure that was given for the person or the domain counts as it is.
 */
export async function brakeByPace(
  tx: Tx,
  mailboxId: number,
  limits: BrakeLimits,
  now: number,
): Promise<Brake | null> {
  const pace = await readPace(tx, mailboxId, now);
  if (!pace || pace.isBraked) return null;
  const { perHour, perDay } = usualOf(pace, limits);
  if (pace.hour <= perHour && pace.day <= perDay) return null;
  // Now it is worth while to look closer.
  const { hour, day } = await readElsewhere(tx, mailboxId, { since: pace.since, now });
  if (hour <= perHour && day <= perDay) return null;
  const enough = { hour: hour > perHour ? hour : 0, day: day > perDay ? Math.ceil(day / BUSIER) : 0 };
  const busiest = await readBusiest(tx, mailboxId, now, enough);
  const hourly = Math.max(perHour, pace.perHour === null ? busiest.hour : 0);
  const daily = Math.max(perDay, pace.perDay === null ? BUSIER * busiest.day : 0);
  if (hour > hourly) return brake(tx, mailboxId, { brake: 'hour', count: hour, limit: hourly }, now);
  if (day > daily) return brake(tx, mailboxId, { brake: 'day', count: day, limit: daily }, now);
  return null;
}

/** The same once other servers refuse many of the recipients, as they do of a list that was bought or guessed. */
export async function brakeByRefusals(
  tx: Tx,
  mailboxId: number,
  limits: BrakeLimits,
  now: number,
): Promise<Brake | null> {
  const pace = await readPace(tx, mailboxId, now);
  if (!pace || pace.isBraked || pace.day < limits.refused) return null;
  const { refused, settled } = await readElsewhere(tx, mailboxId, { since: pace.since, now });
  if (refused < limits.refused || refused < REFUSED_SHARE * settled) return null;
  return brake(tx, mailboxId, { brake: 'refused', count: refused, limit: limits.refused }, now);
}

/** The limits of a mailbox within which nothing is unusual: for what is sent in its name without its owner. */
export async function limitsBelowBrake(
  db: ReadDb,
  mailboxId: number,
  { sending, brake: limits }: { sending: SendingLimits; brake: BrakeLimits },
  now: number,
): Promise<SendingLimits> {
  const pace = await readPace(db, mailboxId, now);
  if (!pace) return sending;
  const { perHour, perDay } = usualOf(pace, limits);
  return { perHour: Math.min(sending.perHour, perHour), perDay: Math.min(sending.perDay, perDay) };
}

/** What was given for the person or the domain, else what the installation has. */
function usualOf({ perHour, perDay }: Pace, limits: BrakeLimits): SendingLimits {
  return { perHour: perHour ?? limits.perHour, perDay: perDay ?? limits.perDay };
}

/** Read by who sends, in place of a server's reply. */
const WORDS: Record<Brake['brake'], (count: number) => string> = {
  hour: (count) => `to ${count} recipients elsewhere within an hour`,
  day: (count) => `to ${count} recipients elsewhere within a day`,
  refused: (count) => `to ${count} recipients within a day whom their servers refused`,
};

async function brake(tx: Tx, mailboxId: number, found: Brake, at: number): Promise<Brake | null> {
  const reason = `${BRAKED} after mail ${WORDS[found.brake](found.count)}; an administrator can release it`;
  if (!(await insertBrake(tx, mailboxId, { brake: found.brake, reason, at }))) return null;
  await addJob(tx, brakeNoticeTask, { ...found, mailboxId, at });
  return found;
}
