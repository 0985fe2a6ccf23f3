import type { Row } from '../measure/row.ts';
import { median, spread } from '../measure/statistics.ts';
import type { Verdict } from '../report/promises.ts';
import { actsOf } from './dav-acts.ts';
import type { DavKind } from './dav-kinds.ts';
import type { Side } from './dav-side.ts';
import { type DavOptions, openDavWorld } from './dav-world.ts';
import type { Taken } from './timed-dav.ts';

export function davScenarios(kind: DavKind): string[] {
  return actsOf(kind).map(({ scenario }) => scenario);
}

/**
 * Measures the servers in turn, request by request; the ratio is to the faster of the peers, and the median of
 * the ratios per round.
 */
export async function benchDav(
  kind: DavKind,
  options: DavOptions & { only: string[] },
): Promise<{ rows: Row[]; verdicts: Verdict[] }> {
  const { size, only, say } = options;
  const { ours, peers, close } = await openDavWorld(kind, options);
  try {
    const rows: Row[] = [];
    const verdicts: Verdict[] = [];
    for (const act of actsOf(kind)) {
      const { scenario, title, rounds, warmUp, needsOutbox, isOursAlone, servedWithin, run } = act;
      if (only.length > 0 && !only.includes(scenario)) continue;
      const others = isOursAlone ? [] : peers.filter(({ outbox }) => outbox || !needsOutbox);
      if (others.length === 0 && !isOursAlone) continue;
      say(`Measuring ${title}`);
      const sides = [ours, ...others];
      const times = new Map<Side, Taken[]>(sides.map((side) => [side, []]));
      const timesOf = (side: Side) => (times.get(side) ?? []).map(({ ms }) => ms);
      for (let round = 0; round < warmUp + rounds; round += 1) {
        const first = round % sides.length;
        for (const side of [...sides.slice(first), ...sides.slice(0, first)]) {
          const taken = await run({ side, size, round });
          if (round >= warmUp) times.get(side)?.push(taken);
        }
      }
      for (const side of sides) {
        rows.push({
          ...{ scenario, title: `${title}: ${side.name}`, size, samples: rounds },
          client: spread(timesOf(side)),
        });
      }
      if (servedWithin !== undefined) {
        const measured = median((times.get(ours) ?? []).map(({ served }) => served));
        const promise = `≤ ${servedWithin} ms without the connection`;
        verdicts.push({ scenario, size, kind: 'figure', promise, measured, kept: measured <= servedWithin });
      }
      if (others.length === 0) continue;
      const faster = others.reduce((one, other) =>
        median(timesOf(other)) < median(timesOf(one)) ? other : one,
      );
      const theirs = timesOf(faster);
      const measured = median(timesOf(ours).map((ms, round) => ms / (theirs[round] as number)));
      const promise = `≤ 1 times ${faster.name}`;
      say(`  ${measured.toFixed(3)} times ${faster.name}`);
      verdicts.push({ scenario, size, kind: 'ratio', promise, measured, kept: measured <= 1 });
    }
    return { rows, verdicts };
  } finally {
    await close();
  }
}
