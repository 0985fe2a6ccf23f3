import { expect, test } from 'vitest';
import { createTestClock } from '../../test-kit/test-clock.ts';
import { createCachedResolver } from './cached-resolver.ts';
import { type DnsAnswer, DnsError } from './dns-answer.ts';

const clock = createTestClock();

/** A client with fixed answers that counts its queries. */
function counting(answer: (name: string) => DnsAnswer | Promise<DnsAnswer>) {
  const asked: string[] = [];
  return {
    asked,
    async ask(name: string, type: string) {
      asked.push(`${type} ${name}`);
      return answer(name);
    },
  };
}

test('asks once for as long as the answer may be kept, whatever the case of the name', async () => {
  const { asked, ask } = counting(() => ({ records: [['v=spf1 -all']], ttl: 60 }));
  const resolve = createCachedResolver(ask, { clock });
  expect(await resolve('away.example', 'TXT')).toEqual([['v=spf1 -all']]);
  expect(await resolve('Away.Example', 'TXT')).toEqual([['v=spf1 -all']]);
  await resolve('away.example', 'MX');
  expect(asked).toEqual(['TXT away.example', 'MX away.example']);
  await clock.advance(60_000);
  await resolve('away.example', 'TXT');
  expect(asked).toHaveLength(3);
});

test('look-ups under way are shared, also where the answer may not be kept', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<DnsAnswer>();
  const { asked, ask } = counting(() => promise);
  const resolve = createCachedResolver(ask, { clock });
  const both = Promise.all([resolve('a.example', 'A'), resolve('a.example', 'A')]);
  answer({ records: ['192.0.2.1'], ttl: 0 });
  expect(await both).toEqual([['192.0.2.1'], ['192.0.2.1']]);
  expect(asked).toHaveLength(1);
  await resolve('a.example', 'A');
  expect(asked).toHaveLength(2);
});

test('what is absent is remembered as its zone says, what fails for some seconds', async () => {
  const { asked, ask } = counting((name) => {
    throw name === 'gone.example' ? new DnsError('ENOTFOUND', name, 60) : new DnsError('ETIMEOUT', name);
  });
  const resolve = createCachedResolver(ask, { clock });
  for (let time = 0; time < 3; time += 1) {
    await expect(resolve('gone.example', 'A')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(resolve('silent.example', 'A')).rejects.toMatchObject({ code: 'ETIMEOUT' });
  }
  expect(asked).toHaveLength(2);
  await clock.advance(10_000);
  for (const name of ['gone.example', 'silent.example']) await expect(resolve(name, 'A')).rejects.toThrow();
  expect(asked).toEqual(['A gone.example', 'A silent.example', 'A silent.example']);
});

test('is bounded: the entries not used for longest go first', async () => {
  const { asked, ask } = counting(() => ({ records: ['x'.repeat(1_000)], ttl: 60 }));
  const resolve = createCachedResolver(ask, { clock, maxBytes: 5_500 });
  for (const name of ['a', 'b', 'a', 'c']) await resolve(name, 'TXT');
  asked.length = 0;
  for (const name of ['a', 'c', 'b']) await resolve(name, 'TXT');
  expect(asked).toEqual(['TXT b']);
});

test('what one asker does to an answer, another does not see', async () => {
  const { ask } = counting(() => ({ records: ['b', 'a'], ttl: 60 }));
  const resolve = createCachedResolver(ask, { clock });
  (await resolve('a.example', 'A')).sort();
  expect(await resolve('a.example', 'A')).toEqual(['b', 'a']);
});
