import { parseArgs } from 'node:util';
import { ADMIN_ACTS } from '@bocau/contract/administration.ts';
import { ACTIVITY_DAYS } from '@bocau/contract/security.ts';
import type { AppContext } from '../context.ts';
import { readAudit } from '../features/administrators/audit.store.ts';
import { endSessionAsAdministrator } from '../features/security/oversee-sessions.ts';
import { readAdministered, readOpenSessions, readSignIns } from '../features/security/security.store.ts';
import { readSignedIn, type SignedInPlace } from '../features/security/signed-in.store.ts';
import { unixSeconds } from '../platform/clock.ts';
import { findDomain } from './accounts.store.ts';
import { AdminError, type Command, findMailbox, onlyArgument } from './command.ts';
import { commandLine } from './command-line-actor.ts';
import { createRowPrinter, FORMAT_OPTIONS, formatOf, type Row } from './print-rows.ts';
import { isoTime, readAge, readCount } from './read-values.ts';

const AT_ONCE = 500;
const SHOWN = '200';
const DAY_SECONDS = 24 * 3600;

export const listSessions: Command = {
  usage: 'session list [EMAIL] [--domain D] [--search BEGINNING] [--json|--csv]',
  summary:
    'Where somebody is signed in, the last used first; without EMAIL who is signed in, by address, with the app ' +
    'passwords of mail programs: of one domain, or those whose address has that beginning',
  async run({ context: { db, clock }, args, out }) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { domain: { type: 'string' }, search: { type: 'string' }, ...FORMAT_OPTIONS },
    });
    const { domain, search } = values;
    if (positionals.length === 0)
      return listEverybody({ db, clock }, { domain, search }, createRowPrinter(out, formatOf(values)));
    if (domain !== undefined || search !== undefined)
      throw new AdminError('EMAIL is one person: leave out --domain and --search');
    const { id: mailbox } = await findMailbox(db, onlyArgument(positionals, 'EMAIL'));
    const print = createRowPrinter(out, formatOf(values));
    const open = await readOpenSessions(db, mailbox, { now: unixSeconds(clock), limit: AT_ONCE });
    for (const { id, protocol, address, user_agent, created_at, last_used_at } of open)
      print({ id, protocol, address, since: isoTime(created_at), used: isoTime(last_used_at), user_agent });
    return 0;
  },
};

async function listEverybody(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { domain, search = '' }: { domain: string | undefined; search: string | undefined },
  print: (row: Row) => void,
): Promise<number> {
  const domainId = domain === undefined ? null : await domainOf(db, domain.toLowerCase());
  const asked = { domainId, search: search.trim().toLowerCase(), now: unixSeconds(clock), limit: AT_ONCE };
  let after: SignedInPlace | null = null;
  do {
    const { rows, next }: Awaited<ReturnType<typeof readSignedIn>> = await readSignedIn(db, {
      ...asked,
      after,
    });
    for (const { email, kind, id, method, protocol, address, name, user_agent, ...row } of rows) {
      const since = isoTime(row.created_at);
      const used = row.last_used_at === null ? '' : isoTime(row.last_used_at);
      print({ email, kind, id, method, protocol, address, since, used, program: name ?? user_agent });
    }
    after = next;
  } while (after !== null);
  return 0;
}

export const endSession: Command = {
  usage: 'session end EMAIL ID',
  summary: 'Signs somebody out at one place, or revokes an app password, as session list shows them',
  async run({ context, args, out }) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    const [email, session] = positionals;
    if (email === undefined || session === undefined || positionals.length > 2)
      throw new AdminError('EMAIL and ID are needed');
    const { id } = await findMailbox(context.db, email);
    const person = await readAdministered(context.db, id, null);
    if (!person) throw new AdminError(`There is no user ${email}`);
    await endSessionAsAdministrator(context, person, session, commandLine());
    out.write('Ended.\n');
    return 0;
  },
};

export const listSignIns: Command = {
  usage: 'session history EMAIL [--failed] [--within 30d] [--limit N] [--json|--csv]',
  summary: 'The sign-ins of somebody: whether, from where, with what and how; alike ones are one line',
  async run({ context: { db, clock }, args, out }) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        failed: { type: 'boolean', default: false },
        within: { type: 'string', default: `${ACTIVITY_DAYS}d` },
        limit: { type: 'string', default: SHOWN },
        ...FORMAT_OPTIONS,
      },
    });
    const { id } = await findMailbox(db, onlyArgument(positionals, 'EMAIL'));
    const print = createRowPrinter(out, formatOf(values));
    const oldest = unixSeconds(clock) - ACTIVITY_DAYS * DAY_SECONDS;
    const since = Math.max(oldest, unixSeconds(clock) - readAge(values.within));
    const limit = readCount('--limit', values.limit);
    for (const event of await readSignIns(db, id, { from: 0, limit, since, failed: values.failed })) {
      const { at, outcome, method, protocol, address, user_agent, times } = event;
      print({ at: isoTime(at), outcome, method, protocol, address, times, user_agent });
    }
    return 0;
  },
};

export const audit: Command = {
  usage:
    'audit [--actor NAME] [--to NAME] [--act ACT] [--domain D] [--within 30d] [--limit N] [--json|--csv]',
  summary: 'What administrators did, the latest first',
  async run({ context: { db, clock }, args, out }) {
    const { values } = parseArgs({
      args,
      options: {
        actor: { type: 'string' },
        to: { type: 'string' },
        act: { type: 'string' },
        domain: { type: 'string' },
        within: { type: 'string' },
        limit: { type: 'string', default: SHOWN },
        ...FORMAT_OPTIONS,
      },
    });
    const { actor, to, within } = values;
    const act = ADMIN_ACTS.find((known) => known === values.act);
    if (values.act !== undefined && act === undefined)
      throw new AdminError(`There is no act '${values.act}'; it is one of ${ADMIN_ACTS.join(', ')}`);
    const since = within === undefined ? undefined : unixSeconds(clock) - readAge(within);
    const domainId = values.domain === undefined ? null : await domainOf(db, values.domain.toLowerCase());
    const print = createRowPrinter(out, formatOf(values));
    const limit = readCount('--limit', values.limit);
    let after: number | null = null;
    for (let left = limit; left > 0; left -= AT_ONCE) {
      const page = { after, limit: Math.min(left, AT_ONCE) };
      const found = await readAudit(db, { domainId, actor, to, act, since }, page);
      for (const { id: _, at, ...row } of found) print({ at: isoTime(at), ...row });
      after = found.at(-1)?.id ?? null;
      if (found.length < page.limit) break;
    }
    return 0;
  },
};

async function domainOf(db: Parameters<typeof findDomain>[0], name: string): Promise<number> {
  const domain = await findDomain(db, name);
  if (!domain) throw new AdminError(`There is no domain ${name}`);
  return domain.id;
}
