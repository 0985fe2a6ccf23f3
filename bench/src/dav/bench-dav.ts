import type { Row } from '../measure/row.ts';
import { median, spread } from '../measure/statistics.ts';
import type { Verdict } from '../report/promises.ts';
import { actsOf } from './dav-acts.ts';
import type { DavKind } from './dav-kinds.ts';
import { type DavOptions, openDavWorld, type Side } from './dav-world.ts';

export function davScenarios(kind: DavKind): string[] {
  return actsOf(kind).map(({ scenario }) => scenario);
}

/** Measures both servers in turn, request by request; the ratio is the median of the ratios per round. */
export async function benchDav(
  kind: DavKind,
  options: DavOptions & { only: string[] },
): Promise<{ rows: Row[]; verdicts: Verdict[] }> {
  const { size, only, say } = options;
  const { ours, peer, close } = await openDavWorld(kind, options);
  try {
    const rows: Row[] = [];
    const verdicts: Verdict[] = [];
    for (const { scenario, title, rounds, run } of actsOf(kind)) {
      if (only.length > 0 && !only.includes(scenario)) continue;
      say(`Measuring ${title}`);
      const times = new Map<Side, number[]>([
        [ours, []],
        [peer, []],
      ]);
      // The first round warms both up.
      for (let round = 0; round <= rounds; round += 1) {
        for (const side of round % 2 === 0 ? [ours, peer] : [peer, ours]) {
          const ms = await run({ side, size, round });
          if (round > 0) times.get(side)?.push(ms);
        }
      }
      for (const [{ name }, ms] of times) {
        rows.push({ scenario, title: `${title}: ${name}`, size, samples: rounds, client: spread(ms) });
      }
      const theirs = times.get(peer) ?? [];
      const measured = median((times.get(ours) ?? []).map((ms, round) => ms / (theirs[round] as number)));
      const promise = '≤ 1 times Radicale';
      say(`  ${measured.toFixed(3)} times Radicale`);
      verdicts.push({ scenario, size, kind: 'ratio', promise, measured, kept: measured <= 1 });
    }
    return { rows, verdicts };
  } finally {
    await close();
  }
}
