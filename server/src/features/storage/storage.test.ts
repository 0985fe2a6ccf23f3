import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { prng } from '../../demo-world/prng.ts';
import { recount } from '../../mail/mailbox/recount.ts';
import { attachedPdf, fileMails, type MailGiven } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { createActor } from '../../test-kit/random-acts.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

const MB = 1024 * 1024;

let server: TestServer;
let an: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
  return async () => expect(await recount(server.context.db, an.mailbox)).toEqual([]);
});

const file = async (...mails: MailGiven[]) => {
  const ids = await fileMails(server.context, an.mailbox, mails);
  server.clock.set(server.clock.now() + 1000);
  return ids;
};
const storage = async () => (await an.client.getStorage({})).data;
const bytesOf = async (role: string) =>
  (await storage()).folders.find((one) => one.role === role)?.bytes ?? 0;

/** What the folders say makes up what is used. */
async function sumsUp(): Promise<void> {
  const { used_bytes, hidden_bytes, folders } = await storage();
  expect(folders.reduce((sum, { bytes }) => sum + bytes, hidden_bytes)).toBe(used_bytes);
  const { data } = await an.client.getQuota({});
  expect(data.user_used_quota).toBe(used_bytes);
}

describe('what the storage is used for', () => {
  test('NS-5 folders have the bytes of their messages, the largest first', async () => {
    await file(
      { size: 700 },
      { size: 50, folder: 'Archive', starred: true },
      { size: 2 * MB, folder: 'Trash' },
    );
    const { used_bytes, quota_bytes, folders, hidden_bytes } = await storage();
    expect({ used_bytes, quota_bytes, hidden_bytes }).toEqual({
      ...{ used_bytes: 2 * MB + 750, quota_bytes: 1000 * MB, hidden_bytes: 0 },
    });
    expect(folders.slice(0, 3)).toMatchObject([
      { role: 'Trash', messages: 1, bytes: 2 * MB },
      { role: 'INBOX', messages: 1, bytes: 700 },
      { role: 'Archive', messages: 1, bytes: 50 },
    ]);
    expect(folders.some(({ role }) => role === 'Starred')).toBe(false);
    await sumsUp();
  });

  test('NS-7 emptying Trash frees what Trash was told to take, to the byte', async () => {
    await file(
      { size: 3 * MB + 7 },
      ...Array.from({ length: 5 }, (_, n) => ({ size: 1000 + n, folder: 'Trash' })),
    );
    const [before, inTrash] = [(await storage()).used_bytes, await bytesOf('Trash')];
    const { data } = await an.client.emptyTrash({});
    await runJobsUntilIdle(server.context);
    const { data: job } = await an.client.getBulk({ params: { id: data.id } });
    expect(job).toMatchObject({ state: 'done', freed_bytes: inTrash, can_undo: false });
    expect((await storage()).used_bytes).toBe(before - inTrash);
    await sumsUp();
  });

  test('NS-5 NS-7 over random acts the folders make up what is used, and emptying frees what was said', async () => {
    const random = prng('dung lượng');
    const actor = createActor({ server, client: an.client, mailbox: an.mailbox, random, name: 'An' });
    for (let round = 0; round < 12; round += 1) {
      for (let acts = 0; acts < 6; acts += 1) await actor.act();
      await runJobsUntilIdle(server.context);
      await sumsUp();
      const folder = round % 2 === 0 ? 'Trash' : 'Junk';
      const [used, told] = [(await storage()).used_bytes, await bytesOf(folder)];
      const { data } = await an.client.startBulk({ body: { where: { in: folder }, action: 'delete' } });
      await runJobsUntilIdle(server.context);
      const { data: job } = await an.client.getBulk({ params: { id: data.id } });
      expect({ state: job.state, freed: job.freed_bytes ?? 0 }).toEqual({ state: 'done', freed: told });
      expect((await storage()).used_bytes).toBe(used - told);
    }
  }, 60_000);
});

describe('large messages', () => {
  const big = (size: number, more: MailGiven = {}): MailGiven => ({
    ...{ size, sender: { name: 'Hà', email: 'Ha@anh.example' } },
    ...more,
  });

  test('NS-6 are listed by size with their files, in pages, without Trash and Junk', async () => {
    const ids = await file(
      big(2 * MB, { attachments: [attachedPdf('ảnh.pdf'), { ...attachedPdf('logo'), inline: true }] }),
      big(5 * MB, { folder: 'Archive' }),
      big(MB),
      big(9 * MB, { folder: 'Junk' }),
      ...Array.from({ length: 51 }, () => big(MB + 1)),
    );
    const { data, meta } = await an.client.listLargeMessages({ query: {} });
    expect(data.slice(0, 2)).toMatchObject([
      { id: ids[1], size: 5 * MB, files: [] },
      { id: ids[0], size: 2 * MB, from: { name: 'Hà' }, files: [{ name: 'ảnh.pdf', size: 10 }] },
    ]);
    expect(data).toHaveLength(50);
    const next = await an.client.listLargeMessages({ query: { cursor: meta.next_cursor ?? '' } });
    expect(next.data).toHaveLength(3);
    expect(next.meta.next_cursor).toBeNull();
    expect(new Set([...data, ...next.data].map(({ id }) => id)).size).toBe(53);
    const bad = an.client.listLargeMessages({ query: { cursor: 'WzFd' } });
    await expect(bad).rejects.toMatchObject({ status: 400, code: 'invalid_cursor' });
  });

  test('NS-6 are added up by sender, and all of a sender go to Trash with undo', async () => {
    await file(
      big(2 * MB),
      big(3 * MB, { sender: { name: 'Thu Hà', email: 'ha@anh.example' } }),
      big(1000),
      big(4 * MB, { sender: { name: '', email: 'kho@anh.example' } }),
    );
    const { data } = await an.client.listLargeSenders({});
    expect(data).toMatchObject([
      { email: 'ha@anh.example', messages: 2, bytes: 5 * MB },
      { email: 'kho@anh.example', messages: 1, bytes: 4 * MB },
    ]);
    const { id } = (await an.client.deleteLargeMessages({ body: { email: 'ha@anh.example' } })).data;
    await runJobsUntilIdle(server.context);
    expect(await bytesOf('Trash')).toBe(5 * MB);
    expect((await an.client.listLargeSenders({})).data).toMatchObject([{ email: 'kho@anh.example' }]);
    await an.client.undoBulk({ params: { id } });
    await runJobsUntilIdle(server.context);
    expect(await bytesOf('Trash')).toBe(0);
    const none = an.client.deleteLargeMessages({ body: { email: 'khach@minhphat.example' } });
    await expect(none).rejects.toMatchObject({ status: 404, code: 'message_not_found' });
  });

  test('NS-8 files whose bytes stand in several messages are listed together', async () => {
    const drawing = (name: string, blob: string) => ({
      ...attachedPdf(name),
      size: 2 * MB,
      blob: blob.repeat(32),
    });
    const [first, second] = await file(
      big(3 * MB, {
        receivedAt: 1000,
        attachments: [drawing('bản vẽ.pdf', 'b1'), drawing('bản vẽ lần nữa.pdf', 'b1')],
      }),
      big(3 * MB, { receivedAt: 2000, attachments: [drawing('bản vẽ (1).pdf', 'b1')] }),
      big(3 * MB, { folder: 'Trash', attachments: [drawing('bản vẽ.pdf', 'b1')] }),
      big(3 * MB, { attachments: [drawing('khác.pdf', 'b2')] }),
      big(3 * MB, { attachments: [{ ...drawing('nhỏ.pdf', 'b3'), size: 100 }] }),
      big(3 * MB, { attachments: [{ ...drawing('nhỏ.pdf', 'b3'), size: 100 }] }),
    );
    const { data } = await an.client.listRepeatedFiles({});
    expect(data).toMatchObject([
      { name: 'bản vẽ (1).pdf', size: 2 * MB, messages: [{ id: second }, { id: first, size: 3 * MB }] },
    ]);
    expect(data).toHaveLength(1);
  });
});

describe('versions of the drive', () => {
  async function upload(name: string, text: string) {
    const form = new FormData();
    form.set('path', '/');
    form.set('on_conflict', 'replace');
    form.set('file', new Blob([text], { type: 'text/plain' }), name);
    return (await an.client.uploadDriveFile({ form })).data[0];
  }

  test('NS-9 what earlier versions take is told, and is what removing them frees', async () => {
    for (const text of ['một', 'một hai', 'một hai ba']) {
      await upload('kế hoạch.txt', text);
      server.clock.set(server.clock.now() + 1000);
    }
    await upload('khác.txt', 'x');
    const khac = await upload('khác.txt', 'xyz');
    const bytes = Buffer.byteLength('mộtmột hai');
    const told = (await an.client.getSpareVersions({})).data;
    expect(told).toMatchObject({
      ...{ versions: 3, bytes: bytes + 1 },
      files: [
        { name: 'kế hoạch.txt', versions: 2, bytes },
        { name: 'khác.txt', versions: 1, bytes: 1 },
      ],
    });
    const used = async () => (await an.client.getDriveUsage({})).data.used_bytes;
    const before = await used();
    const ofOne = await an.client.removeSpareVersions({ body: { file_id: khac?.id } });
    expect(ofOne.data).toEqual({ versions: 1, freed_bytes: 1, finished: true });
    const ofAll = await an.client.removeSpareVersions({ body: {} });
    expect(ofAll.data).toEqual({ versions: 2, freed_bytes: bytes, finished: true });
    expect(await used()).toBe(before - bytes - 1);
    expect((await an.client.getSpareVersions({})).data).toEqual({ versions: 0, bytes: 0, files: [] });
    const unknown = an.client.removeSpareVersions({ body: { file_id: 'không có' } });
    await expect(unknown).rejects.toMatchObject({ status: 404 });
  });
});
