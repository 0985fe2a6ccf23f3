import { parseArgs } from 'node:util';
import { QUEUE_REASONS, type QueueAct, type QueueReason } from '@bocau/contract/admin-mail.ts';
import { actOnQueue, type QueueSelection } from '../features/outgoing-queue/act-on-queue.ts';
import {
  type QueueFilter,
  type QueuePlace,
  readDestinationTotals,
  readQueue,
} from '../features/outgoing-queue/queue.store.ts';
import { queuedView, readQueueId } from '../features/outgoing-queue/queue.view.ts';
import { readTopSenders } from '../features/outgoing-queue/senders.store.ts';
import { readHeldDestinations, readHeldSenders } from '../mail/outbox/holds.store.ts';
import { foldAddress } from '../mail/people/fold-address.ts';
import { unixSeconds } from '../platform/clock.ts';
import { oneLine } from '../platform/one-line.ts';
import type { ReadDb } from '../tables.ts';
import { AdminError, type Command, findMailbox, onlyArgument } from './command.ts';
import { commandLine } from './command-line-actor.ts';
import { isoTime, readAge, readCount } from './read-values.ts';

const LISTED = 100;
const WALKED = 5_000;
const TOTALS = 50;
const LONGEST_LINE = 2_000;

export const queueList: Command = {
  usage:
    'queue list [--destination D] [--sender EMAIL] [--to EMAIL] [--older-than 2h] [--reason R] [--limit N] [--json]',
  summary: `What waits for servers elsewhere, oldest first; R is one of ${QUEUE_REASONS.join(', ')}`,
  async run({ context, args, out }) {
    const { values } = parseArgs({
      args,
      options: {
        destination: { type: 'string' },
        sender: { type: 'string' },
        to: { type: 'string' },
        'older-than': { type: 'string' },
        reason: { type: 'string' },
        limit: { type: 'string' },
        json: { type: 'boolean' },
      },
    });
    const { db, clock } = context;
    const age = values['older-than'];
    const filter: QueueFilter = {
      destination: values.destination?.toLowerCase(),
      mailboxId: values.sender === undefined ? undefined : (await findMailbox(db, values.sender)).id,
      recipient: values.to === undefined ? undefined : foldAddress(values.to),
      before: age === undefined ? undefined : unixSeconds(clock) - readAge(age),
      reason: values.reason === undefined ? undefined : readReason(values.reason),
    };
    const found = await readAll(db, filter, readCount('--limit', values.limit ?? String(LISTED)));
    const rows = found.map(queuedView);
    if (values.json) out.write(`${JSON.stringify(rows)}\n`);
    else for (const row of rows) out.write(lineOf(row));
    return 0;
  },
};

export const queueTotals: Command = {
  usage: 'queue totals [--json]',
  summary: 'The destinations with the most recipients in the queue, and what is held as a whole',
  async run({ context, args, out }) {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } });
    const [destinations, heldSenders, heldDestinations] = await Promise.all([
      readDestinationTotals(context.db, TOTALS),
      readHeldSenders(context.db, TOTALS),
      readHeldDestinations(context.db, TOTALS),
    ]);
    if (values.json) {
      const senders = heldSenders.map(({ mailbox_id: _, ...held }) => held);
      const all = { destinations, held_senders: senders, held_destinations: heldDestinations };
      out.write(`${JSON.stringify(all)}\n`);
      return 0;
    }
    for (const { destination, recipients, held, oldest_at } of destinations) {
      out.write(`${destination}  ${recipients} recipients, ${held} held, oldest ${isoTime(oldest_at)}\n`);
    }
    for (const { email, at, actor, reason } of heldSenders)
      out.write(`held sender ${email}  since ${isoTime(at)} by ${actor || 'the program'}  ${reason}\n`);
    for (const { destination, at, actor, reason } of heldDestinations)
      out.write(`held destination ${destination}  since ${isoTime(at)} by ${actor}  ${reason}\n`);
    return 0;
  },
};

export const queueSenders: Command = {
  usage: 'queue senders [--json]',
  summary:
    'Who has sent to the most recipients within the last hour and day, and how many were refused for good',
  async run({ context, args, out }) {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } });
    const senders = await readTopSenders(context.db, unixSeconds(context.clock), TOTALS);
    if (values.json) out.write(`${JSON.stringify(senders)}\n`);
    else {
      for (const { sender, hour, day, rejected, held } of senders)
        out.write(`${sender}  ${hour} an hour, ${day} a day, ${rejected} refused${held ? ', held' : ''}\n`);
    }
    return 0;
  },
};

export const queueShow: Command = {
  usage: 'queue show ID [--json]',
  summary: 'All recipients of one message that wait, with what the other servers said',
  async run({ context, args, out }) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { json: { type: 'boolean' } },
    });
    const id = requireId(onlyArgument(positionals, 'ID'));
    const rows = (await readAll(context.db, id, Number.POSITIVE_INFINITY)).map(queuedView);
    if (rows.length === 0) throw new AdminError('Nothing of this message is in the queue');
    if (values.json) out.write(`${JSON.stringify(rows)}\n`);
    else for (const row of rows) out.write(lineOf(row));
    return 0;
  },
};

export const queueRetry = actCommand(
  'retry',
  'Tries again now, and asks silent servers whether they are back',
);
export const queueHold = actCommand('hold', 'Lets nothing of it leave until it is released');
export const queueRelease = actCommand('release', 'Lets what is held leave');
export const queueRemove = actCommand('remove', 'Gives it up; whoever sent it gets a report that says so');

function actCommand(act: QueueAct, summary: string): Command {
  return {
    usage: `queue ${act} (ID [--to EMAIL] | --destination D | --sender EMAIL) [--reason TEXT] [--json]`,
    summary,
    async run({ context, args, out }) {
      const { values, positionals } = parseArgs({
        args,
        allowPositionals: true,
        options: {
          to: { type: 'string' },
          destination: { type: 'string' },
          sender: { type: 'string' },
          reason: { type: 'string' },
          json: { type: 'boolean' },
        },
      });
      const selection = await readSelection(context.db, positionals, values);
      const given = { act, selection, reason: values.reason ?? '' };
      const { moved, more } = await actOnQueue(context, given, commandLine());
      const isWhole = act === 'hold' && !('outboxId' in selection);
      if (values.json) out.write(`${JSON.stringify({ moved, more })}\n`);
      else if (isWhole) out.write('Held, with whatever is queued later.\n');
      else out.write(`${moved} recipients.${more ? ' A job does the rest.' : ''}\n`);
      return 0;
    },
  };
}

async function readSelection(
  db: ReadDb,
  positionals: string[],
  { destination, sender, to }: { destination?: string; sender?: string; to?: string },
): Promise<QueueSelection> {
  const ways = [positionals.length > 0, destination !== undefined, sender !== undefined];
  if (ways.filter(Boolean).length !== 1)
    throw new AdminError('Name one: an ID, a --destination or a --sender');
  if (destination !== undefined) return { destination: destination.toLowerCase() };
  if (sender !== undefined) return { mailboxId: (await findMailbox(db, sender)).id };
  const recipient = to === undefined ? undefined : foldAddress(to);
  return { ...requireId(onlyArgument(positionals, 'ID')), recipient };
}

function requireId(text: string): { mailboxId: number; outboxId: string } {
  const id = readQueueId(text);
  if (!id) throw new AdminError(`'${text}' is no id of the queue, as queue list shows them`);
  return id;
}

function readReason(text: string): QueueReason {
  const reason = QUEUE_REASONS.find((known) => known === text);
  if (!reason) throw new AdminError(`A reason is one of ${QUEUE_REASONS.join(', ')}, not '${text}'`);
  return reason;
}

/** However far into the queue it has to look. */
async function readAll(db: ReadDb, filter: QueueFilter, limit: number) {
  const all = [];
  let after: QueuePlace | null = null;
  do {
    const page = { after, limit: Math.min(limit - all.length, WALKED), walk: WALKED };
    const { rows, walked } = await readQueue(db, filter, page);
    all.push(...rows);
    after = walked;
  } while (after !== null && all.length < limit);
  return all;
}

function lineOf(row: ReturnType<typeof queuedView>): string {
  const { id, sender, recipient, reason, held, queued_at, attempts, next_at, reply } = row;
  const state = held === null ? reason : `held (${held})`;
  const next = next_at === null ? '' : `  next ${isoTime(next_at)}`;
  const said = reply === null ? '' : `\n    ${oneLine(reply, LONGEST_LINE)}`;
  return `${id}  ${sender || '<>'} → ${recipient}  ${state}  since ${isoTime(queued_at)}  ${attempts} attempts${next}${said}\n`;
}
