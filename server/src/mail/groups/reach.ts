import type { GroupMessageFacts, ReadDb } from '../../tables.ts';
import { type Group, readEarlierGroups } from './groups.store.ts';
import { mayWrite } from './may-write.ts';
import { readNestings } from './nestings.store.ts';

/** Of whom a message is; undefined for one that was accepted before that was written down. */
export type Writer = string | null | undefined;

/** The groups whose members get a message, and the addresses of those that take no mail from its writer. */
export type Reach = { groups: number[]; refused: string[] };

/**
 * Where a message to these groups goes. A group in another one has a rule of its own about who may write, and mail by
 * the other one passes it where somebody with a right over both has put it there; else its own rule is asked, so that
 * no keeper opens a group that they don't keep.
 */
export async function readReach(db: ReadDb, groupIds: number[], writer: Writer): Promise<Reach> {
  const nestings = await readNestings(db, groupIds);
  const reached = new Set(groupIds);
  const refused = new Map<number, string>();
  for (const parent of reached) {
    for (const { child, passes } of nestings.filter((nesting) => nesting.parent === parent)) {
      if (reached.has(child.id)) continue;
      if (passes || (await takesFrom(db, child, writer))) reached.add(child.id);
      else refused.set(child.id, child.address);
    }
  }
  const left = [...refused].filter(([id]) => !reached.has(id));
  return { groups: [...reached], refused: left.map(([, address]) => address) };
}

type OnItsWay = { place: number; facts: Pick<GroupMessageFacts, 'deliveryKey' | 'outgoing' | 'writer'> };
type Ways = { groups: number[]; before: number[]; outgoing: GroupMessageFacts['outgoing'] };

/** The groups of this reach, and what else leads the message to the same people. */
export async function readWays(db: ReadDb, { place, facts }: OnItsWay, { groups }: Reach): Promise<Ways> {
  const earlier = await readEarlierGroups(db, facts.deliveryKey, place);
  const before = earlier.length === 0 ? [] : (await readReach(db, earlier, facts.writer)).groups;
  return { groups, before, outgoing: facts.outgoing };
}

function takesFrom(db: ReadDb, group: Group, writer: Writer): Promise<boolean> | boolean {
  if (writer === undefined || group.writers === 'anyone') return true;
  return writer !== null && mayWrite(db, group, writer);
}
