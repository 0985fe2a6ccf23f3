import type { Thread } from '@bocau/contract/threads.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { learnWords } from '../../i18n/i18n.ts';
import { vi } from '../../i18n/vi.ts';
import type { Act, MailModel } from '../../model/mail/mail-model.ts';
import type { Operation } from '../../model/mail/operations/operation.ts';
import { notices } from '../../parts/notices/notify.ts';
import type { ActTarget } from './act-target.ts';
import { ACTS } from './acts.ts';
import { job } from './jobs.ts';
import { stopBatch } from './run-batch.ts';
import { undoLatest } from './undo-latest.ts';

beforeAll(() => learnWords('vi', vi));

type Sent = { act: Act; answer: (done: boolean) => void; undone: boolean };

/** A model whose answers the test gives one by one. */
function fakeModel() {
  const sent: Sent[] = [];
  const orders: unknown[] = [];
  const act = (operation: Operation): Act => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const entry: Sent = {
      answer: resolve,
      undone: false,
      act: {
        id: sent.length,
        operation,
        settled: promise,
        undo: async () => {
          entry.undone = true;
          return true;
        },
      },
    };
    sent.push(entry);
    return entry.act;
  };
  async function answer(done: boolean) {
    const waiting = sent.at(-1);
    waiting?.answer(done);
    await waiting?.act.settled;
    // The batch goes on in the turns after its answer.
    for (let turn = 0; turn < 5; turn += 1) await null;
  }
  const model = {
    act,
    folderByPath: () => null,
    startBulk: async (order: unknown) => {
      orders.push(order);
      return 'job1';
    },
    undoLatest: async () => {
      const last = sent.findLast((entry) => !entry.undone);
      if (!last) return null;
      last.undone = true;
      return last.act.operation;
    },
  } as unknown as MailModel;
  return { model, sent, orders, answer };
}

function inbox(model: MailModel, count: number): ActTarget {
  const thread = (_: unknown, index: number) =>
    ({ id: `t${index}`, folder_id: 'inbox', mailbox_name: 'INBOX', unread: true, starred: false }) as Thread;
  return {
    model,
    list: { kind: 'folder', path: 'INBOX' },
    threads: Array.from({ length: count }, thread),
    whole: null,
  };
}

function perform(id: string, target: ActTarget): void {
  const act = ACTS.find((each) => each.id === id);
  if (!act) throw new Error(`There is no act ${id}`);
  act.perform(target);
}

const text = () => notices.get()?.text;

beforeEach(() => {
  job.set(null);
  notices.set(null);
});

describe('one or two threads', () => {
  test.each([1, 2])('OR-1 OR-4 OR-6 %d are deleted at once, with undo for 5 seconds', async (count) => {
    const { model, sent } = fakeModel();
    perform('delete', inbox(model, count));
    expect(sent).toHaveLength(1);
    expect(notices.get()).toMatchObject({ text: `Đã chuyển ${count} hội thoại vào Thùng rác`, seconds: 5 });
    await notices.get()?.undo?.();
    expect(sent[0]?.undone).toBe(true);
    expect(text()).toBe('Đã hoàn tác');
  });

  test('OR-15 a star needs no words', () => {
    const { model, sent } = fakeModel();
    perform('star', inbox(model, 2));
    expect(sent.map((entry) => entry.act.operation.kind)).toEqual(['star', 'star']);
    expect(notices.get()).toBeNull();
  });
});

describe('more than two threads', () => {
  test('OR-1 OR-2 go one by one, and the panel counts them', async () => {
    const { model, sent, answer } = fakeModel();
    perform('markRead', inbox(model, 3));
    expect(sent).toHaveLength(1);
    expect(job.get()).toMatchObject({ done: 0, total: 3 });
    await answer(true);
    expect(sent).toHaveLength(2);
    expect(job.get()).toMatchObject({ done: 1, total: 3 });
    await answer(true);
    await answer(true);
    expect(job.get()).toBeNull();
    expect(text()).toBe('Đã đánh dấu 3 hội thoại là đã đọc');
  });

  test('OR-3 cancel stops after the thread under way, and what is done stays done', async () => {
    const { model, sent, answer } = fakeModel();
    perform('delete', inbox(model, 5));
    await answer(true);
    stopBatch();
    await answer(true);
    expect(sent).toHaveLength(2);
    expect(job.get()).toBeNull();
    expect(text()).toBe('Đã chuyển 2 hội thoại vào Thùng rác. Đã dừng. 3 hội thoại không thay đổi');
  });

  test('OR-4 a finished batch offers undo for the threads done, and not for those refused', async () => {
    const { model, sent, answer } = fakeModel();
    perform('delete', inbox(model, 3));
    await answer(true);
    await answer(false);
    await answer(true);
    expect(text()).toBe('Đã chuyển 2 hội thoại vào Thùng rác. Không xử lý được 1 hội thoại');
    await notices.get()?.undo?.();
    expect(sent.map((entry) => entry.undone)).toEqual([true, false, true]);
  });

  test('a step back takes the whole batch back', async () => {
    const { model, sent, answer } = fakeModel();
    perform('delete', inbox(model, 3));
    for (let turn = 0; turn < 3; turn += 1) await answer(true);
    await undoLatest(model);
    expect(sent.every((entry) => entry.undone)).toBe(true);
    await undoLatest(model);
    expect(text()).toBe('Không còn gì để hoàn tác');
  });

  test('OR-19 a second one while the first still runs is told so, and does nothing', async () => {
    const { model, sent, answer } = fakeModel();
    perform('delete', inbox(model, 3));
    perform('delete', inbox(model, 3));
    expect(sent).toHaveLength(1);
    expect(text()).toBe('Việc này đang được xử lý.');
    for (let turn = 0; turn < 3; turn += 1) await answer(true);
    expect(sent).toHaveLength(3);
  });
});

test('all of a folder is done by the server as one job', async () => {
  const { model, sent, orders } = fakeModel();
  const left: boolean[] = [];
  const onBegun = (leaves: boolean) => left.push(leaves);
  perform('delete', { ...inbox(model, 50), whole: { total: 1234, capped: false }, onBegun });
  await null;
  expect(sent).toEqual([]);
  expect(orders).toEqual([{ where: { kind: 'folder', path: 'INBOX' }, action: 'delete' }]);
  expect(left).toEqual([true]);
  await null;
  expect(job.get()).toMatchObject({ kind: 'bulk', id: 'job1' });
});
