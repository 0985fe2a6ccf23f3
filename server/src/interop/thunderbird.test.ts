import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { freePort } from '../test-kit/free-port.ts';
import { rawMessage } from '../test-kit/imap-person.ts';
import { type NewPerson, newPerson } from '../test-kit/new-person.ts';
import { connectMail } from '../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { mailIn } from '../test-kit/write-mail.ts';
import { findThunderbird, type Thunderbird } from './debian-programs.ts';
import { CERTIFICATE, makeOpenFolder } from './other-mail-server.ts';
import { type RunningThunderbird, startThunderbird } from './start-thunderbird.ts';
import { actsIn } from './thunderbird-acts.ts';

const found = findThunderbird();
const HOST = 'mail.test';
/** For another program, beside other tests. */
const PATIENCE = { timeout: 15_000 };

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe.skipIf(found === null)('Thunderbird of Debian', () => {
  let server: TestServer;
  let an: NewPerson;
  let binh: NewPerson;
  let place: { folder: string; remove(): Promise<void> };
  let running: RunningThunderbird;
  let thunderbird: ReturnType<typeof actsIn>;
  let ports: { imap: number; submission: number };
  let foundByItself: string[];

  beforeAll(async () => {
    ports = { imap: await freePort(), submission: await freePort() };
    server = await startTestServer({
      clock: systemClock,
      env: {
        ROLES: 'http,mail,imap,jobs',
        MAIL_TLS_CERT: CERTIFICATE.cert,
        MAIL_TLS_KEY: CERTIFICATE.key,
        IMAP_TLS_PORT: String(ports.imap),
        SUBMISSION_PORT: String(ports.submission),
        MAIL_SERVICES: `imaps://${HOST}:${ports.imap},smtp://${HOST}:${ports.submission}`,
      },
    });
    [an, binh] = [await newPerson(server), await newPerson(server)];
    const body = { name: 'Thunderbird', scopes: ['imap' as const, 'smtp' as const] };
    const { data } = await an.client.createAppPassword({ body });
    place = await makeOpenFolder('thunderbird');
    running = await startThunderbird(found as Thunderbird, {
      folder: place.folder,
      httpPort: server.running.httpPort as number,
    });
    thunderbird = actsIn(running);
    await thunderbird.trust(HOST, Object.values(ports), await readFile(CERTIFICATE.cert, 'utf8'));
    foundByItself = await thunderbird.addAccount(an.email, data.password);
  });
  afterAll(async () => {
    await running?.stop();
    await server?.close();
    await place?.remove();
  });

  async function deliver(subject: string): Promise<void> {
    const client = await connectMail({
      host: '127.0.0.1',
      port: server.running.lmtpPort as number,
      protocol: 'lmtp',
    });
    const raw = rawMessage(subject, { body: 'Thân gửi An\r\n' });
    await client.send({ from: 'khach@minhphat.example', to: [an.email], raw });
    client.end();
  }

  async function folderId(name: string): Promise<string> {
    const { data } = await an.client.listFolders({});
    return data.find((folder) => folder.name === name)?.id ?? 'none';
  }

  /** What the web lists in a folder, in the words of `seesIn`. */
  async function inWeb(folder: string): Promise<string[]> {
    const messages = await mailIn(an, folder);
    return messages.map(({ subject, starred }) => (starred ? `* ${subject}` : subject)).sort();
  }

  test('SI-1 it sets itself up from an address and a password', async () => {
    expect(foundByItself).toEqual([
      ...[HOST, String(ports.imap), 'SSL/TLS'],
      ...[HOST, String(ports.submission), 'STARTTLS'],
    ]);
    const folders = ['Archive', 'Drafts', 'INBOX', 'Junk', 'Sent', 'Trash'];
    expect((await thunderbird.folders()).sort()).toEqual(folders);
  });

  test('what the web removes is gone there: here the notices of its own password and sign-in', async () => {
    const notices = ['Đã tạo mật khẩu ứng dụng', 'Đăng nhập mới: Chương trình thư (IMAP)'];
    await thunderbird.seesIn('INBOX', notices);
    const { data } = await an.client.listThreads({ query: { in: 'INBOX' } });
    await an.client.deleteThreads({ body: { ids: data.map(({ id }) => id) } });
    await thunderbird.seesIn('INBOX', []);
    await thunderbird.seesIn('Trash', notices);
  });

  test('what it reads, marks, moves and deletes is so in the web', async () => {
    await deliver('Hợp đồng');
    expect(await thunderbird.open('INBOX', 'Hợp đồng')).toBe('Thân gửi An');
    await expect.poll(() => mailIn(an, 'INBOX'), PATIENCE).toMatchObject([{ unread: false }]);
    await thunderbird.doCommand('INBOX', 'Hợp đồng', 'cmd_markAsFlagged');
    await expect.poll(() => inWeb('INBOX'), PATIENCE).toEqual(['* Hợp đồng']);
    await thunderbird.makeFolder('Dự án');
    await thunderbird.doCommand('INBOX', 'Hợp đồng', 'cmd_moveMessage', 'Dự án');
    await expect.poll(() => inWeb('Dự án'), PATIENCE).toEqual(['* Hợp đồng']);
    await thunderbird.seesIn('Dự án', ['* Hợp đồng']);
    await thunderbird.doCommand('Dự án', 'Hợp đồng', 'cmd_delete');
    await expect.poll(() => inWeb('Trash'), PATIENCE).toContain('* Hợp đồng');
    await thunderbird.seesIn('Dự án', []);
  });

  test('what the web stars and moves it shows without being asked', async () => {
    for (const subject of ['Một', 'Hai']) await deliver(subject);
    await thunderbird.seesIn('INBOX', ['Hai', 'Một']);
    const { data } = await an.client.listThreads({ query: { in: 'INBOX' } });
    const [first, second] = ['Một', 'Hai'].map(
      (wanted) => data.find(({ subject }) => subject === wanted)?.id ?? 'none',
    ) as [string, string];
    await an.client.starThread({ params: { id: first }, body: { starred: true } });
    await thunderbird.seesIn('INBOX', ['* Một', 'Hai']);
    await an.client.moveThreads({
      body: [
        {
          thread_ids: [second],
          from_folder_id: await folderId('INBOX'),
          to_folder_id: await folderId('Archive'),
        },
      ],
    });
    await thunderbird.seesIn('INBOX', ['* Một']);
    await thunderbird.seesIn('Archive', ['Hai']);
  });

  test('LB-11 labels are its tags, which either side puts on and takes off', async () => {
    const { data: khach } = await an.client.createLabel({ body: { name: 'Khách', color: 'green' } });
    const { data: gap } = await an.client.createLabel({ body: { name: 'Gấp', color: 'red' } });
    await deliver('Có nhãn');
    await thunderbird.seesIn('INBOX', ['* Một', 'Có nhãn']);
    const [id = ''] = (await mailIn(an, 'INBOX'))
      .filter(({ subject }) => subject === 'Có nhãn')
      .map((one) => one.id);
    const labelsInWeb = async () =>
      (await an.client.getMessage({ params: { id }, query: {} })).data.label_ids ?? [];
    await an.client.labelMessages({ body: { ids: [id], add: [khach.id], remove: [] } });
    await thunderbird.seesTags('INBOX', 'Có nhãn', ['$label1']);
    await thunderbird.doCommand('INBOX', 'Có nhãn', 'cmd_tag2');
    await expect.poll(labelsInWeb, PATIENCE).toEqual([khach.id, gap.id]);
    await thunderbird.doCommand('INBOX', 'Có nhãn', 'cmd_tag1');
    await expect.poll(labelsInWeb, PATIENCE).toEqual([gap.id]);
    // It listens again, and its own change is over: what comes meanwhile it takes for a part of that.
    await deliver('Sau nhãn');
    await thunderbird.seesIn('INBOX', ['* Một', 'Có nhãn', 'Sau nhãn']);
    await an.client.labelMessages({ body: { ids: [id], add: [], remove: [gap.id] } });
    await thunderbird.seesTags('INBOX', 'Có nhãn', []);
  });

  test('a draft that it saves twice is one draft, which the web opens in its form', async () => {
    await thunderbird.write({ to: binh.email, subject: 'Báo giá', text: 'Giá cũ' });
    await thunderbird.saveDraft();
    await expect.poll(() => inWeb('Drafts'), PATIENCE).toEqual(['Báo giá']);
    await thunderbird.writeOn(', rồi giá mới');
    await thunderbird.saveDraft();
    const text = async () => (await mailIn(an, 'Drafts')).map(({ body }) => body);
    await expect.poll(text, PATIENCE).toEqual([expect.stringContaining('Giá cũ, rồi giá mới')]);
    await thunderbird.seesIn('Drafts', ['Báo giá']);
  });

  test('what it sends arrives once, stands in Sent once, and is no draft any more', async () => {
    await thunderbird.send();
    await expect.poll(() => mailIn(binh, 'INBOX'), PATIENCE).toMatchObject([{ subject: 'Báo giá' }]);
    await thunderbird.findsIn('Sent', ['Báo giá']);
    await thunderbird.findsIn('Drafts', []);
    expect(await inWeb('Sent')).toEqual(['Báo giá']);
    expect(await inWeb('Drafts')).toEqual([]);
    expect(await mailIn(binh, 'INBOX')).toHaveLength(1);
  });
});
