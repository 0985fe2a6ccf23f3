import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import { forwardId } from '../features/forwarding/forward-message.ts';
import { kyselyOf } from '../platform/db/kysely-of.ts';
import { writerOf } from './make-messages.ts';
import { DOMAIN } from './prepare-people.ts';
import { readTaken } from './relay.ts';
import { forwardOf, HERE, hitsOf, isAnswering, targetsOf } from './rule-kills-people.ts';

/** How often each outgoing message arrived. */
type Arrivals = {
  once: number;
  /** Only forwards, which are transmitted again after a crash lost the reply. */
  again: number;
  /** Shown as unclear, whether or not the relay accepted them. */
  unclearTaken: number;
  unclearNotTaken: number;
};
export type RuleVerdict = {
  /** By forwards and by filters. */
  forwards: Arrivals;
  redirects: Arrivals;
  replies: Arrivals;
  /** Must be empty: duplicates, losses, contradictions with the outbox, wrong counts. */
  faults: string[];
};

type Received = { mailbox: number; email: string; id: string; key: string; subject: string };
type Sent = { mailbox: number; id: string; kind: string; to: string; state: string };

/**
 * Compares what was sent with the result of everyone's rules for the mail they received, and with the outbox.
 */
export async function judgeRules(
  parts: AppContext,
  relayFile: string,
  writers: number,
): Promise<RuleVerdict> {
  const received = await readReceived(parts);
  const sent = await readSent(parts);
  const taken = await readTaken(relayFile);
  for (const { email, id } of received) {
    if (email === HERE) taken.set(`${id} ${HERE}`, (taken.get(`${id} ${HERE}`) ?? 0) + 1);
  }
  const verdict: RuleVerdict = {
    ...{ forwards: noArrivals(), redirects: noArrivals(), replies: noArrivals() },
    faults: [],
  };
  const wanted = new Set<string>();

  function judge(arrivals: Arrivals, place: string, states: string[], mayRepeat = false): void {
    wanted.add(place);
    const count = taken.get(place) ?? 0;
    const [state] = states;
    if (states.length !== 1) verdict.faults.push(`${place}: ${states.length} times in the outbox`);
    else if (state === 'delivered' && count === 1) arrivals.once += 1;
    else if (state === 'delivered' && count > 1 && mayRepeat) arrivals.again += 1;
    else if (state === 'unclear' && count === 1) arrivals.unclearTaken += 1;
    else if (state === 'unclear' && count === 0) arrivals.unclearNotTaken += 1;
    else verdict.faults.push(`${place}: ${state}, arrived ${count} times`);
  }

  const states = new Map(sent.map(({ id, state }) => [id, state]));
  const writersOf = new Map<string, number>();
  for (const { mailbox, email, id, key, subject } of received) {
    for (const target of targetsOf(email, subject)) {
      const state = states.get(forwardId({ mailboxId: mailbox, deliveryKey: key, target }));
      const arrivals = target === forwardOf(email) ? verdict.forwards : verdict.redirects;
      judge(arrivals, `${id} ${target}`, state === undefined ? [] : [state], true);
    }
    if (isAnswering(email)) writersOf.set(`${mailbox} ${writerOf(id, writers)}`, mailbox);
  }
  for (const [who, mailbox] of writersOf) {
    const writer = who.split(' ')[1];
    const answers = sent.filter(
      (one) => one.kind === 'reply' && one.mailbox === mailbox && one.to === writer,
    );
    const place = `${answers[0]?.id}@${DOMAIN} ${writer}`;
    judge(
      verdict.replies,
      place,
      answers.map(({ state }) => state),
    );
  }
  for (const place of taken.keys()) if (!wanted.has(place)) verdict.faults.push(`${place}: by no rule`);
  verdict.faults.push(...(await miscounted(parts, received)));
  return verdict;
}

function noArrivals(): Arrivals {
  return { once: 0, again: 0, unclearTaken: 0, unclearNotTaken: 0 };
}

async function readReceived(parts: AppContext): Promise<Received[]> {
  const { rows } = await sql<Received>`
    select m.mailbox_id as mailbox, b.email, m.message_id_header as id, encode(m.delivery_key, 'hex') as key, m.subject
    from messages m join mailboxes b on b.id = m.mailbox_id`.execute(kyselyOf(parts.db));
  return rows;
}

async function readSent(parts: AppContext): Promise<Sent[]> {
  const { rows } = await sql<Sent>`
    select o.mailbox_id as mailbox, o.id, o.kind, r.email as "to", r.state from outbox o
    join outbox_recipients r on r.mailbox_id = o.mailbox_id and r.outbox_id = o.id`.execute(
    kyselyOf(parts.db),
  );
  return rows;
}

/** A duplicate delivery counts as one hit. */
async function miscounted(parts: AppContext, received: Received[]): Promise<string[]> {
  const { rows } = await sql<{ email: string; hits: number }>`
    select b.email, sum(r.hits)::int as hits from rules r join mailboxes b on b.id = r.mailbox_id
    group by b.email`.execute(kyselyOf(parts.db));
  return rows.flatMap(({ email, hits }) => {
    const subjects = received.filter((one) => one.email === email).map(({ subject }) => subject);
    const wanted = hitsOf(email, subjects);
    return hits === wanted ? [] : [`${email}: ${hits} hits instead of ${wanted}`];
  });
}
