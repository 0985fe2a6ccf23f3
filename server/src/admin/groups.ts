import { parseArgs } from 'node:util';
import type { GroupMember } from '@bocau/contract/groups.ts';
import { MOST_HELD } from '@bocau/contract/held-messages.ts';
import { readMembers, readNamedWriters } from '../features/groups/groups.store.ts';
import { readAllowed } from '../features/groups/keepers.store.ts';
import {
  type GroupOverview,
  readHeldTimes,
  readOverview,
  readOverviews,
} from '../features/groups/overview.store.ts';
import { foldAddress } from '../mail/people/fold-address.ts';
import { oneLine } from '../platform/one-line.ts';
import type { ReadDb } from '../tables.ts';
import { findDomain } from './accounts.store.ts';
import { AdminError, type Command, onlyArgument } from './command.ts';
import { createRowPrinter, FORMAT_OPTIONS, formatOf, type Row } from './print-rows.ts';
import { isoTime } from './read-values.ts';

const AT_ONCE = 500;
const LONGEST_LINE = 2_000;

export const listGroups: Command = {
  usage: 'group list [--domain D] [--json|--csv]',
  summary:
    'The groups by their addresses, a line each: who may write, keepers, members, what waits for a keeper and what is being distributed',
  async run({ context: { db }, args, out }) {
    const options = { domain: { type: 'string' }, ...FORMAT_OPTIONS } as const;
    const { values } = parseArgs({ args, options });
    const domain = values.domain === undefined ? null : await findDomain(db, values.domain.toLowerCase());
    if (domain === undefined) throw new AdminError(`There is no domain ${values.domain}`);
    const print = createRowPrinter(out, formatOf(values));
    for (let after = ''; ; ) {
      const found = await readOverviews(db, { domainId: domain?.id ?? null, after, limit: AT_ONCE });
      for (const group of found) print(rowOf(group));
      after = found.at(-1)?.email ?? after;
      if (found.length < AT_ONCE) return 0;
    }
  },
};

export const showGroup: Command = {
  usage: 'group show EMAIL [--json]',
  summary:
    'One group: domain, keepers, who may write, each member and to whom nothing is sent, and since when messages wait for a keeper',
  async run({ context: { db }, args, out }) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { json: FORMAT_OPTIONS.json },
    });
    const email = onlyArgument(positionals, 'EMAIL');
    const group = await readOverview(db, foldAddress(email));
    if (!group) throw new AdminError(`There is no group ${email}`);
    const [named, allowed, held] = await Promise.all([
      readNamedWriters(db, group.id),
      readAllowed(db, group.id),
      readHeldTimes(db, group.id, MOST_HELD),
    ]);
    const row = { ...rowOf(group), named, allowed };
    if (values.json) {
      const members: object[] = [];
      for await (const member of membersOf(db, group.id)) members.push(memberRow(member));
      const waiting = held.map(({ received_at: at, ...rest }) => ({ ...rest, since: isoTime(at) }));
      out.write(`${JSON.stringify({ ...row, member_list: members, held_list: waiting })}\n`);
      return 0;
    }
    const write = (line: string) => out.write(`${oneLine(line, LONGEST_LINE)}\n`);
    for (const [key, value] of Object.entries(row)) {
      write(`${key}=${Array.isArray(value) ? value.join(' ') : (value ?? '')}`);
    }
    for await (const member of membersOf(db, group.id)) {
      const { email: address, kind, suspended } = memberRow(member);
      write(`member ${address}  ${kind}${suspended === null ? '' : `  nothing is sent since ${suspended}`}`);
    }
    for (const { id, from, received_at: at } of held) write(`held ${id}  from ${from}  since ${isoTime(at)}`);
    return 0;
  },
};

function rowOf({ id: _, created_at, held_since: since, ...group }: GroupOverview): Row {
  return { ...group, held_since: since === null ? null : isoTime(since), created: isoTime(created_at) };
}

function memberRow({ email, kind, added_at, suspended_at: since }: GroupMember) {
  return { email, kind, added: isoTime(added_at), suspended: since === null ? null : isoTime(since) };
}

async function* membersOf(db: ReadDb, groupId: number): AsyncIterable<GroupMember> {
  for (let after = ''; ; ) {
    const page = await readMembers(db, groupId, { after, limit: AT_ONCE });
    yield* page;
    after = page.at(-1)?.address ?? after;
    if (page.length < AT_ONCE) return;
  }
}
