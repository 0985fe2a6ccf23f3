import { expect, test } from 'vitest';
import { measureProbes, type Probe } from './measure-probes.ts';

function probe(size: number, serverMs: number, more: Partial<Probe> = {}): Probe {
  const answer = { status: 200, serverMs, clientMs: serverMs, body: null };
  return { scenario: 'open', title: 'opening', size, ask: async () => answer, ...more };
}

async function ratios(probes: Probe[]): Promise<Record<number, number | undefined>> {
  const rows = await measureProbes(probes, { rounds: 1, samples: 1 });
  return Object.fromEntries(rows.map(({ size, timesSmall }) => [size, timesSmall]));
}

test('a mailbox is compared with the next smaller one, in whatever order they are measured', async () => {
  const [tiny, small, large] = [probe(50, 1), probe(100_000, 2), probe(500_000, 6)];
  for (const probes of [
    [tiny, small, large],
    [large, small, tiny],
  ]) {
    expect(await ratios(probes)).toEqual({ 50: undefined, 100000: 2, 500000: 3 });
  }
});

test('one that does something else is compared with none', async () => {
  const tiny = probe(50, 1, { notComparable: true });
  expect(await ratios([tiny, probe(100_000, 2)])).toEqual({ 50: undefined, 100000: undefined });
});
