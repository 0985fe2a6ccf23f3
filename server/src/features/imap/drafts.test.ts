import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { recount } from '../../mail/mailbox/recount.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { connectImap, type ImapClient } from '../../test-kit/imap-client.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { type SmtpTrap, startSmtpTrap } from '../../test-kit/smtp-trap.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn, readMail, refusalOf, writeDraft } from '../../test-kit/write-mail.ts';
import { collectBlobsTask } from '../cleaning/cleaning.jobs.ts';

const FAR = 'khach@minhphat.example';
const DAY = 24 * 3600_000;

let server: TestServer;
let relay: SmtpTrap;
let an: NewPerson;
let imap: ImapClient;

beforeAll(async () => {
  relay = await startSmtpTrap();
  server = await startTestServer({
    env: { ROLES: 'http,imap', SMTP_RELAY: `smtp://127.0.0.1:${relay.port}` },
  });
});
afterAll(async () => {
  await server.close();
  await relay.close();
});
beforeEach(async () => {
  an = await newPerson(server);
  imap = await connectImap({ port: server.running.imapPort as number });
  await imap.command(`LOGIN "${an.email}" "${lanAnh.password}"`);
});

const select = (folder = 'Drafts') => imap.command(`SELECT ${folder}`);
const said = async (command: string) => (await imap.command(command)).untagged;
const work = async () => (await runJobsUntilIdle(server.context)).filter((task) => task !== 'sign_in_alert');
const sound = () => recount(server.context.db, an.mailbox);
const save = (id: string, version: number, body: string) =>
  an.client.saveDraft({ params: { id }, body: { version, body } });

async function rest() {
  server.clock.set(server.clock.now() + 5_000);
  return work();
}

async function sourceOf(number: number): Promise<string> {
  const [answer = ''] = await said(`FETCH ${number} BODY.PEEK[]`);
  return Buffer.from(answer, 'latin1').toString();
}

function written(body: string, headers: Record<string, string> = {}): Buffer {
  const all = {
    From: an.email,
    To: `Khách <${FAR}>`,
    Cc: 'sep@saomai.example',
    Bcc: 'kin@saomai.example',
    Subject: 'Báo giá',
    'Message-ID': '<nhap@may.saomai.example>',
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${lines.join('')}\r\n${body}\r\n`);
}

const append = (body: string, headers?: Record<string, string>) =>
  imap.commandWith('APPEND Drafts (\\Draft \\Seen)', written(body, headers));

describe('a draft of the web', () => {
  test('is in Drafts of a mail program five seconds after its last save, and its form is as it was', async () => {
    await select();
    const bcc = [{ name: '', email: 'kin@saomai.example' }];
    const draft = await writeDraft(an, [FAR], { subject: 'Hợp đồng', body: '<p>Mot</p>', bcc });
    expect(await work()).toEqual([]);
    expect((await said('NOOP')).join()).not.toContain('EXISTS');
    const before = await readMail(an, draft.id);
    expect(await rest()).toEqual(['rest_draft']);
    expect(await said('NOOP')).toContain('* 1 EXISTS');
    expect(await said('FETCH 1 (UID FLAGS)')).toEqual(['* 1 FETCH (UID 1 FLAGS (\\Seen \\Draft))']);
    const source = await sourceOf(1);
    expect(source).toContain(`To: ${FAR}`);
    expect(source).toContain('Bcc: kin@saomai.example');
    expect(source).toContain('<p>Mot</p>');
    expect(await said('FETCH 1 RFC822.SIZE')).toEqual([
      `* 1 FETCH (RFC822.SIZE ${Buffer.byteLength(/\{(\d+)\}\r\n([\s\S]*)\)$/.exec(source)?.[2] ?? '')})`,
    ]);
    expect(await readMail(an, draft.id)).toEqual({ ...before, size: expect.any(Number) });
    expect(await sound()).toEqual([]);
  });

  test('leaves them when it is saved again, and rests under another uid, once', async () => {
    await select();
    const draft = await writeDraft(an, [FAR]);
    await rest();
    await said('NOOP');
    await save(draft.id, 1, '<p>Hai</p>');
    expect(await said('NOOP')).toContain('* 1 EXPUNGE');
    server.clock.set(server.clock.now() + 3_000);
    await save(draft.id, 2, '<p>Ba</p>');
    server.clock.set(server.clock.now() + 3_000);
    expect(await work()).toEqual([]);
    expect(await rest()).toEqual(['rest_draft']);
    expect(await said('NOOP')).toContain('* 1 EXISTS');
    expect(await said('FETCH 1 UID')).toEqual(['* 1 FETCH (UID 2)']);
    expect(await sourceOf(1)).toContain('<p>Ba</p>');
    expect((await readMail(an, draft.id)).draft).toMatchObject({ version: 3 });
    expect(await sound()).toEqual([]);
  });

  test('costs nothing where no mail program reads drafts, and comes when one does', async () => {
    await writeDraft(an, [FAR], { subject: 'Trước' });
    expect(await rest()).toEqual([]);
    await select();
    expect(await work()).toEqual(['rest_draft']);
    expect(await said('NOOP')).toContain('* 1 EXISTS');
    await select();
    expect(await work()).toEqual([]);
  });

  test('that is sent leaves one message in Sent, and its bytes are collected', async () => {
    await select();
    const draft = await writeDraft(an, [FAR]);
    await rest();
    await said('NOOP');
    const { db, blobs } = server.context;
    const [row] = await db.selectFrom('messages').select('blob').where('id', '=', draft.id).execute();
    const key = row?.blob?.toString('hex') as string;
    expect(await blobs.stat(key)).not.toBeNull();
    await an.client.sendMail({ body: { msg_id: draft.id } });
    await work();
    expect((await said('NOOP')).filter((line) => line.includes('EXPUNGE'))).toHaveLength(1);
    expect(await mailIn(an, 'Sent')).toHaveLength(1);
    server.clock.set(server.clock.now() + 2 * DAY);
    await inTransaction(db, (tx) => addJob(tx, collectBlobsTask, {}));
    await work();
    expect(await blobs.stat(key)).toBeNull();
    expect(await sound()).toEqual([]);
  });

  test('that could not be sent is there again, with its text', async () => {
    await select();
    const draft = await writeDraft(an, ['khong-co@saomai.example'], { body: '<p>Gui lai</p>' });
    await an.client.sendMail({ body: { msg_id: draft.id } }).catch(() => undefined);
    await work();
    await rest();
    expect(await mailIn(an, 'Drafts')).toMatchObject([{ id: draft.id, sending: { state: 'failed' } }]);
    await said('NOOP');
    expect(await sourceOf(1)).toContain('<p>Gui lai</p>');
    await select('Sent');
    expect(await said('SEARCH ALL')).toEqual(['* SEARCH']);
    expect(await sound()).toEqual([]);
  });
});

describe('a draft that a mail program stores', () => {
  test('opens in the form of the web, is saved there, and rests again', async () => {
    await select();
    await append('Kính gửi anh', {
      'Content-Type': 'multipart/mixed; boundary=B',
      'MIME-Version': '1.0',
    });
    const multipart = [
      '--B',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>Kính gửi <b>anh</b></p>',
      '--B',
      'Content-Type: application/pdf; name=a.pdf',
      'Content-Transfer-Encoding: base64',
      'Content-Disposition: attachment; filename=a.pdf',
      '',
      'JVBERi0x',
      '--B--',
    ].join('\r\n');
    await append(multipart, {
      'Content-Type': 'multipart/mixed; boundary=B',
      'MIME-Version': '1.0',
      'Message-ID': '<hai@may.saomai.example>',
    });
    const found = (await mailIn(an, 'Drafts')).find(({ files }) => files.length > 0);
    expect(found).toMatchObject({
      is_draft: true,
      subject: 'Báo giá',
      to: [{ name: 'Khách', email: FAR }],
      cc: [{ email: 'sep@saomai.example' }],
      bcc: [{ email: 'kin@saomai.example' }],
      files: [{ name: 'a.pdf' }],
    });
    expect(found?.body).toContain('<b>anh</b>');
    const id = found?.id as string;
    const { data } = await save(id, 0, '<p>Sua tren web</p>');
    expect(data).toMatchObject({ files: [{ name: 'a.pdf' }], bcc: [{ email: 'kin@saomai.example' }] });
    await rest();
    await select();
    expect(await sourceOf(2)).toContain('JVBERi0x');
    expect(await sourceOf(2)).toContain('<p>Sua tren web</p>');
    expect(await sound()).toEqual([]);
  });

  test('in plain text keeps its lines in the form of the web', async () => {
    await append('Kính gửi,\r\n\r\n  - mục 1\r\n> a < b\r\n');
    const [found] = await mailIn(an, 'Drafts');
    expect(found?.body_type).toBe('html');
    expect(found?.body).toContain('Kính gửi,<br><br>  - mục 1<br>&gt; a &lt; b');
    const id = found?.id as string;
    const { data } = await save(id, 0, found?.body as string);
    // What was opened and is saved as it was is no change.
    expect(data.draft?.version).toBe(0);
  });

  test('anew before it removes the old one is one draft, and nothing to be restored', async () => {
    await select();
    for (const [at, body] of ['Một', 'Một hai', 'Một hai ba'].entries()) {
      await append(body);
      if (at === 0) continue;
      await imap.command('STORE 1 +FLAGS.SILENT (\\Deleted)');
      await imap.command('EXPUNGE');
    }
    expect(await mailIn(an, 'Drafts')).toMatchObject([{ snippet: 'Một hai ba' }]);
    expect((await an.client.listRemovedMessages({ query: {} })).data).toEqual([]);
    expect(await sound()).toEqual([]);
  });

  test('in place of one that is open in the web leaves both texts', async () => {
    await select();
    const draft = await writeDraft(an, [FAR], { body: '<p>Bản trên web</p>' });
    await rest();
    await said('NOOP');
    await append('Bản của phần mềm');
    await imap.command('STORE 1 +FLAGS.SILENT (\\Deleted)');
    expect(await mailIn(an, 'Drafts')).toMatchObject([{ snippet: 'Bản của phần mềm' }]);
    // The window still knows it, and what it saves shows again.
    await save(draft.id, 1, '<p>Bản trên web, sửa</p>');
    expect((await mailIn(an, 'Drafts')).map(({ snippet }) => snippet).sort()).toEqual([
      'Bản của phần mềm',
      'Bản trên web, sửa',
    ]);
    await rest();
    await said('NOOP');
    await imap.command('STORE 2 +FLAGS.SILENT (\\Deleted)');
    await imap.command('EXPUNGE');
    // Of one that is gone the window makes another draft (draft-saving of the web).
    expect((await refusalOf(save(draft.id, 2, '<p>Lần nữa</p>'))).code).toBe('message_not_found');
    expect(await sound()).toEqual([]);
  });
});
