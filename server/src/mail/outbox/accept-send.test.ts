import type { DraftInput } from '@bocau/contract/drafts.ts';
import type { ErrorCode } from '@bocau/contract/errors.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { fileMail } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { readMail, refusalOf, writeDraft } from '../../test-kit/write-mail.ts';

const MB = 1024 * 1024;

let server: TestServer;
let an: NewPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { SENDING_PER_HOUR: '60', SENDING_PER_DAY: '80' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
});

const send = (id: string, version?: number) =>
  an.client.sendMail({ body: { msg_id: id, async: true, delay: 60, ...(version ? { version } : {}) } });

async function attach(messageId: string, megabytes: number): Promise<void> {
  await sql`
    insert into attachments (mailbox_id, id, message_id, position, name, content_type, inline, size, blob)
    values (${an.mailbox}, ${newId(server.context.clock)}, ${messageId}, 0, 'x', 'text/x', false, ${megabytes * MB}, '')`.execute(
    server.context.db,
  );
}

function addresses(count: number, domain = 'ngoai.example'): string[] {
  return Array.from({ length: count }, (_, at) => `nguoi${at}@${domain}`);
}

describe('a mail that may not be sent', () => {
  test('SD-2 SD-3 SD-5 SD-6 SD-15 RC-1 RC-5 AT-11 is refused for the first of its faults in the order of the contract', async () => {
    const { db } = server.context;
    const draft = await writeDraft(an, [], { body: '<p></p>' });
    const save = async (body: DraftInput) =>
      (await an.client.saveDraft({ params: { id: draft.id }, body })).data.draft?.version as number;
    const setSender = (email: string) =>
      sql`
      update messages set sender = jsonb_set(sender, '{email}', to_jsonb(${email}::text))
      where mailbox_id = ${an.mailbox} and id = ${draft.id}`.execute(db);
    const setSmtp = (on: boolean) =>
      sql`update mailboxes set enable_smtp = ${on} where id = ${an.mailbox}`.execute(db);
    await save({ body: `<p>${'x'.repeat(LIMITS.maxBodySize)}</p>` });
    const [first, second] = [{ email: 'mot@ngoai' }, { email: 'hai' }];
    const version = await save({ to: [{ email: 'undisclosed-recipients:;' }] });
    await attach(draft.id, 31);
    await setSender('');
    await setSmtp(false);

    const steps: [ErrorCode, () => Promise<unknown>][] = [
      ['sending_disabled', () => setSmtp(true)],
      ['no_sender', () => setSender('minh.tran@saomai.example')],
      ['sender_not_allowed', () => setSender(an.email)],
      ['no_recipient', () => save({ to: [first] })],
      ['no_recipient', () => save({ to: [first], cc: [{ email: 'ba@ngoai.example' }], bcc: [second] })],
      ['invalid_recipients', () => save({ to: addresses(61).map((email) => ({ email })), cc: [], bcc: [] })],
      ['body_too_long', () => save({ body: '<p>Xin chào</p>' })],
      ['mail_too_large', () => sql`delete from attachments where mailbox_id = ${an.mailbox}`.execute(db)],
      ['sending_limit_reached', () => save({ to: addresses(3).map((email) => ({ email })) })],
    ];
    expect((await refusalOf(send(draft.id, version - 1))).code).toBe('draft_conflict');
    for (const [code, mend] of steps) {
      const refused = await refusalOf(send(draft.id));
      expect(refused.code).toBe(code);
      if (code === 'invalid_recipients') expect(refused.details).toEqual({ emails: ['mot@ngoai', 'hai'] });
      if (code === 'mail_too_large') {
        expect(refused.details).toMatchObject({ limit: 40 * MB });
        expect(refused.details.size).toBeGreaterThan(42 * MB);
      }
      await mend();
    }
    expect((await send(draft.id)).data.sending?.state).toBe('held');
  });

  test('DR-9 has a newer draft, which comes with the refusal', async () => {
    const draft = await writeDraft(an, ['a@ngoai.example']);
    const version = draft.draft?.version as number;
    await an.client.saveDraft({ params: { id: draft.id }, body: { subject: 'Mới hơn' } });
    const refused = await refusalOf(send(draft.id, version));
    expect(refused).toMatchObject({
      status: 409,
      code: 'draft_conflict',
      details: { draft: { subject: 'Mới hơn' } },
    });
    expect((await send(draft.id, version + 1)).data.state).toBe('sending');
  });

  test('AU-7 is another one’s, or none', async () => {
    const draft = await writeDraft(await newPerson(server), ['a@ngoai.example']);
    for (const id of [draft.id, newId(server.context.clock), 'nothing']) {
      const again = an.client.sendAgain({ params: { id }, body: { emails: ['a@ngoai.example'] } });
      const schedule = an.client.scheduleMail({ body: { msg_id: id, timestamp: 4_000_000_000 } });
      const undo = an.client.undoSendMail({ body: { msg_id: id } });
      const calls = [send(id), schedule, undo, an.client.cancelSchedule({ params: { id } }), again];
      for (const refused of await Promise.all(calls.map(refusalOf))) {
        expect(refused).toMatchObject({ status: 404, code: 'message_not_found' });
      }
    }
  });

  test('is a mail that came', async () => {
    const id = await fileMail(server.context, an.mailbox);
    expect((await refusalOf(send(id))).code).toBe('not_a_draft');
    const again = an.client.sendAgain({ params: { id }, body: { emails: ['khach@minhphat.example'] } });
    expect((await refusalOf(again)).code).toBe('no_recipient');
  });

  test('goes beyond what one mailbox may send in an hour and a day, and is told when there is room', async () => {
    const write = async (count: number) => (await writeDraft(an, addresses(count))).id;
    const [big, small, last] = [await write(50), await write(20), await write(11)];
    await send(big);
    const first = await refusalOf(send(small));
    expect([first.status, first.code, first.retryAfter]).toEqual([429, 'sending_limit_reached', 3600]);
    await server.clock.advance(3_600_000);
    await send(small);
    const second = await refusalOf(send(last));
    expect([second.code, second.retryAfter]).toEqual(['sending_limit_reached', 23 * 3600]);
    await an.client.undoSendMail({ body: { msg_id: small } });
    expect((await send(last)).data.sending?.state).toBe('held');
  });

  test('says so for a scheduled one as well', async () => {
    const { id } = await writeDraft(an, ['hai']);
    const call = an.client.scheduleMail({ body: { msg_id: id, intended_time: 4_000_000_000 } });
    expect(await refusalOf(call)).toMatchObject({ code: 'no_recipient', details: { emails: ['hai'] } });
    expect((await readMail(an, id)).folder).toBe('Drafts');
  });
});
