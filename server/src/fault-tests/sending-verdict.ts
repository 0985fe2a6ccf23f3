import type { Message } from '@bocau/contract/messages.ts';
import { recount } from '../mail/mailbox/recount.ts';
import { readTaken } from './relay.ts';
import type { Seat, SendingWorld } from './sending-world.ts';

export type WrittenMessage = {
  number: number;
  seat: Seat;
  messageId: string;
  outside: string[];
};

/** The outcome of a message at its recipients; `faults` must be empty. */
export type Verdict = {
  arrived: number;
  /** Shown as unclear, whether or not the relay accepted it. */
  unclearTaken: number;
  unclearNotTaken: number;
  failed: number;
  faults: string[];
};

const PATIENCE_MS = 60_000;
/** After this time the hourly requeueing of orphans is triggered. */
const STRANDED_AFTER_MS = 20_000;
const POLL_MS = 50;

/** Waits until every message has finished, advancing the time for retries. Returns how many were orphaned. */
export async function waitUntilSettled({ clock, query }: SendingWorld): Promise<number> {
  const since = clock.now();
  let orphaned = 0;
  for (;;) {
    const open = await query<{ id: string }>("select id from outbox where state in ('held', 'sending')");
    const [jobs] = await query<{ left: number }>(
      "select count(*)::integer as left from graphile_worker._private_jobs where key ~ '^(start|here|elsewhere) '",
    );
    if (open.length === 0 && jobs?.left === 0) return orphaned;
    const waited = clock.now() - since;
    if (waited > PATIENCE_MS)
      throw new Error(`${open.length} messages are stuck, ${jobs?.left} jobs are left`);
    if (orphaned === 0 && waited > STRANDED_AFTER_MS) {
      orphaned = open.length;
      await query("update outbox set due_at = due_at - 3600 where state in ('held', 'sending')");
      await query("select from graphile_worker.add_job('recover_outbox')");
      await query("select from graphile_worker.add_job('requeue_periodic')");
    }
    await advanceDueTimes(query);
    await clock.sleep(POLL_MS);
  }
}

/** Makes retries due immediately; paused transmissions are not awaited. */
export async function advanceDueTimes(query: SendingWorld['query']): Promise<void> {
  await query(`
    update outbox_recipients set next_at = 0 where ctid = any(array(
      select ctid from outbox_recipients where state = 'waiting' and next_at > 0 for update skip locked))`);
  await query('update silent_hosts set open_at = 0, probe_until = null');
  await query(`
    update graphile_worker._private_jobs set run_at = now() where id = any(array(
      select id from graphile_worker._private_jobs
      where locked_at is null and run_at > now() and key ~ '^(start|here|elsewhere) ' for update skip locked))`);
  await query(`select pg_notify('jobs:insert', '{"count": 1}')`);
}

/** Examines a message in the sender's view, in colleagues' mailboxes and at the relay. */
export async function judgeMessage(
  world: SendingWorld,
  outgoing: WrittenMessage,
  { mayBeUnclear, wasTakenBack = false }: { mayBeUnclear: boolean; wasTakenBack?: boolean },
): Promise<Verdict> {
  const verdict: Verdict = { arrived: 0, unclearTaken: 0, unclearNotTaken: 0, failed: 0, faults: [] };
  const say = (fault: string) => verdict.faults.push(`message ${outgoing.number}: ${fault}`);
  const client = world.clientAt(world.program().httpPort, outgoing.seat);
  const { data: message } = await client.getMessage({ params: { id: outgoing.messageId }, query: {} });
  const copies = await world.query<{ id: string; draft: boolean }>(
    'select id, draft from messages where mailbox_id = $1 and subject = $2',
    [outgoing.seat.sender.id, message.subject],
  );
  if (copies.length !== 1) say(`the sender has it ${copies.length} times`);
  const arrivals = await countArrivals(world, outgoing, message);
  if (wasTakenBack) {
    if (!message.is_draft || message.sending !== null || message.folder !== 'Drafts')
      say('it is no draft again');
    for (const [email, count] of arrivals) if (count > 0) say(`${email} has what was taken back`);
    return verdict;
  }
  for (const [email, count] of arrivals) {
    const shown = message.sending?.recipients.find((recipient) => recipient.email === email);
    const state = shown?.state ?? 'nothing';
    if (count > 1) say(`${email} has it ${count} times`);
    if (state === 'delivered' && count === 1) verdict.arrived += 1;
    else if (state === 'unclear' && mayBeUnclear && shown?.reply) {
      if (count > 0) verdict.unclearTaken += 1;
      else verdict.unclearNotTaken += 1;
    } else if (state === 'failed' && count === 0 && shown?.reply) verdict.failed += 1;
    else say(`${email} is shown as ${state} (${shown?.reply}), and has it ${count} times`);
  }
  for (const fault of contradictions(message)) say(fault);
  return verdict;
}

async function countArrivals(
  world: SendingWorld,
  outgoing: WrittenMessage,
  message: Message,
): Promise<Map<string, number>> {
  const arrivals = new Map<string, number>();
  for (const { id, email } of outgoing.seat.colleagues) {
    const rows = await world.query('select from messages where mailbox_id = $1 and message_id_header = $2', [
      id,
      message.message_id_header,
    ]);
    arrivals.set(email, rows.length);
  }
  const taken = await readTaken(world.relayFile);
  for (const email of outgoing.outside) {
    arrivals.set(email, taken.get(`${message.message_id_header} ${email}`) ?? 0);
  }
  return arrivals;
}

/** The message's overall state must agree with its recipients'. */
function contradictions({ is_draft, draft, folder, status, state, error_msg, sending }: Message): string[] {
  const states = new Set(sending?.recipients.map((recipient) => recipient.state));
  const expected = states.has('failed') ? 'failed' : states.has('unclear') ? 'unclear' : 'sent';
  const found: string[] = [];
  if (sending?.state !== expected) found.push(`it is ${sending?.state} and should be ${expected}`);
  if (state !== '') found.push('it is still shown as being sent');
  if ((status === 'sending_failed') !== (expected !== 'sent')) found.push(`its status is "${status}"`);
  if ((error_msg !== null) !== (expected !== 'sent')) found.push(`its reason is ${error_msg}`);
  if (is_draft || draft !== null || folder !== 'Sent') found.push(`it lies in ${folder} as a draft`);
  return found;
}

/** Differences between the stored and recounted data of the seats' mailboxes. */
export async function recountSeats({ db, seats }: SendingWorld): Promise<string[]> {
  const differences: string[] = [];
  for (const { sender, colleagues } of seats) {
    for (const { id, email } of [sender, ...colleagues]) {
      differences.push(...(await recount(db, id)).map((difference) => `${email}: ${difference}`));
    }
  }
  return differences;
}
