import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import type { createDriveFolder } from '@bocau/contract/drive.ts';
import type { InputOf } from '@bocau/contract/endpoint.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { KeyValueStorage } from '../../engine/environment.ts';
import { createManualClock, type ManualClock } from '../../engine/test-kit/manual-clock.ts';
import { createMemoryStorage } from '../../engine/test-kit/memory-storage.ts';
import { createUploadQueue } from './create-upload-queue.ts';
import type { TransferOptions, Transfers } from './transfer.ts';
import type { UploadQueue } from './upload-item.ts';

type Sent = TransferOptions & { file: File; stopped: boolean };

let clock: ManualClock;
let storage: KeyValueStorage;
let sent: Sent[];
let discarded: string[];
let discardedFor: string;
let foldersMade: string[];
let foldersFor: Set<string | undefined>;
let takenName: string;
let online: { now: boolean; tell: () => void };
let keys: number;

const transfers: Transfers = {
  send(file, options) {
    const one: Sent = { ...options, file, stopped: false };
    sent.push(one);
    return {
      stop() {
        one.stopped = true;
      },
    };
  },
  async discard(url, owner) {
    discarded.push(url);
    discardedFor = owner;
  },
};

/** A server without folders. */
const api = {
  async createDriveFolder({ body, account }: InputOf<typeof createDriveFolder>) {
    foldersFor.add(account);
    if (body.name === takenName) throw taken();
    foldersMade.push(`${body.parent_id}/${body.name}`);
    return { data: { id: `${body.parent_id}/${body.name}` } };
  },
} as unknown as ApiClient;

function open(page = 'trang-1', alive: string[] = []): UploadQueue {
  return createUploadQueue({
    ...{ api, transfers, clock, storage, page, owner: 'an@saomai.example' },
    isAlive: async (other) => alive.includes(other),
    newKey: () => String(++keys),
    online: {
      isOnline: () => online.now,
      onChange(listener) {
        online.tell = listener;
        return () => undefined;
      },
    },
  });
}

const file = (name: string, text = 'nội dung') => new File([text], name, { lastModified: 5 });
const source = (name: string, ...folders: string[]) => ({ file: file(name), folders });
const states = (queue: UploadQueue) => queue.items().map(({ name, state }) => `${name} ${state}`);
const running = () => sent.filter(({ stopped }) => !stopped);
const lost = () => new ApiError(0, 'no_answer', '');
const taken = () => new ApiError(400, 'already_exists', '');

beforeEach(() => {
  clock = createManualClock();
  storage = createMemoryStorage();
  sent = [];
  discarded = [];
  foldersMade = [];
  foldersFor = new Set();
  discardedFor = '';
  takenName = '';
  keys = 0;
  online = { now: true, tell: () => undefined };
});

describe('DV-10 DV-11 files that are uploaded', () => {
  test('go two at a time, tell how far they are, and what they became', async () => {
    const queue = open();
    queue.add([source('a'), source('b'), source('c')], 'thư-mục');
    await clock.advance(0);
    expect(states(queue)).toEqual(['a sending', 'b sending', 'c waiting']);
    expect(sent[0]?.metadata).toMatchObject({ filename: 'a', parent_id: 'thư-mục', on_conflict: 'fail' });
    sent[0]?.begun('/u/1');
    sent[0]?.progress(4);
    expect(queue.items()[0]).toMatchObject({ sent: 4 });
    sent[0]?.done('tệp-a');
    await clock.advance(0);
    expect(queue.items()[0]).toMatchObject({ state: 'done', entryId: 'tệp-a' });
    expect(states(queue)).toEqual(['a done', 'b sending', 'c sending']);
    queue.clearDone();
    expect(states(queue)).toEqual(['b sending', 'c sending']);
  });

  test('of a dropped folder come into folders that are made once', async () => {
    const queue = open();
    queue.add([source('a', 'Dự án', 'Ảnh'), source('b', 'Dự án')], null);
    await clock.advance(0);
    expect(foldersMade).toEqual(['null/Dự án', 'null/Dự án/Ảnh']);
    const parents = Object.fromEntries(
      sent.map(({ file: { name }, metadata }) => [name, metadata['parent_id']]),
    );
    expect(parents).toEqual({ a: 'null/Dự án/Ảnh', b: 'null/Dự án' });
  });

  test('make a folder again that another drop made before, and one that is gone', async () => {
    const queue = open();
    const [key = ''] = queue.add([source('a', 'Ảnh')], null);
    await clock.advance(0);
    sent[0]?.failed(new ApiError(404, 'file_not_found', ''));
    expect(states(queue)).toEqual(['a failed']);
    await queue.resume(key);
    queue.add([source('b', 'Ảnh')], null);
    await clock.advance(0);
    expect(foldersMade).toEqual(['null/Ảnh', 'null/Ảnh', 'null/Ảnh']);
    expect(states(queue)).toEqual(['a sending', 'b sending']);
  });

  test('are sent once where they are paused and gone on with before their folder is there', async () => {
    const queue = open();
    const [key = ''] = queue.add([source('a', 'Ảnh')], null);
    queue.pause(key);
    await queue.resume(key);
    await clock.advance(0);
    expect([sent.length, states(queue)]).toEqual([1, ['a sending']]);
  });

  test('say that the server failed, not the connection, until they are sent again', async () => {
    const queue = open();
    queue.add([source('a')], null);
    await clock.advance(0);
    sent[0]?.failed(new ApiError(503, 'writes_paused', ''));
    expect(queue.items()[0]).toMatchObject({ state: 'offline', error: { code: 'writes_paused' } });
    await clock.advance(1_000);
    expect(queue.items()[0]).toMatchObject({ state: 'sending', error: null });
    sent[1]?.failed(lost());
    expect(queue.items()[0]).toMatchObject({ state: 'offline', error: null });
  });

  test('DV-11 what is added when all is done begins a round of its own', async () => {
    const queue = open();
    queue.add([source('a')], null);
    queue.add([source('b')], null);
    await clock.advance(0);
    for (const one of sent) one.done('entry');
    queue.add([source('c')], null);
    expect(queue.items().map(({ round }) => round)).toEqual([1, 1, 2]);
  });

  test('go on by themselves after a cut, at the place where they were', async () => {
    const queue = open();
    queue.add([source('a')], null);
    await clock.advance(0);
    sent[0]?.begun('/u/1');
    sent[0]?.failed(lost());
    expect(states(queue)).toEqual(['a offline']);
    await clock.advance(1_000);
    expect(states(queue)).toEqual(['a sending']);
    expect(sent[1]?.url).toBe('/u/1');
    online.now = false;
    online.tell();
    expect(states(queue)).toEqual(['a offline']);
    await clock.advance(60_000);
    expect(running()).toHaveLength(1);
    online.now = true;
    online.tell();
    await clock.advance(0);
    expect(states(queue)).toEqual(['a sending']);
  });

  test('can be paused, gone on with, and given up', async () => {
    const queue = open();
    const [key = ''] = queue.add([source('a')], null);
    await clock.advance(0);
    sent[0]?.begun('/u/1');
    queue.pause(key);
    expect([states(queue), sent[0]?.stopped]).toEqual([['a paused'], true]);
    await queue.resume(key);
    await clock.advance(0);
    expect(sent[1]?.url).toBe('/u/1');
    queue.cancel(key);
    expect([queue.items(), discarded, sent[1]?.stopped]).toEqual([[], ['/u/1'], true]);
    expect(await storage.keys('')).toEqual([]);
  });

  test('name whose they are, and stop where somebody else is signed in until their owner is again', async () => {
    const queue = open();
    const [key = ''] = queue.add([source('a', 'Ảnh')], null);
    await clock.advance(0);
    expect([sent[0]?.owner, ...foldersFor]).toEqual(['an@saomai.example', 'an@saomai.example']);
    sent[0]?.begun('/u/1');
    sent[0]?.failed(new ApiError(401, 'session_required', ''));
    await clock.advance(60_000);
    expect([sent.length, states(queue)]).toEqual([1, ['a paused']]);
    expect(queue.items()[0]?.error?.code).toBe('session_required');
    await queue.resume(key);
    await clock.advance(0);
    expect(sent[1]).toMatchObject({ url: '/u/1', owner: 'an@saomai.example' });
    queue.cancel(key);
    expect([discarded, discardedFor]).toEqual([['/u/1'], 'an@saomai.example']);
  });

  test('ask what is wanted where a name is taken, once for all', async () => {
    const queue = open();
    queue.add([source('a'), source('b'), source('c')], null);
    await clock.advance(0);
    for (const one of [...sent]) one.failed(taken());
    await clock.advance(0);
    expect(states(queue)).toEqual(['a conflict', 'b conflict', 'c sending']);
    queue.answerConflict('1', 'rename', false);
    await clock.advance(0);
    expect(sent.at(-1)?.metadata['on_conflict']).toBe('rename');
    queue.answerConflict('2', 'skip', true);
    sent[2]?.failed(taken());
    await clock.advance(0);
    expect(states(queue)).toEqual(['a sending']);
  });

  test('are not tried again as it was chosen for all where that was refused, as for a folder', async () => {
    const queue = open();
    queue.add([source('a'), source('b')], null);
    await clock.advance(0);
    for (const one of [...sent]) one.failed(taken());
    queue.answerConflict('1', 'replace', true);
    await clock.advance(0);
    sent[2]?.failed(taken());
    await clock.advance(0);
    expect([sent.length, states(queue)]).toEqual([4, ['a failed', 'b sending']]);
  });

  test('whose folder has the name of a file say so, and go on once it is free', async () => {
    takenName = 'Ảnh';
    const queue = open();
    const [key = ''] = queue.add([source('a', 'Dự án', 'Ảnh', 'Tết'), source('b')], null);
    await clock.advance(0);
    expect(queue.items()[0]).toMatchObject({ state: 'failed', takenFolder: 'Ảnh' });
    expect(states(queue)).toEqual(['a failed', 'b sending']);
    takenName = '';
    await queue.resume(key);
    await clock.advance(0);
    expect(queue.items()[0]).toMatchObject({ state: 'sending', takenFolder: null });
  });

  test('begin anew where the server knows them no more, and stop for good where it takes no new ones', async () => {
    const queue = open();
    queue.add([source('a')], 'thư-mục');
    await clock.advance(0);
    sent[0]?.begun('/uploads/1');
    sent[0]?.failed(lost());
    await clock.advance(1_000);
    sent[1]?.failed(new ApiError(410, 'upload_expired', ''));
    await clock.advance(0);
    expect(sent.map(({ url }) => url)).toEqual([null, '/uploads/1', null]);
    sent[2]?.failed(new ApiError(404, 'file_not_found', ''));
    await clock.advance(0);
    expect(states(queue)).toEqual(['a failed']);
  });

  test('stop for good where the server refuses them', async () => {
    const queue = open();
    queue.add([source('a.exe'), source('b')], null);
    await clock.advance(0);
    sent[0]?.failed(new ApiError(400, 'file_not_allowed', ''));
    sent[1]?.failed(new ApiError(413, 'drive_full', ''));
    await clock.advance(60_000);
    expect(states(queue)).toEqual(['a.exe failed', 'b failed']);
    expect(queue.items()[1]?.error?.code).toBe('drive_full');
  });
});

describe('after a reload', () => {
  async function leave(): Promise<void> {
    const queue = open();
    queue.add([source('a')], 'thư-mục');
    await clock.advance(0);
    sent[0]?.begun('/u/1');
    sent[0]?.progress(3);
    await clock.advance(0);
    queue.close();
  }

  test('an upload waits for its file, and goes on with it alone', async () => {
    await leave();
    const queue = open('trang-2');
    await clock.advance(0);
    expect(states(queue)).toEqual(['a file-needed']);
    const [{ key } = { key: '' }] = queue.items();
    expect(queue.giveFile(key, file('a', 'nội dung khác'))).toBe(false);
    expect(queue.giveFile(key, file('a'))).toBe(true);
    await clock.advance(0);
    expect(sent.at(-1)).toMatchObject({ url: '/u/1' });
    sent.at(-1)?.done('tệp-a');
    expect(await storage.keys('')).toEqual([]);
  });

  test('nothing goes on, comes back or is added in a queue that was closed', async () => {
    const queue = open();
    queue.add([source('a'), source('b', 'Ảnh')], null);
    queue.close();
    await clock.advance(0);
    expect([sent.length, queue.items(), queue.add([source('c')], null)]).toEqual([0, [], []]);
    const other = open();
    other.add([source('a')], null);
    await clock.advance(0);
    other.close();
    sent[0]?.begun('/u/1');
    sent[0]?.failed(lost());
    await clock.advance(60_000);
    expect([sent.length, other.items(), await storage.keys('')]).toEqual([1, [], []]);
  });

  test('one that another page still sends is left to it', async () => {
    await leave();
    const queue = open('trang-2', ['trang-1']);
    await clock.advance(0);
    expect(queue.items()).toEqual([]);
  });
});
