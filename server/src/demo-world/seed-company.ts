import { insertRoom, type RoomColumns } from '../calendar/rooms/kept-rooms.store.ts';
import { insertGroup, insertMembers, updateGroup } from '../features/groups/groups.store.ts';
import { type Clock, unixSeconds } from '../platform/clock.ts';
import { inTransaction } from '../platform/db/database.ts';
import type { Db } from '../tables.ts';
import { readDomainId } from './demo-world.store.ts';
import { dungLe, haPham, lanAnh, minhTran, type Person, saoMai } from './people.ts';

type WorldGroup = { address: string; name: string; writers: 'anyone' | 'domain'; members: Person[] };

const GROUPS: WorldGroup[] = [
  { address: 'banhang', name: 'Nhóm bán hàng', writers: 'anyone', members: [lanAnh, haPham] },
  { address: 'moinguoi', name: 'Mọi người', writers: 'domain', members: [lanAnh, minhTran, haPham, dungLe] },
];

const ROOMS: (RoomColumns & { address: string })[] = [
  { address: 'phong-sen', ...room('Phòng Sen', 'Tầng 2', 8) },
  { address: 'phong-hac', ...room('Phòng Hạc', 'Tầng 5', 20) },
  { address: 'may-chieu', ...room('Máy chiếu', 'Lễ tân giữ', null), kind: 'equipment' },
];

/** The groups and the rooms of the company; those that are there already stay as they are. */
export async function seedCompany(
  deps: { db: Db; clock: Clock },
  mailboxIds: ReadonlyMap<string, number>,
): Promise<void> {
  const created_at = unixSeconds(deps.clock);
  await inTransaction(deps.db, async (tx) => {
    const domain_id = await readDomainId(tx, saoMai.name);
    const whole = (local: string) => `${local}@${saoMai.name}`;
    for (const { address, name, writers, members } of GROUPS) {
      const row = { domain_id, address: whole(address), name, writers, created_at };
      const id = await insertGroup(tx, row);
      if (id === undefined) continue;
      const known = members.map(({ email }) => {
        return { address: email, person_id: mailboxIds.get(email) ?? null, member_group_id: null };
      });
      await insertMembers(tx, id, known, created_at);
      // Whoever may see its members asks them to meetings one by one.
      await updateGroup(tx, id, { seen_by: 'domain' });
    }
    for (const { address, ...columns } of ROOMS) {
      await insertRoom(tx, { ...columns, domain_id, address: whole(address), created_at });
    }
  });
}

function room(name: string, place: string, seats: number | null): RoomColumns {
  return { name, kind: 'room', place, seats, note: '', bookers: 'domain', ahead_days: null };
}
