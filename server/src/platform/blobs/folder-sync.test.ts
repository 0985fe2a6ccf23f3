import { expect, it } from 'vitest';
import { createFolderSync } from './folder-sync.ts';

type Call = { folder: string; finish(): void; fail(error: Error): void };

function recorded() {
  const calls: Call[] = [];
  const sync = createFolderSync(
    (folder) =>
      new Promise((resolve, reject) => {
        calls.push({ folder, finish: resolve, fail: reject });
      }),
  );
  return { calls, sync: sync.sync };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('serves all who came during one sync with one more', async () => {
  const { calls, sync } = recorded();
  const first = sync('a');
  const later = [sync('a'), sync('a'), sync('a')];
  expect(calls).toHaveLength(1);
  let done = 0;
  for (const waiting of later) void waiting.then(() => (done += 1));
  calls[0]?.finish();
  await first;
  await settled();
  expect(calls).toHaveLength(2);
  expect(done).toBe(0);
  calls[1]?.finish();
  await Promise.all(later);
  expect(calls).toHaveLength(2);
});

it('never counts a sync that had begun before the call', async () => {
  const { calls, sync } = recorded();
  for (let round = 0; round < 5; round += 1) {
    const before = calls.length;
    const call = sync('a');
    calls[before]?.finish();
    await call;
    expect(calls).toHaveLength(before + 1);
  }
});

it('syncs different folders beside each other', () => {
  const { calls, sync } = recorded();
  void sync('a');
  void sync('b');
  expect(calls.map(({ folder }) => folder)).toEqual(['a', 'b']);
});

it('tells a failure to those whom it concerns alone', async () => {
  const { calls, sync } = recorded();
  const first = sync('a');
  const second = sync('a');
  calls[0]?.fail(new Error('disk'));
  await expect(first).rejects.toThrow('disk');
  await settled();
  calls[1]?.finish();
  await expect(second).resolves.toBeUndefined();
});
