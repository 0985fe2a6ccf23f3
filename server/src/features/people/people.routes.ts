import * as anywhere from '@bocau/contract/admin-people.ts';
import {
  AUDIT_DAYS,
  AUDIT_PER_PAGE,
  addAlias,
  changePerson,
  checkHeir,
  createPerson,
  DEFAULT_QUOTA_MB,
  deletePerson,
  handOverDrive,
  handOverMeetings,
  listAuditLog,
  listOwnAuditLog,
  listPeople,
  MOST_MEETINGS_COUNTED,
  makePasswordLink,
  PEOPLE_PER_PAGE,
  type Person,
  removeAlias,
  renamePerson,
  restorePerson,
  SUSPENSION_KINDS,
  setSuspension,
  signOutPerson,
  suspendPerson,
  undeletePerson,
} from '@bocau/contract/people.ts';
import { requireFreshAdmin } from '../../access/fresh-proof.ts';
import { countOrganised } from '../../calendar/scheduling/organised.store.ts';
import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { Actor, AdminCaller, SessionCaller } from '../../platform/caller.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { type CursorValues, decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { Failure } from '../../platform/failure.ts';
import { foldedWords } from '../../platform/folded-words.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import { findDomainId, findMailboxId } from './accounts.store.ts';
import * as aliases from './aliases.ts';
import { type AuditRow, readAuditOfDomain, readAuditOfPerson } from './audit.store.ts';
import * as change from './change-person.ts';
import * as deletion from './delete-person.ts';
import { type HandOverDeps, handOverPersonsDrive } from './hand-over-drive.ts';
import { handOverPersonsMeetings, readHandOverOf } from './hand-over-meetings.ts';
import * as link from './password-link.ts';
import {
  countPlanned,
  type PeoplePage,
  readDetails,
  readHeldMessages,
  readPeople,
  readPerson,
  readStorage,
} from './people.store.ts';
import { auditView, detailsView, meetingsView, personView } from './people.view.ts';
import * as naming from './rename-person.ts';

type Deps = ChangeDeps &
  HandOverDeps & {
    config: { http: { publicUrl: string }; deletedPeopleDays: number };
    /**
     * Called before the response, so that the access of a signed-out user to this process has ended by then.
     */
    sessions: { sessionsChanged(mailboxId: number): Promise<void> };
    /** Ends what a mailbox has planned of one kind, some at a time. */
    cancelPlanned: readonly ((mailboxId: number) => Promise<PlannedEnded>)[];
  };
type PlannedEnded = { ended: number; more: boolean };
type From = { caller: SessionCaller | AdminCaller; request: { ip: string } };
type Who = { actor: Actor; session: SessionCaller | null };

/** The endpoints for owners, limited to their domain … */
const OWNERS = {
  list: listPeople,
  create: createPerson,
  link: makePasswordLink,
  change: changePerson,
  suspend: suspendPerson,
  restore: restorePerson,
  setSuspension,
  delete: deletePerson,
  undelete: undeletePerson,
  handOverDrive,
  handOverMeetings,
  checkHeir,
  rename: renamePerson,
  signOut: signOutPerson,
  addAlias,
  removeAlias,
};
/** … and the same ones for all administrators. */
const ANYWHERE = {
  list: anywhere.listAllPeople,
  create: anywhere.createAnyPerson,
  link: anywhere.makeAnyPasswordLink,
  change: anywhere.changeAnyPerson,
  suspend: anywhere.suspendAnyPerson,
  restore: anywhere.restoreAnyPerson,
  setSuspension: anywhere.setAnySuspension,
  delete: anywhere.deleteAnyPerson,
  undelete: anywhere.undeleteAnyPerson,
  handOverDrive: anywhere.handOverAnyDrive,
  handOverMeetings: anywhere.handOverAnyMeetings,
  checkHeir: anywhere.checkAnyHeir,
  rename: anywhere.renameAnyPerson,
  signOut: anywhere.signOutAnyPerson,
  addAlias: anywhere.addAnyAlias,
  removeAlias: anywhere.removeAnyAlias,
} as unknown as typeof OWNERS;

const DAY_SECONDS = 24 * 3600;
const LARGEST_ID = Number.MAX_SAFE_INTEGER;

export function peopleRoutes({ sessions, cancelPlanned, ...deps }: Deps): Route[] {
  const { db, clock } = deps;

  /** Performs the change and returns the person's new state. */
  async function act(
    id: string,
    { actor }: Who,
    run: (mailboxId: number) => Promise<void>,
  ): Promise<{ data: Person }> {
    const mailboxId = await mailboxIdOf(id);
    // Nothing in another domain may be touched, not even locked.
    await personOf(actor, mailboxId);
    await run(mailboxId);
    await sessions.sessionsChanged(mailboxId);
    return { data: await personOf(actor, mailboxId) };
  }

  /** By id or by any address. */
  async function mailboxIdOf(id: string): Promise<number> {
    const mailboxId = id.includes('@') ? await findMailboxId(db, foldAddress(id)) : readMailboxId(id);
    if (mailboxId === undefined) throw notFound();
    return mailboxId;
  }

  async function personOf({ domainId }: Actor, mailboxId: number): Promise<Person> {
    const row = await readPerson(db, domainId, mailboxId);
    if (!row) throw notFound();
    return personView(row);
  }

  /** The caller, if they have re-authenticated recently. */
  function proven(from: From): Who {
    const who = whoOf(from);
    requireFreshAdmin(who, clock);
    return who;
  }

  /** The usual quota, or the rest of the domain's storage if that is less. */
  async function usualQuota({ domainId }: Actor): Promise<number> {
    const storage = domainId === null ? null : await readStorage(db, domainId);
    const left = storage === null ? DEFAULT_QUOTA_MB : storage.total - storage.given;
    return left < 1 ? DEFAULT_QUOTA_MB : Math.min(left, DEFAULT_QUOTA_MB);
  }

  /** The scope of the list: everything that the caller administers, or one domain of it. */
  async function listedDomain({ domainId }: Actor, name: string | undefined): Promise<number | null> {
    if (name === undefined) return domainId;
    const named = await findDomainId(db, name.toLowerCase());
    if (named === undefined || (domainId ?? named) !== named) {
      throw new Failure('not_found', 'There is no such domain');
    }
    return named;
  }

  const actsOf = (endpoints: typeof OWNERS) => [
    route(endpoints.list, async ({ query, ...from }) => {
      const { order = 'email', search = '', cursor, limit = PEOPLE_PER_PAGE } = query;
      const domain = await listedDomain(whoOf(from).actor, (query as { domain?: string }).domain);
      const after = cursor === undefined ? null : readCursor(cursor, order === 'email' ? 'string' : 'number');
      const page: PeoplePage = { order, after, limit: limit + 1, ...wordsOf(search) };
      const isNothing = search.trim() !== '' && page.words.length === 0;
      const found = isNothing ? [] : await readPeople(db, domain, page);
      const data = found.slice(0, limit);
      const last = found.length > limit ? data.at(-1) : undefined;
      const next_cursor = last ? encodeCursor([order === 'email' ? last.email : last.id]) : null;
      const storage = domain === null ? null : await readStorage(db, domain);
      return { data: data.map(personView), meta: { next_cursor, storage } };
    }),

    route(endpoints.create, async ({ body, ...from }) => {
      const { actor } = proven(from);
      const { fullname: name, quota: quotaMb = await usualQuota(actor) } = body;
      const email = aliases.readAddress(body.email, 'email');
      const made = await link.invitePerson(deps, { email, name, kind: 'member', quotaMb }, actor);
      return { data: { person: await personOf(actor, made.mailboxId), link: made.link } };
    }),

    route(endpoints.link, async ({ params, ...from }) => {
      const who = proven(from);
      let address = '';
      await act(params.id, who, async (mailboxId) => {
        address = await link.makePasswordLink(deps, mailboxId, who.actor);
      });
      return { data: { link: address } };
    }),

    route(endpoints.change, async ({ params, body, ...from }) => {
      const { fullname: name, quota: quota_mb, drive_quota: drive_quota_mb, type, ...others } = body;
      const { title, department, phone, manager, ...switches } = others;
      const needsProof = type !== undefined || switches.two_step !== undefined;
      const who = needsProof ? proven(from) : whoOf(from);
      const kind =
        type === undefined ? undefined : type === 'Owner' ? ('owner' as const) : ('member' as const);
      const entry = { ...defined({ title, department, phone }), ...(manager !== undefined && { manager }) };
      const given = { ...defined({ name, quota_mb, drive_quota_mb, kind, ...switches }), entry };
      return act(params.id, who, (mailboxId) => change.changePerson(deps, mailboxId, given, who.actor));
    }),

    ...[
      { endpoint: endpoints.suspend, isSuspended: true },
      { endpoint: endpoints.restore, isSuspended: false },
    ].map(({ endpoint, isSuspended }) =>
      route(endpoint, async ({ params, ...from }) => {
        const who = proven(from);
        const suspended = Object.fromEntries(SUSPENSION_KINDS.map((kind) => [kind, isSuspended]));
        return act(params.id, who, (mailboxId) =>
          change.changePerson(deps, mailboxId, { suspended }, who.actor),
        );
      }),
    ),

    route(endpoints.setSuspension, async ({ params, body, ...from }) => {
      const who = proven(from);
      const suspended = defined(body);
      return act(params.id, who, (mailboxId) =>
        change.changePerson(deps, mailboxId, { suspended }, who.actor),
      );
    }),

    route(endpoints.delete, async ({ params, ...from }) => {
      const who = proven(from);
      return act(params.id, who, (mailboxId) => deletion.deletePerson(deps, mailboxId, who.actor));
    }),

    route(endpoints.undelete, async ({ params, ...from }) => {
      const who = proven(from);
      return act(params.id, who, (mailboxId) => deletion.undeletePerson(deps, mailboxId, who.actor));
    }),

    route(endpoints.handOverDrive, async ({ params, body, ...from }) => {
      const who = proven(from);
      const heir = { address: aliases.readAddress(body.heir, 'heir'), onlyCheck: false };
      return act(params.id, who, (mailboxId) => handOverPersonsDrive(deps, mailboxId, heir, who.actor));
    }),

    route(endpoints.handOverMeetings, async ({ params, body, ...from }) => {
      const who = proven(from);
      const heir = { address: aliases.readAddress(body.heir, 'heir'), onlyCheck: false };
      return act(params.id, who, (mailboxId) => handOverPersonsMeetings(deps, mailboxId, heir, who.actor));
    }),

    route(endpoints.checkHeir, async ({ params, body, ...from }) => {
      const who = whoOf(from);
      const heir = { address: aliases.readAddress(body.heir, 'heir'), onlyCheck: true };
      const check = body.gets === 'drive' ? handOverPersonsDrive : handOverPersonsMeetings;
      return act(params.id, who, (mailboxId) => check(deps, mailboxId, heir, who.actor));
    }),

    route(endpoints.signOut, async ({ params, ...from }) => {
      const who = whoOf(from);
      const { actor, session } = who;
      await act(params.id, who, (mailboxId) => {
        const kept = session !== null && mailboxId === session.person ? session.session.id : null;
        return change.signOutPerson(deps, mailboxId, actor, kept);
      });
      return { data: OK };
    }),

    route(endpoints.rename, async ({ params, body, ...from }) => {
      const who = proven(from);
      const given = { address: aliases.readAddress(body.email, 'email'), keepOld: body.drop_old !== true };
      return act(params.id, who, (mailboxId) => naming.renamePerson(deps, mailboxId, given, who.actor));
    }),

    route(endpoints.addAlias, async ({ params, body, ...from }) => {
      const who = proven(from);
      const address = aliases.readAddress(body.address, 'address');
      return act(params.id, who, (mailboxId) => aliases.addAlias(deps, mailboxId, address, who.actor));
    }),

    route(endpoints.removeAlias, async ({ params, ...from }) => {
      const who = proven(from);
      return act(params.id, who, (mailboxId) =>
        aliases.removeAlias(deps, mailboxId, params.address, who.actor),
      );
    }),
  ];

  return [
    ...actsOf(OWNERS),
    ...actsOf(ANYWHERE),

    route(anywhere.showAnyPerson, async ({ caller, params }) => {
      const mailboxId = await mailboxIdOf(params.id);
      const person = await personOf(caller.actor, mailboxId);
      const now = unixSeconds(clock);
      const held_messages = await readHeldMessages(db, mailboxId, now);
      const limit = MOST_MEETINGS_COUNTED + 1;
      const counted = await countOrganised(db, mailboxId, { now, limit });
      const meetings = meetingsView(counted, await readHandOverOf(db, mailboxId, now));
      return {
        data: {
          ...person,
          ...detailsView(await readDetails(db, mailboxId)),
          held_messages,
          planned_messages: await countPlanned(db, mailboxId),
          meetings,
        },
      };
    }),

    route(anywhere.cancelPlannedMail, async ({ params, ...from }) => {
      const { actor } = proven(from);
      const mailboxId = await mailboxIdOf(params.id);
      await personOf(actor, mailboxId);
      const done: PlannedEnded = { ended: 0, more: false };
      for (const cancel of cancelPlanned) {
        const { ended, more } = await cancel(mailboxId);
        done.ended += ended;
        done.more ||= more;
      }
      if (done.ended > 0) await change.recordPlannedCancelled(deps, mailboxId, done.ended, actor);
      return { data: done };
    }),

    route(listAuditLog, async ({ caller, query }) =>
      auditPage(await readAuditOfDomain(db, caller.domain, auditQuery(clock, query.cursor))),
    ),

    route(listOwnAuditLog, async ({ caller, query }) =>
      auditPage(await readAuditOfPerson(db, caller.person, auditQuery(clock, query.cursor))),
    ),
  ];
}

function whoOf({ caller, request }: From): Who {
  if ('actor' in caller) return caller;
  const { person: mailboxId, email: name, domain: domainId } = caller;
  return { actor: { kind: 'person', mailboxId, name, domainId, address: request.ip }, session: caller };
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

/** Ids are opaque: a malformed one is treated as unknown. */
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
