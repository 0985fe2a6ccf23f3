import { expect, it, vi } from 'vitest';
import { NoPrimaryError } from './database-errors.ts';
import { primaryOf } from './find-primary.ts';
import { type Host, hostsOf, urlsOfHosts } from './hosts.ts';

it('reads the hosts of a URL as libpq does', () => {
  expect(hostsOf('postgresql://u:p%2C@h1:5433,h2,[::1]:5434/db?sslmode=require')).toEqual([
    { host: 'h1', port: 5433 },
    { host: 'h2', port: 5432 },
    { host: '::1', port: 5434 },
  ]);
  expect(urlsOfHosts('postgres://u:p,q@h1:5433,h2/db?a=b,c')).toEqual([
    'postgres://u:p,q@h1:5433/db?a=b,c',
    'postgres://u:p,q@h2/db?a=b,c',
  ]);
});

it('asks all hosts at once where the primary is not known, and once for all who need it', async () => {
  const primary = primaryOf({ connectionString: 'postgres://asked@a,b,c/db' });
  if (!primary) throw new Error('there are several');
  let timelines: Record<string, number> = { b: 1 };
  const asked: string[] = [];
  const ask = async ({ host }: Host) => {
    asked.push(host);
    return timelines[host] ?? null;
  };
  await Promise.all([primary.find(ask), primary.find(ask)]);
  expect(await primary.find(ask)).toEqual({ host: 'b', port: 5432 });
  expect(asked.splice(0)).toEqual(['a', 'b', 'c']);
  const era = primary.era();
  primary.suspect();
  await primary.find(ask);
  expect(primary.era()).toBe(era);

  timelines = { c: 2 };
  primary.suspect();
  expect((await primary.find(ask)).host).toBe('c');
  // Connections to the former primary are useless.
  expect(primary.era()).toBe(era + 1);

  primary.suspect();
  const old = primary.find(ask);
  primary.demoted();
  await old;
  asked.length = 0;
  // What was learned while the hosts were being asked is newer than their answers.
  await primary.find(ask);
  expect(asked).toHaveLength(3);
  primary.demoted();
  timelines = {};
  await expect(primary.find(ask)).rejects.toThrow(NoPrimaryError);
});

it('asks whether another host took over while the known one is used, and not again at once', async () => {
  const primary = primaryOf({ connectionString: 'postgres://rechecked@a,b/db' });
  if (!primary) throw new Error('there are several');
  await primary.find(async ({ host }) => (host === 'a' ? 1 : null));
  const era = primary.era();
  const timelines = { a: 1, b: 2 };
  const answer = Promise.withResolvers<void>();
  const ask = vi.fn(async ({ host }: Host) => {
    await answer.promise;
    return timelines[host as 'a' | 'b'];
  });
  primary.recheck(ask);
  primary.recheck(ask);
  expect((await primary.find(ask)).host).toBe('a');
  answer.resolve();
  await vi.waitFor(() => expect(primary.era()).toBe(era + 1));
  primary.recheck(ask);
  expect(ask).toHaveBeenCalledTimes(2);
  expect((await primary.find(ask)).host).toBe('b');
});

it('takes the newest of two primaries, wherever it stands and whoever served before', async () => {
  const primary = primaryOf({ connectionString: 'postgres://twins@old,new/db' });
  if (!primary) throw new Error('there are several');
  expect((await primary.find(async ({ host }) => (host === 'old' ? 7 : null))).host).toBe('old');
  primary.suspect();
  expect((await primary.find(async ({ host }) => (host === 'old' ? 7 : 8))).host).toBe('new');
  primary.suspect();
  expect((await primary.find(async () => 8)).host).toBe('new');
  primary.suspect();
  // Writes acknowledged by the new primary would be missing on the old one.
  await expect(primary.find(async ({ host }) => (host === 'old' ? 7 : null))).rejects.toThrow(NoPrimaryError);
  expect((await primary.find(async ({ host }) => (host === 'old' ? 7 : 8))).host).toBe('new');
});
