import { Readable } from 'node:stream';
import type { Newsletter } from '@bocau/contract/newsletters.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { recount } from '../../mail/mailbox/recount.ts';
import { markInFolder } from '../../mail/messages/mark-in-folder.ts';
import { rebuildMailbox } from '../../mail/rebuild/rebuild-mailbox.ts';
import { fileMails, type MailGiven } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { unsubscribeInOneClick } from '../unsubscribe/unsubscribe-in-one-click.ts';

const DAY = 24 * 3600;

let server: TestServer;
let an: NewPerson;
let now: number;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
  now = Math.floor(server.clock.now() / 1000);
  return async () => expect(await recount(server.context.db, an.mailbox)).toEqual([]);
});

const OFFER = { url: 'https://ban-tin.example/u?id=1', mailto: null, oneClick: true };
const SIGNED: MailGiven['senderChecks'] = {
  spf: { result: 'pass', domain: 'ban-tin.example' },
  dkim: [{ result: 'pass', domain: 'ban-tin.example', selector: 's', aligned: true }],
  dmarc: { result: 'pass', policy: null, domain: null },
  arc: { result: 'none' },
};

type Given = MailGiven & { mailto?: string };
function newsletter({ mailto, ...given }: Given = {}): MailGiven {
  const unsubscribe = mailto === undefined ? OFFER : { url: null, mailto, oneClick: false };
  return {
    sender: { name: 'Bản tin', email: 'Tin@ban-tin.example' },
    senderChecks: SIGNED,
    headers: { to: [], cc: [], bcc: [], replyTo: [], unsubscribe },
    ...given,
  };
}

const file = (...mails: MailGiven[]) => fileMails(server.context, an.mailbox, mails);

async function rows(query: Parameters<NewPerson['client']['listNewsletters']>[0]['query'] = {}) {
  return (await an.client.listNewsletters({ query })).data;
}

async function one(): Promise<Newsletter> {
  const [row] = await rows();
  return row as Newsletter;
}

describe('the list of newsletters', () => {
  test('NS-1 a colleague who writes to many is none, nor is a stranger who writes as one', async () => {
    await file(
      newsletter(),
      newsletter({ sender: { name: 'Minh', email: 'minh.tran@saomai.example' }, spoofed: true }),
      newsletter({ sender: { name: 'Tin', email: 'tin@tin.saomai.example' } }),
    );
    expect((await rows()).map(({ email }) => email).sort()).toEqual([
      'tin@ban-tin.example',
      'tin@tin.saomai.example',
    ]);
  });

  test('NS-1 NS-2 has a row for each address, with what lies outside Trash and Junk', async () => {
    const shop = { name: 'Cửa hàng', email: 'qua@shop.example' };
    const ids = await file(
      newsletter({ size: 1000, receivedAt: now - 200 * DAY, unread: false }),
      newsletter({ size: 500, receivedAt: now - 2 * DAY, unread: true }),
      newsletter({
        size: 300,
        receivedAt: now - 1 * DAY,
        unread: true,
        sender: { name: 'Tin mới', email: 'tin@Ban-tin.example' },
      }),
      newsletter({ size: 70, folder: 'Trash' }),
      newsletter({ size: 80, folder: 'Junk' }),
      newsletter({
        size: 9000,
        receivedAt: now - 3 * DAY,
        sender: shop,
        mailto: 'mailto:ra@shop.example',
        unread: true,
      }),
      { from: 'khach@minhphat.example' },
    );
    const { data, meta } = await an.client.listNewsletters({ query: {} });
    expect(data).toMatchObject([
      {
        ...{ email: 'tin@ban-tin.example', name: 'Tin mới', messages: 3, bytes: 1800, unread: 2, lately: 2 },
        ...{ last_at: now - DAY, last_read_at: now - 200 * DAY, message_id: ids[2] },
        ...{ unsubscribe: { one_click: true, url: OFFER.url }, unsubscribed_at: null, since_unsubscribed: 0 },
      },
      {
        ...{ email: 'qua@shop.example', messages: 1, bytes: 9000, last_read_at: null },
        unsubscribe: { one_click: false, url: null, mailto: 'mailto:ra@shop.example' },
      },
    ]);
    expect(meta).toEqual({ total: 2, messages: 4, bytes: 10_800, counting: false });
    expect((await rows({ sort: 'bytes' })).map(({ bytes }) => bytes)).toEqual([9000, 1800]);
    expect((await rows({ sort: 'unread' })).map(({ unread }) => unread)).toEqual([2, 1]);
    expect((await rows({ sort: 'last' })).map(({ last_at }) => last_at)).toEqual([now - DAY, now - 3 * DAY]);
  });

  test('NS-1 what a mail program has marked as deleted counts, and as unread where it is, until it is removed', async () => {
    const [first] = await file(newsletter({ unread: true }), newsletter({ unread: true }));
    await changeMailbox(server.context, an.mailbox, async (change) => {
      const messageIds = [first ?? ''];
      await markInFolder(change, { folderId: change.folders.INBOX, messageIds, marks: {}, deleted: true });
    });
    expect(await rows()).toMatchObject([{ messages: 2, unread: 2, last_read_at: null }]);
  });

  test('NS-1 mail of a group of colleagues, and addresses that nobody could have, do not count', async () => {
    await file(
      newsletter({ mailto: 'mailto:phong+leave@saomai.example?subject=leave' }),
      newsletter({ sender: { name: '', email: `${'x'.repeat(400)}@a.example` } }),
      newsletter({ sender: { name: 'Không ai', email: '' } }),
    );
    expect(await rows()).toEqual([]);
  });

  test('NS-1 older mail is marked by a job, and the list says so until then', async () => {
    await file(newsletter(), newsletter(), { from: 'khach@minhphat.example' });
    const { db } = server.context;
    await sql`update messages set newsletter = null where mailbox_id = ${an.mailbox}`.execute(db as never);
    await sql`delete from derived_versions where mailbox_id = ${an.mailbox} and what = 'newsletters'`.execute(
      db as never,
    );
    expect(await an.client.listNewsletters({ query: {} })).toMatchObject({
      data: [],
      meta: { counting: true },
    });
    await rebuildMailbox(server.context, an.mailbox, 'newsletters');
    expect(await an.client.listNewsletters({ query: {} })).toMatchObject({
      data: [{ messages: 2 }],
      meta: { counting: false },
    });
  });

  test('NS-2 an order that is none is refused', async () => {
    await expect(rows({ sort: 'name' as never })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_input',
    });
  });
});

describe('unsubscribing', () => {
  const answered = (status: number) => ({
    ...server.context,
    guardedFetch: async () => ({ status, headers: {}, body: Readable.from([]) }),
  });

  test('NS-3 what was done in one click is remembered, and what comes a day later is counted', async () => {
    const [first] = await file(newsletter({ receivedAt: now }));
    await unsubscribeInOneClick(answered(500), an.mailbox, first as string);
    expect(await one()).toMatchObject({ unsubscribed_at: null });
    await unsubscribeInOneClick(answered(200), an.mailbox, first as string);
    const at = Math.floor(server.clock.now() / 1000);
    await file(newsletter({ receivedAt: at + DAY }), newsletter({ receivedAt: at + DAY + 1 }));
    expect(await one()).toMatchObject({ messages: 3, unsubscribed_at: at, since_unsubscribed: 1 });
  });
});

describe('deleting all of a sender', () => {
  test('NS-4 moves what was counted to Trash, nothing else of its conversations, and undo puts it back', async () => {
    const [first] = await file(
      newsletter({ messageId: 'tin-1@ban-tin.example' }),
      newsletter({ size: 400 }),
      newsletter({ folder: 'Archive' }),
      newsletter({ folder: 'Junk' }),
      {
        inReplyTo: 'tin-1@ban-tin.example',
        references: ['tin-1@ban-tin.example'],
        subject: 'Re: Báo giá',
        from: 'tin@ban-tin.example',
      },
    );
    server.clock.set(server.clock.now() + 1000);
    expect(await one()).toMatchObject({ messages: 3 });
    const { data } = await an.client.deleteNewsletters({ body: { email: 'TIN@ban-tin.example' } });
    server.clock.set(server.clock.now() + 1000);
    await file(newsletter({ subject: 'Vừa đến' }));
    await runJobsUntilIdle(server.context);
    const job = (await an.client.getBulk({ params: { id: data.id } })).data;
    expect(job).toMatchObject({ action: 'delete_sender', state: 'done', total: 3, done: 3, can_undo: true });
    expect(job.freed_bytes).toBeUndefined();
    expect(await folders()).toEqual({ INBOX: 2, Junk: 1, Trash: 3 });
    await an.client.undoBulk({ params: { id: data.id } });
    await runJobsUntilIdle(server.context);
    expect(await folders()).toEqual({ Archive: 1, INBOX: 4, Junk: 1 });
    expect((await an.client.getMessage({ params: { id: first as string }, query: {} })).data.folder).toBe(
      'INBOX',
    );
  });

  test('NS-4 of who has sent none it is refused, and another person’s stay', async () => {
    const binh = await newPerson(server);
    await fileMails(server.context, binh.mailbox, [newsletter()]);
    const refused = expect.objectContaining({ status: 404, code: 'message_not_found' });
    await expect(an.client.deleteNewsletters({ body: { email: 'tin@ban-tin.example' } })).rejects.toEqual(
      refused,
    );
    await expect(an.client.deleteNewsletters({ body: { email: '' } })).rejects.toMatchObject({ status: 400 });
  });

  async function folders(): Promise<Record<string, number>> {
    const { rows: found } = await sql<{ role: string; count: number }>`
      select f.role, count(*)::integer as count from messages m
      join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
      where m.mailbox_id = ${an.mailbox} group by f.role order by f.role`.execute(server.context.db as never);
    return Object.fromEntries(found.map(({ role, count }) => [role, count]));
  }
});
