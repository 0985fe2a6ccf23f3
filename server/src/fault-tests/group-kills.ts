import { join } from 'node:path';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import { addMembers } from '../features/groups/change-members.ts';
import { addGroup } from '../features/groups/manage-groups.ts';
import { readAdministeredDomain } from '../identity/administration/administered-domain.store.ts';
import type { Actor } from '../platform/caller.ts';
import type { Clock } from '../platform/clock.ts';
import { kyselyOf } from '../platform/db/kysely-of.ts';
import { type Kill, startKilledServer } from './killed-server.ts';
import { makeMessages } from './make-messages.ts';
import { type OutgoingMessage, sendPersistently } from './persistent-sender.ts';
import { DOMAIN, openParts, preparePeople } from './prepare-people.ts';
import { readTaken, startRelay } from './relay.ts';
import { waitUntilSent } from './rule-kills.ts';

type GroupKills = {
  dataDir: string;
  messages: number;
  kills: Kill[];
  seed: string;
  clock: Clock;
  /** Members of the outermost group, with those of the groups in it. */
  people: number;
  outside: number;
};
export type GroupFigures = {
  kills: number;
  /** Copies that were wanted: inside, and elsewhere. */
  inside: number;
  outside: number;
  /** Copies elsewhere that were transmitted again, as the reply was lost with the program. */
  again: number;
  /** Must be empty. */
  faults: string[];
};

const CONNECTIONS = 4;
const BY: Actor = { kind: 'command_line', name: '', domainId: null, address: '' };
const address = (local: string) => `${local}@${DOMAIN}`;

type Groups = Record<string, string[]>;

/** Groups in groups, with people and strangers in several of them. */
function nestedGroups(people: string[], strangers: string[]): Groups {
  const part = (of: string[], from: number, to: number) =>
    of.slice(Math.floor(of.length * from), Math.ceil(of.length * to));
  const [inner, middle, outer] = [address('trong'), address('giua'), address('ngoai')];
  return {
    [inner]: [...part(people, 0, 0.4), ...part(strangers, 0, 0.5)],
    [middle]: [...part(people, 0.2, 0.7), ...part(strangers, 0.3, 0.8), inner],
    [outer]: [...part(people, 0.6, 1), ...part(strangers, 0.6, 1), middle, inner],
  };
}

/** Who is to have a message that was sent there. */
function membersOf(groups: Groups, to: string): string[] {
  return groups[to]?.flatMap((member) => membersOf(groups, member)) ?? [to];
}

/** Delivers mail to nested groups and to people in them, while program and database are killed repeatedly. */
export async function groupKills({ dataDir, clock, ...run }: GroupKills): Promise<GroupFigures> {
  const prepared = await openParts(dataDir);
  const people = [...(await preparePeople(prepared, run.people)).keys()];
  const groups = nestedGroups(
    people,
    Array.from({ length: run.outside }, (_, number) => `n${number}@ngoai.example`),
  );
  await prepareGroups(prepared, groups);
  await prepared.close();
  const relayFile = join(dataDir, 'relay.txt');
  const relay = await startRelay(relayFile);
  try {
    const messages = makeMessages(run.messages, [...Object.keys(groups), people[15] as string], run.seed, {
      named: 1,
      longest: 2_000,
    });
    const env = { SMTP_RELAY: `smtp://127.0.0.1:${relay.port}?tls=never` };
    const killed = await startKilledServer({ dataDir, clock, env });
    const accepted = messages.reduce((sum, { to }) => sum + to.length, 0);
    const kills = [...run.kills];
    const sending = sendPersistently({
      messages,
      connections: CONNECTIONS,
      clock,
      port: async () => (await killed.server()).lmtpPort,
      onAccepted(count) {
        const struck = run.kills.length - kills.length;
        if (count < ((struck + 1) * accepted) / run.kills.length) return;
        const kill = kills.shift();
        if (kill !== undefined) killed.strike(kill);
      },
    });
    await killed.untilDone(sending);
    await waitUntilSent(dataDir, clock);
    await killed.stop();
    const parts = await openParts(dataDir);
    try {
      const verdict = await judge(parts, groups, messages, await readTaken(relayFile));
      return { kills: run.kills.length - kills.length, ...verdict };
    } finally {
      await parts.close();
    }
  } finally {
    await relay.kill();
  }
}

async function prepareGroups(parts: AppContext, groups: Groups): Promise<void> {
  const domain = await readAdministeredDomain(parts.db, DOMAIN, null);
  if (!domain) throw new Error('The domain of the groups is missing');
  for (const [group, members] of Object.entries(groups)) {
    const local = group.split('@')[0] as string;
    await addGroup(parts, domain, { local, name: '', writers: 'anyone', named: [] }, BY);
    await addMembers(parts, domain, group, members, BY);
  }
}

async function judge(
  parts: AppContext,
  groups: Groups,
  messages: OutgoingMessage[],
  taken: Map<string, number>,
): Promise<Omit<GroupFigures, 'kills'>> {
  const db = kyselyOf(parts.db);
  const { rows: filed } = await sql<{ place: string; count: number }>`
    select m.message_id_header || ' ' || b.email as place, count(*)::int as count
    from messages m join mailboxes b on b.id = m.mailbox_id group by 1`.execute(db);
  const { rows: open } = await sql<{ id: string }>`
    select id::text from group_messages where finished_at is null`.execute(db);
  const here = new Map(filed.map(({ place, count }) => [place, count]));
  const figures = {
    inside: 0,
    outside: 0,
    again: 0,
    faults: open.map(({ id }) => `${id} is not distributed`),
  };
  const wanted = new Set<string>();
  for (const { from, to } of messages) {
    for (const member of new Set(to.flatMap((one) => membersOf(groups, one)))) {
      const place = `${from} ${member}`;
      wanted.add(place);
      const isHere = member.endsWith(`@${DOMAIN}`);
      const count = (isHere ? here : taken).get(place) ?? 0;
      if (isHere) figures.inside += 1;
      else figures.outside += 1;
      if (count > 1 && !isHere) figures.again += 1;
      else if (count !== 1) figures.faults.push(`${place}: ${count} times`);
    }
  }
  for (const place of [...here.keys(), ...taken.keys()]) {
    if (!wanted.has(place)) figures.faults.push(`${place}: not a member`);
  }
  return figures;
}
