import type { GroupCopies, Traced } from '@bocau/contract/admin-mail.ts';
import { expandMessages, receivedIn } from '../features/mail-trace/expand-message.ts';
import { readUndecided } from '../mail/groups/expansions.store.ts';
import type { Clock } from '../platform/clock.ts';
import { oneLine } from '../platform/one-line.ts';
import type { ReadDb } from '../tables.ts';

const LONGEST_LINE = 2_000;

type Row = Traced & { ref: string | null };
/** `waits`: no keeper has decided on it. */
export type OfGroup = { expansion?: GroupCopies; waits?: true };

/** What became of the messages to groups among these events, by their place in the list. */
export async function expandGroups(deps: { db: ReadDb; clock: Clock }, events: Row[]): Promise<OfGroup[]> {
  const held = events.flatMap(({ event, ref }) => (event === 'held' && ref !== null ? [ref] : []));
  const [expanded, undecided] = await Promise.all([
    expandMessages(deps, receivedIn(events)),
    readUndecided(deps.db, [...new Set(held)]),
  ]);
  return events.map(({ event, ref }) => {
    if (ref === null) return {};
    if (event === 'held' && undecided.includes(ref)) return { waits: true };
    const expansion = event === 'received' ? expanded.get(ref) : undefined;
    return expansion === undefined ? {} : { expansion };
  });
}

/** Below the line of the event. */
export function linesOf({ expansion, waits }: OfGroup): string[] {
  if (waits) return ['    waits for a keeper of the group'];
  if (!expansion) return [];
  const { people, elsewhere, kept_here: keptHere, finished_at: finishedAt, reasons } = expansion;
  const state = finishedAt === null ? 'being distributed' : 'distributed';
  const inside = counted([
    [people.filed, 'filed'],
    [people.known, 'had it already'],
    [people.refused, 'refused'],
    [people.waiting, 'waiting'],
  ]);
  const outside = counted([
    [elsewhere.sent, 'sent'],
    [elsewhere.waiting, 'waiting'],
    [elsewhere.held, 'held'],
    [elsewhere.failed, 'failed'],
    [elsewhere.unclear, 'unclear'],
    [elsewhere.suspended, 'suspended'],
    [elsewhere.not_begun, 'not begun'],
  ]);
  const beyond = keptHere === null ? outside : `none, as it is ${keptHere}`;
  return [
    `    ${state}; people: ${inside}; elsewhere: ${beyond}`,
    ...reasons.map(({ event, code, said, count }) => {
      const why = said?.startsWith(String(code))
        ? said
        : [code, said].filter((part) => part !== null).join(' ');
      return `    ${count} ${event}  ${oneLine(why ?? '', LONGEST_LINE)}`.trimEnd();
    }),
  ];
}

function counted(parts: [number, string][]): string {
  const some = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return some.length === 0 ? 'none' : some.join(', ');
}
