import type { AppContext } from '../context.ts';
import { insertGroup, insertMembers } from '../features/groups/groups.store.ts';
import { heldLink } from '../features/groups/held-link.ts';
import { insertRequest } from '../features/groups/join-groups.store.ts';
import { readForwardingKey } from '../mail/forwarding/forwarding.store.ts';
import { insertHeld } from '../mail/groups/held-messages.store.ts';
import { unixSeconds } from '../platform/clock.ts';
import { inTransaction } from '../platform/db/database.ts';
import { newId } from '../platform/ids.ts';
import type { Tx } from '../tables.ts';

export type GroupThings = {
  /** By its address; of the domain of a person, who keeps it. */
  group: string;
  /** The address of a member elsewhere. */
  groupMember: string;
  /** The address of the person, who asked to join before they kept it. */
  groupRequest: string;
  heldMessage: string;
  /** The token with which its keeper decides on the held message. */
  heldLink: string;
};

/** A closed group with what its keeper decides on. */
export async function addGroupThings(context: AppContext, mailboxId: number): Promise<GroupThings> {
  const { db, clock, config } = context;
  const at = unixSeconds(clock);
  const person = await db
    .selectFrom('mailboxes as m')
    .innerJoin('domains as d', 'd.id', 'm.domain_id')
    .select(['m.email', 'm.domain_id', 'd.name'])
    .where('m.id', '=', mailboxId)
    .executeTakeFirstOrThrow();
  const group = `nhom.${newId(clock)}@${person.name}`;
  const groupMember = `thanh-vien.${newId(clock)}@minhphat.example`;
  const { key, size } = await context.blobs.put(Buffer.from('Subject: Xin vào\r\n\r\nXin chào\r\n'));
  const heldMessage = newId(clock);
  await inTransaction(db, async (tx) => {
    const row = { domain_id: person.domain_id, address: group, name: 'Nhóm', created_at: at };
    const id = (await insertGroup(tx, { ...row, writers: 'members' })) as number;
    const member = { address: groupMember, person_id: null, member_group_id: null };
    await insertMembers(tx, id, [member], at);
    await tx
      .insertInto('group_keepers')
      .values({ group_id: id, person_id: mailboxId, added_at: at })
      .execute();
    await insertRequest(tx, id, mailboxId, at);
    await hold(tx, { id: heldMessage, groupId: id, blob: key, size, receivedAt: at });
  });
  const { publicUrl } = config.http;
  const link = { heldId: heldMessage, keeperId: mailboxId };
  const url = heldLink({ key: await readForwardingKey(db), publicUrl }, link, at);
  const token = url.slice(url.indexOf('#') + 1);
  return { group, groupMember, groupRequest: person.email, heldMessage, heldLink: token };
}

type Colleague = { email: string; mailbox: number };

/** People of its domain, who keep a group or only are in it. */
export async function addToGroup(
  { db, clock }: AppContext,
  group: string,
  { members, keepers }: { members: Colleague[]; keepers: Colleague[] },
): Promise<void> {
  const at = unixSeconds(clock);
  const { id } = await db
    .selectFrom('groups')
    .select('id')
    .where('address', '=', group)
    .executeTakeFirstOrThrow();
  const rows = [...members, ...keepers].map(({ email: address, mailbox: person_id }) => {
    return { address, person_id, member_group_id: null };
  });
  await inTransaction(db, async (tx) => {
    await insertMembers(tx, id, rows, at);
    const kept = keepers.map(({ mailbox }) => ({ group_id: id, person_id: mailbox, added_at: at }));
    await tx.insertInto('group_keepers').values(kept).execute();
  });
}

type Held = { id: string; groupId: number; blob: string; size: number; receivedAt: number };

/** A message of a stranger. */
function hold(tx: Tx, held: Held): Promise<void> {
  const sender = 'khach@minhphat.example';
  return insertHeld(tx, {
    ...held,
    envelopeSender: sender,
    author: { email: sender, name: 'Khách', proven: true },
    subject: 'Xin vào',
    excerpt: { text: 'Cho tôi vào nhóm với', files: [] },
    client: '192.0.2.1',
    facts: {
      messageId: `${held.id}@minhphat.example`,
      deliveryKey: held.id.replaceAll('-', '').padEnd(64, '0'),
      earlierDelivery: null,
      outgoing: null,
      proven: true,
      spoofed: false,
      checks: null,
      spam: null,
    },
  });
}
