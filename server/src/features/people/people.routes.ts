import {
  AUDIT_DAYS,
  AUDIT_PER_PAGE,
  addAlias,
  changePerson,
  createPerson,
  DEFAULT_QUOTA_MB,
  listAuditLog,
  listOwnAuditLog,
  listPeople,
  makePasswordLink,
  PEOPLE_PER_PAGE,
  type Person,
  removeAlias,
  restorePerson,
  signOutPerson,
  suspendPerson,
} from '@bocau/contract/people.ts';
import { requireFreshProof } from '../../access/fresh-proof.ts';
import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import { foldedWords } from '../../mail/search-index/words.ts';
import type { SessionCaller } from '../../platform/caller.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { type CursorValues, decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { Failure } from '../../platform/failure.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import * as aliases from './aliases.ts';
import { type AuditRow, readAuditOfDomain, readAuditOfPerson } from './audit.store.ts';
import * as change from './change-person.ts';
import * as link from './password-link.ts';
import { type PeoplePage, readPeople, readPerson } from './people.store.ts';
import { auditView, personView } from './people.view.ts';
import type { Actor } from './record-acts.ts';

type Deps = ChangeDeps & {
  config: { http: { publicUrl: string } };
  /** Before the answer: whoever reads that somebody is out finds no door of this process open to them. */
  sessions: { sessionsChanged(mailboxId: number): Promise<void> };
};
type From = { caller: SessionCaller; request: { ip: string } };

const DAY_SECONDS = 24 * 3600;
const LARGEST_ID = Number.MAX_SAFE_INTEGER;

export function peopleRoutes({ sessions, ...deps }: Deps): Route[] {
  const { db, clock } = deps;

  /** Does it, and answers what the person is by then. */
  async function act(
    id: string,
    { caller, request }: From,
    run: (mailboxId: number, actor: Actor) => Promise<void>,
  ) {
    const mailboxId = readMailboxId(id);
    // Nothing of another domain is touched, not even locked.
    await personOf(caller, mailboxId);
    await run(mailboxId, { mailboxId: caller.mailbox, email: caller.email, address: request.ip });
    await sessions.sessionsChanged(mailboxId);
    return mailboxId;
  }

  async function personOf(caller: SessionCaller, mailboxId: number): Promise<Person> {
    const row = await readPerson(db, caller.mailbox, mailboxId);
    if (!row) throw notFound();
    return personView(row);
  }

  return [
    route(listPeople, async ({ caller, query }) => {
      const { order = 'email', search = '', cursor, limit = PEOPLE_PER_PAGE } = query;
      const after = cursor === undefined ? null : readCursor(cursor, order === 'email' ? 'string' : 'number');
      const page: PeoplePage = { order, after, limit: limit + 1, ...wordsOf(search) };
      const found =
        search.trim() !== '' && page.words.length === 0 ? [] : await readPeople(db, caller.mailbox, page);
      const data = found.slice(0, limit);
      const last = found.length > limit ? data.at(-1) : undefined;
      const next_cursor = last ? encodeCursor([order === 'email' ? last.email : last.id]) : null;
      return { data: data.map(personView), meta: { next_cursor } };
    }),

    route(createPerson, async ({ caller, body, request }) => {
      requireFreshProof(caller, clock);
      const { fullname: name, quota: quotaMb = DEFAULT_QUOTA_MB } = body;
      const email = aliases.readAddress(body.email, 'email');
      const actor = { mailboxId: caller.mailbox, email: caller.email, address: request.ip };
      const made = await link.invitePerson(deps, { email, name, kind: 'member', quotaMb }, actor);
      return { data: { person: await personOf(caller, made.mailboxId), link: made.link } };
    }),

    route(makePasswordLink, async ({ caller, params, request }) => {
      requireFreshProof(caller, clock);
      let address = '';
      await act(params.id, { caller, request }, async (mailboxId, actor) => {
        address = await link.makePasswordLink(deps, mailboxId, actor);
      });
      return { data: { link: address } };
    }),

    route(changePerson, async ({ caller, params, body, request }) => {
      const { fullname: name, quota: quota_mb, type, ...switches } = body;
      if (type !== undefined) requireFreshProof(caller, clock);
      const kind =
        type === undefined ? undefined : type === 'Owner' ? ('owner' as const) : ('member' as const);
      const given = defined({ name, quota_mb, kind, ...switches });
      const id = await act(params.id, { caller, request }, (mailboxId, actor) =>
        change.changePerson(deps, mailboxId, given, actor),
      );
      return { data: await personOf(caller, id) };
    }),

    ...[
      { endpoint: suspendPerson, active: false },
      { endpoint: restorePerson, active: true },
    ].map(({ endpoint, active }) =>
      route(endpoint, async ({ caller, params, request }) => {
        requireFreshProof(caller, clock);
        const id = await act(params.id, { caller, request }, (mailboxId, actor) =>
          change.changePerson(deps, mailboxId, { active }, actor),
        );
        return { data: await personOf(caller, id) };
      }),
    ),

    route(signOutPerson, async ({ caller, params, request }) => {
      await act(params.id, { caller, request }, (mailboxId, actor) =>
        change.signOutPerson(deps, mailboxId, actor, mailboxId === caller.mailbox ? caller.session.id : null),
      );
      return { data: OK };
    }),

    route(addAlias, async ({ caller, params, body, request }) => {
      requireFreshProof(caller, clock);
      const address = aliases.readAddress(body.address, 'address');
      const id = await act(params.id, { caller, request }, (mailboxId, actor) =>
        aliases.addAlias(deps, mailboxId, address, actor),
      );
      return { data: await personOf(caller, id) };
    }),

    route(removeAlias, async ({ caller, params, request }) => {
      requireFreshProof(caller, clock);
      const id = await act(params.id, { caller, request }, (mailboxId, actor) =>
        aliases.removeAlias(deps, mailboxId, params.address, actor),
      );
      return { data: await personOf(caller, id) };
    }),

    route(listAuditLog, async ({ caller, query }) =>
      auditPage(await readAuditOfDomain(db, caller.mailbox, auditQuery(clock, query.cursor))),
    ),

    route(listOwnAuditLog, async ({ caller, query }) =>
      auditPage(await readAuditOfPerson(db, caller.mailbox, auditQuery(clock, query.cursor))),
    ),
  ];
}

function auditQuery(clock: Clock, cursor: string | undefined) {
  const before = cursor === undefined ? null : Number(readCursor(cursor, 'number'));
  return { before, since: unixSeconds(clock) - AUDIT_DAYS * DAY_SECONDS, limit: AUDIT_PER_PAGE + 1 };
}

function auditPage(rows: AuditRow[]) {
  const data = rows.slice(0, AUDIT_PER_PAGE);
  const last = rows.length > AUDIT_PER_PAGE ? data.at(-1) : undefined;
  return { data: data.map(auditView), meta: { next_cursor: last ? encodeCursor([last.id]) : null } };
}

function wordsOf(search: string): Pick<PeoplePage, 'words' | 'alias'> {
  return { words: [...new Set(foldedWords(search))], alias: search.trim().toLowerCase() };
}

function readCursor(cursor: string, type: 'string' | 'number'): string | number {
  const [value]: CursorValues = decodeCursor(cursor, 1) ?? [];
  const isIt = type === 'string' ? typeof value === 'string' : Number.isSafeInteger(value);
  if (!isIt) throw new Failure('invalid_cursor', 'The cursor is of no list like this');
  return value as string | number;
}

/** Ids are opaque: whatever is none is of nobody. */
function readMailboxId(id: string): number {
  const mailboxId = /^[1-9]\d{0,15}$/.test(id) ? Number(id) : 0;
  if (mailboxId < 1 || mailboxId > LARGEST_ID) throw notFound();
  return mailboxId;
}

function notFound(): Failure {
  return new Failure('not_found', 'There is no such person');
}

function defined<Changes extends object>(
  changes: Changes,
): { [K in keyof Changes]?: NonNullable<Changes[K]> } {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [K in keyof Changes]?: NonNullable<Changes[K]>;
  };
}
