import type { Thread } from '@bocau/contract/threads.ts';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { learnWords } from '../../i18n/i18n.ts';
import { vi as words } from '../../i18n/vi.ts';
import type { Act, MailModel } from '../../model/mail/mail-model.ts';
import type { Operation } from '../../model/mail/operations/operation.ts';
import { actHistory, undoPast } from '../../parts/acts/act-history.ts';
import type { ActTarget } from '../../parts/acts/act-target.ts';
import { undoLatest } from '../../parts/acts/undo-latest.ts';
import { notices } from '../../parts/notices/notify.ts';
import { ACTS, markAsSpam, performShortcut } from './acts.ts';
import { job } from './jobs.ts';
import { stopBatch } from './run-batch.ts';

beforeAll(() => learnWords('vi', words));

type Sent = { act: Act; answer: (done: boolean) => void; undone: boolean };

/** A model whose acts the test settles one by one. */
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
    // The batch continues in the microtasks after the answer.
    for (let turn = 0; turn < 5; turn += 1) await null;
  }
  const model = {
    act,
    folderByPath: (path: string) => (path === 'Archive' ? { id: 'archive' } : null),
    startBulk: async (order: unknown) => {
      orders.push(order);
      return 'job1';
    },
    bulkJob: () => null,
    undoBulk: async (id: string) => void orders.push(`undo ${id}`),
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

const latest = () => notices.get().at(-1);
const text = () => latest()?.text;

beforeEach(() => {
  job.set(null);
  actHistory.set([]);
  notices.set([]);
});

describe('one or two threads', () => {
  test.each([1, 2])('OR-1 OR-4 OR-6 %d are deleted at once, with undo for 5 seconds', async (count) => {
    const { model, sent } = fakeModel();
    perform('delete', inbox(model, count));
    expect(sent).toHaveLength(1);
    expect(latest()).toMatchObject({ text: `Đã chuyển ${count} hội thoại vào Thùng rác`, seconds: 5 });
    await latest()?.undo?.();
    expect(sent[0]?.undone).toBe(true);
    expect(text()).toBe(`Đã hoàn tác: Đã chuyển ${count} hội thoại vào Thùng rác`);
  });

  test('OR-4 OR-6 are archived at once, with undo; what lies there already and what was sent stay', async () => {
    const { model, sent } = fakeModel();
    const target = inbox(model, 3);
    const places = ['INBOX', 'Archive', 'Sent'];
    const threads = target.threads.map((thread, at) => ({ ...thread, mailbox_name: places[at] ?? '' }));
    perform('archive', { ...target, list: { kind: 'starred' }, threads });
    expect(sent[0]?.act.operation).toEqual({
      kind: 'move',
      groups: [{ folderId: 'inbox', threads: [threads[0]] }],
      toFolderId: 'archive',
    });
    expect(latest()).toMatchObject({ text: 'Đã lưu trữ 1 hội thoại', seconds: 5 });
    await undoLatest();
    expect(sent[0]?.undone).toBe(true);
  });

  test('OR-15 a star needs no words', () => {
    const { model, sent } = fakeModel();
    perform('star', inbox(model, 2));
    expect(sent.map((entry) => entry.act.operation.kind)).toEqual(['star', 'star']);
    expect(notices.get()).toEqual([]);
  });
});

test('OR-17 a draft that is deleted says so, with undo', async () => {
  const { model, sent } = fakeModel();
  const drafts = inbox(model, 1);
  const threads = drafts.threads.map((thread) => ({ ...thread, mailbox_name: 'Drafts' }));
  perform('removeDrafts', { ...drafts, list: { kind: 'folder', path: 'Drafts' }, threads });
  expect(sent[0]?.act.operation.kind).toBe('delete');
  expect(latest()).toMatchObject({ text: 'Đã xóa 1 hội thoại khỏi Thư nháp', seconds: 5 });
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
    await latest()?.undo?.();
    expect(sent.map((entry) => entry.undone)).toEqual([true, false, true]);
  });

  test('a step back takes the whole batch back', async () => {
    const { model, sent, answer } = fakeModel();
    perform('delete', inbox(model, 3));
    for (let turn = 0; turn < 3; turn += 1) await answer(true);
    await undoLatest();
    expect(sent.every((entry) => entry.undone)).toBe(true);
    await undoLatest();
    expect(text()).toBe('Không còn gì hoàn tác được ở đây');
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
  await vi.waitFor(() => expect(job.get()).toMatchObject({ kind: 'bulk', id: 'job1' }));
  expect(sent).toEqual([]);
  expect(orders).toEqual([{ where: { kind: 'folder', path: 'INBOX' }, action: 'delete' }]);
  expect(left).toEqual([true]);
});

describe('OR-5 the latest act is taken back, whatever its kind', () => {
  test('one of a whole list, and only then the one before it', async () => {
    const { model, sent, orders } = fakeModel();
    perform('delete', inbox(model, 1));
    perform('delete', { ...inbox(model, 50), whole: { total: 1234, capped: false } });
    await vi.waitFor(() => expect(job.get()).toMatchObject({ kind: 'bulk' }));
    await undoLatest();
    expect(orders.at(-1)).toBe('undo job1');
    expect(job.get()).toMatchObject({ undoing: true });
    expect(sent[0]?.undone).toBe(false);
    job.set(null);
    await undoLatest();
    expect(sent[0]?.undone).toBe(true);
    await undoLatest();
    expect(text()).toBe('Không còn gì hoàn tác được ở đây');
  });

  test('OR-9 junk mail with the block of its sender', async () => {
    const { model } = fakeModel();
    const afterUndo = vi.fn();
    markAsSpam(inbox(model, 1), { afterUndo });
    await undoLatest();
    expect(afterUndo).toHaveBeenCalledOnce();
  });

  test('a batch that still runs: it stops, and nothing older is touched', async () => {
    const { model, sent, answer } = fakeModel();
    perform('star', inbox(model, 1));
    perform('delete', inbox(model, 3));
    await answer(true);
    await undoLatest();
    await answer(false);
    expect(sent.map((entry) => entry.undone)).toEqual([false, true, true]);
    expect(sent).toHaveLength(3);
    expect(job.get()).toBeNull();
    expect(text()).toBe('Đã hoàn tác: Đã chuyển 2 hội thoại vào Thùng rác');
  });

  test('twenty are kept, the latest first, each taken back once; what was refused is none of them', async () => {
    const { model, sent, answer } = fakeModel();
    perform('delete', inbox(model, 2));
    await answer(false);
    expect(actHistory.get()).toEqual([]);
    for (let i = 0; i < 22; i += 1) perform('delete', inbox(model, 1));
    expect(actHistory.get()).toHaveLength(20);
    expect(actHistory.get()[0]?.words()).toBe('Đã chuyển 1 hội thoại vào Thùng rác');
    const third = actHistory.get()[2]?.id as number;
    expect(await undoPast(third)).toBe('undone');
    expect(await undoPast(third)).toBe('nothing');
    expect(sent.filter((entry) => entry.undone)).toHaveLength(1);
    expect(sent.at(-3)?.undone).toBe(true);
  });
});

test.each([
  ['notSpam', 'Junk', { action: 'not_spam' }],
  ['archive', 'INBOX', { action: 'archive' }],
] as const)('OR-10 %s for a whole list is an act of its own on the server', async (id, path, order) => {
  const { model, orders } = fakeModel();
  const list = { kind: 'folder', path } as const;
  perform(id, { ...inbox(model, 50), list, whole: { total: 60, capped: false } });
  await vi.waitFor(() => expect(orders).toEqual([{ where: list, ...order }]));
});

test.each([
  ['b', 'Để sau: không làm được cho cả danh sách. Hãy chọn hội thoại trên trang.'],
  ['p', 'Ghim lên đầu: không làm được cho cả danh sách. Hãy chọn hội thoại trên trang.'],
])('LT-14 the key %s says that a whole folder can not be put aside', async (key, text) => {
  const { model, sent, orders } = fakeModel();
  const target = { ...inbox(model, 1), whole: { total: 671, capped: false } };
  performShortcut(key, target);
  await vi.waitFor(() => expect(latest()?.text).toBe(text));
  expect([sent, orders]).toEqual([[], []]);
});
