import { beforeEach, expect, test } from 'vitest';
import { dismiss, notices, notify } from '../notices/notify.ts';
import { actHistory, latestAct } from './act-history.ts';
import { announceAct } from './announce-act.ts';
import { undoLatest } from './undo-latest.ts';

let undone: string[];

beforeEach(() => {
  undone = [];
  notices.set([]);
  actHistory.set([]);
});

function announce(words: string, more: Parameters<typeof announceAct>[2] = {}): number {
  const undo = async () => {
    undone.push(words);
    return true;
  };
  announceAct({ undo, settled: Promise.resolve(true) }, words, more);
  return notices.get().at(-1)?.id ?? 0;
}

test('CL-363 what others are told of is undone by the key while its notice stays, and never later', async () => {
  announce('Đã đổi tên');
  const first = announce('Đã tạo', { tells: 'Khách sẽ nhận lời mời' });
  const second = announce('Đã lưu', { isTold: () => true });
  dismiss(first);
  await Promise.resolve();
  await undoLatest();
  expect(undone).toEqual(['Đã lưu']);
  dismiss(second);
  await Promise.resolve();
  // The next one before it is nobody else's matter.
  await undoLatest();
  expect(undone).toEqual(['Đã lưu', 'Đã đổi tên']);
  expect(latestAct()).toBeNull();
});

test('CL-363 the history forgets it as well, and nothing else', async () => {
  const mine = announce('Đã đổi tên');
  const told = announce('Đã tạo', { isTold: () => true });
  for (const notice of [mine, told]) dismiss(notice);
  await Promise.resolve();
  expect(actHistory.get().map(({ words }) => words())).toEqual(['Đã đổi tên']);
});

test('CL-363 a notice goes before its undo runs, and another one may offer it in its place', async () => {
  const first = announce('Đã tạo', { isTold: () => true });
  const undo = notices.get().at(-1)?.undo ?? undefined;
  notify({ text: 'Phòng không nhận', ...(undo && { undo }), instead: first });
  await Promise.resolve();
  expect(latestAct()?.words()).toBe('Đã tạo');
  notices.set([]);
  await undo?.();
  expect(undone).toEqual(['Đã tạo']);
});
