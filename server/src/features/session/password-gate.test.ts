import { beforeEach, expect, test } from 'vitest';
import { createPasswordGate, type Lane, type PasswordGate } from './password-gate.ts';

let gate: PasswordGate;
/** The attempts being verified, in the order of their turns; each waits until it is ended. */
let judged: { who: string; end(): void }[];

beforeEach(() => {
  gate = createPasswordGate();
  judged = [];
});

function enter(who: string, kind: Lane['kind'] = 'stranger'): Promise<string> {
  return gate.pass({ kind, key: who }, async () => {
    await new Promise<void>((end) => void judged.push({ who, end }));
    return who;
  });
}

/** Resolves once every possible attempt has its turn. */
function settled(): Promise<void> {
  return new Promise((resume) => void setImmediate(resume));
}

const names = () => judged.map(({ who }) => who);

test('of a burst one try of each network is judged at a time, and two in all', async () => {
  const burst = Array.from({ length: 10 }, () => enter('burst'));
  const [other, third] = [enter('other'), enter('third')];
  await settled();
  expect(names()).toEqual(['burst', 'other']);
  judged[1]?.end();
  expect(await other).toBe('other');
  await settled();
  expect(names()).toEqual(['burst', 'other', 'third']);
  judged[2]?.end();
  await third;
  for (let turn = 0; turn < burst.length; turn += 1) {
    await settled();
    for (const { end } of judged) end();
  }
  expect(await Promise.all(burst)).toHaveLength(10);
});

test('a known device never waits for strangers', async () => {
  for (const who of ['a', 'b', 'c']) void enter(who);
  void enter('phone', 'known');
  await settled();
  expect(names().toSorted()).toEqual(['a', 'b', 'phone']);
});

test('who would wait long is told when to come back, in one network before others', async () => {
  for (let waiting = 0; waiting < 50; waiting += 1) void enter('burst');
  await expect(enter('burst')).rejects.toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 5 });
  void enter('other');
  await settled();
  expect(names()).toEqual(['burst', 'other']);
  for (let network = 0; network < 449; network += 1) void enter(`network ${network}`);
  await expect(enter('late')).rejects.toMatchObject({ code: 'too_many_requests' });
});

test('a try that could not be judged leaves its turn to the next', async () => {
  const failing = gate.pass({ kind: 'stranger', key: 'a' }, () => Promise.reject(new Error('no database')));
  await expect(failing).rejects.toThrow('no database');
  void enter('a');
  await settled();
  expect(names()).toEqual(['a']);
});
