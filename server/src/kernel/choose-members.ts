import { Failure } from '../platform/failure.ts';
import type { ReadDb } from '../tables.ts';
import {
  type Colleague,
  findColleagues,
  type MemberRow,
  readMembers,
  readPeopleWithMany,
  type SharedThing,
} from './members.store.ts';

type Chosen<P extends string> = { with_mailbox_id: number; permission: P };

type Limits = {
  /** Things that others share with one person. */
  most: number;
  tooMany(details: { limit: number; emails: string[] }): Failure;
};

/**
 * The people of the domain with these folded addresses, as members; `told` are all who gain, lose or keep it, `added` who
 * gain it. Refuses addresses of others, and people with whom too much is shared already.
 */
export async function chooseMembers<P extends string>(
  db: ReadDb,
  shared: SharedThing,
  permissions: ReadonlyMap<string, P>,
  limits: Limits,
): Promise<{ members: Chosen<P>[]; told: ReadonlySet<number>; added: number[] }> {
  const before = await readMembers<P>(db, shared);
  const found = await findColleagues(db, shared, [...permissions.keys()]);
  const known = new Set(found.map(({ address }) => address));
  const unknown = [...permissions.keys()].filter((address) => !known.has(address));
  if (unknown.length > 0) {
    throw new Failure('invalid_recipients', 'It is shared with people of one’s own domain', {
      details: { emails: unknown },
    });
  }
  await refuseFull(db, shared, { before, found }, limits);
  const members = found.flatMap(({ mailbox_id, address }) => {
    const permission = permissions.get(address);
    return permission ? [{ with_mailbox_id: mailbox_id, permission }] : [];
  });
  const told = new Set([...before, ...members].map(({ with_mailbox_id }) => with_mailbox_id));
  const had = new Set(before.map(({ with_mailbox_id }) => with_mailbox_id));
  const added = members.map(({ with_mailbox_id }) => with_mailbox_id).filter((id) => !had.has(id));
  return { members, told, added };
}

/** One colleague leaves room for what others share. */
const MOST_OF_ONE = 20;

/** Nobody asks those with whom it is shared: one colleague is not to fill their list. */
async function refuseFull(
  db: ReadDb,
  shared: SharedThing,
  { before, found }: { before: MemberRow<string>[]; found: Colleague[] },
  { most, tooMany }: Limits,
): Promise<void> {
  const had = new Set(before.map(({ with_mailbox_id }) => with_mailbox_id));
  const added = found.filter(({ mailbox_id }) => !had.has(mailbox_id));
  const people = added.map(({ mailbox_id }) => mailbox_id);
  for (const [of, limit] of [
    ['owner', MOST_OF_ONE],
    ['all', most],
  ] as const) {
    const full = await readPeopleWithMany(db, shared, people, { of, count: limit });
    const emails = added.filter(({ mailbox_id }) => full.has(mailbox_id)).map(({ address }) => address);
    if (emails.length > 0) throw tooMany({ limit, emails });
  }
}
