import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { recount } from '../../mail/mailbox/recount.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import type { SmtpTrap } from '../../test-kit/smtp-trap.ts';
import type { TestServer } from '../../test-kit/start-server.ts';
import { startWithTrap } from '../../test-kit/start-with-trap.ts';
import { mailIn, readMail, writeDraft } from '../../test-kit/write-mail.ts';
import { reportFailure } from './report-failure.ts';

let server: TestServer;
let trap: SmtpTrap;
let close: () => Promise<void>;
let an: NewPerson;

beforeAll(async () => {
  ({ server, trap, close } = await startWithTrap());
});
afterAll(() => close());
beforeEach(async () => {
  trap.refuseRecipient((address) => (address.startsWith('ai@') ? '550 5.1.1 User unknown' : null));
  an = await newPerson(server);
});

async function send(to: string[]) {
  const draft = await writeDraft(an, to);
  await an.client.sendMail({ body: { msg_id: draft.id } });
  await runJobsUntilIdle(server.context);
  return draft;
}

test('SD-20 tells of a failure by one message in the inbox, with the original and what programs read', async () => {
  const draft = await send(['ai@vpp.example', 'cham@vpp.example']);
  const told = await mailIn(an, 'INBOX');
  expect(told).toHaveLength(1);
  const id = told[0]?.id as string;
  const report = await readMail(an, id);
  expect(report).toMatchObject({
    subject: `Không gửi được: ${draft.subject}`,
    unread: true,
    from: { email: `postmaster@${an.email.split('@')[1]}` },
    body: expect.stringContaining('ai@vpp.example: Địa chỉ này không tồn tại.'),
  });
  expect(report.body).not.toContain('cham@vpp.example');
  expect(report.files.map(({ content_type }) => content_type)).toEqual([
    'message/delivery-status',
    'message/rfc822',
  ]);
  const { blobs, db } = server.context;
  const { blob } = await db
    .selectFrom('messages')
    .select('blob')
    .where('mailbox_id', '=', an.mailbox)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const source: Buffer[] = [];
  for await (const piece of await blobs.open((blob as Buffer).toString('hex'))) source.push(piece);
  const raw = Buffer.concat(source).toString();
  expect(raw).toContain('Final-Recipient: rfc822; ai@vpp.example\r\nAction: failed\r\nStatus: 5.1.1\r\n');
  expect(raw).toContain(`Message-ID: <${(await readMail(an, draft.id)).message_id_header}>`);
  expect(await recount(db, an.mailbox)).toEqual([]);
});

test('SD-20 tells once, also when it is told to again, and of nothing that has arrived', async () => {
  await send(['cham@vpp.example']);
  expect(await mailIn(an, 'INBOX')).toEqual([]);
  const { id } = await send(['ai@vpp.example']);
  expect(await readMail(an, id)).toMatchObject({ folder: 'Drafts', status: 'sending_failed' });
  const [report] = await mailIn(an, 'INBOX');
  expect(report?.body).toContain('Thư đã trở lại Thư nháp');
  const { id: outboxId, finished_at: at } = await server.context.db
    .selectFrom('outbox')
    .select(['id', 'finished_at'])
    .where('mailbox_id', '=', an.mailbox)
    .where('message_id', '=', id)
    .executeTakeFirstOrThrow();
  const job = { mailboxId: an.mailbox, outboxId, at: at as number, blob: null };
  await Promise.all([reportFailure(server.context, job), reportFailure(server.context, job)]);
  expect(await mailIn(an, 'INBOX')).toHaveLength(1);
});

test('SD-20 answers no message that a program had sent by itself', async () => {
  const { id } = await send(['ai@vpp.example']);
  const { key } = await server.context.blobs.put(
    Buffer.from('From: x@y.example\r\nAuto-Submitted: auto-replied\r\n\r\nx\r\n'),
  );
  const { id: outboxId } = await server.context.db
    .selectFrom('outbox')
    .select('id')
    .where('mailbox_id', '=', an.mailbox)
    .where('message_id', '=', id)
    .executeTakeFirstOrThrow();
  await reportFailure(server.context, { mailboxId: an.mailbox, outboxId, at: 1, blob: key });
  expect(await mailIn(an, 'INBOX')).toHaveLength(1);
});

test('SD-20 calls what may have arrived unclear, and not undelivered', async () => {
  trap.hangUp('before-answer');
  const draft = await send(['cham@vpp.example']);
  trap.hangUp(null);
  expect(trap.messages.at(-1)?.to).toEqual(['cham@vpp.example']);
  const [report] = await mailIn(an, 'INBOX');
  expect(report?.subject).toBe(`Chưa rõ đã đến hay chưa: ${draft.subject}`);
  expect(report?.body).toContain('Chưa rõ thư đã đến hay chưa');
});

test('SD-20 says so where nothing has left as its sender address is somebody else’s by now', async () => {
  const owner = await server.signIn(lanAnh.email);
  const address = `ban-hang-${an.mailbox}@saomai.example`;
  const id = String(an.mailbox);
  await owner.addAlias({ params: { id }, body: { address } });
  const draft = await writeDraft(an, ['cham@vpp.example'], { from: address });
  await an.client.sendMail({ body: { msg_id: draft.id, async: true, delay: 10 } });
  await owner.removeAlias({ params: { id, address } });
  await server.clock.advance(60_000);
  await runJobsUntilIdle(server.context);
  const [told] = await mailIn(an, 'INBOX');
  expect((await readMail(an, told?.id as string)).body).toContain('không còn là của bạn');
  expect((await readMail(an, draft.id)).is_draft).toBe(true);
});
