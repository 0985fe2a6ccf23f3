import { LIMITS } from '@bocau/contract/limits.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fileMail, fileMails, type MailGiven } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { recount } from '../mailbox/recount.ts';

let server: TestServer;
let person: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  person = await newPerson(server);
  return async () => expect(await recount(server.context.db, person.mailbox)).toEqual([]);
});

/** Ids contain their creation time in milliseconds. */
async function arrives(mail: MailGiven): Promise<string> {
  server.clock.set(server.clock.now() + 1_000);
  return threadOf(await fileMail(server.context, person.mailbox, mail));
}

async function threadOf(message: string): Promise<string> {
  return (await person.client.getMessage({ params: { id: message }, query: {} })).data.thread_id;
}

function countOf(thread: string): Promise<number> {
  return person.client
    .getThread({ params: { id: thread }, query: { peek: 'true' } })
    .then(({ data }) => data.messages.length);
}

describe('a message joins a conversation', () => {
  test('that it answers', async () => {
    const first = await arrives({ subject: 'Báo giá', messageId: 'a@x' });
    expect(await arrives({ subject: 'Re: Báo giá', messageId: 'b@x', inReplyTo: 'a@x' })).toBe(first);
    expect(await arrives({ subject: 'Re: Báo giá', messageId: 'c@x', references: ['a@x', 'b@x'] })).toBe(
      first,
    );
    expect(await countOf(first)).toBe(3);
  });

  test('of which it only knows what is not there, as others do too', async () => {
    const first = await arrives({ subject: 'Re: Báo giá', messageId: 'b@x', references: ['a@x'] });
    expect(await arrives({ subject: 'Re: Báo giá', messageId: 'c@x', references: ['a@x'] })).toBe(first);
  });

  test('that answers it, when it comes late', async () => {
    const answer = await arrives({ subject: 'Re: Báo giá', messageId: 'b@x', inReplyTo: 'a@x' });
    expect(await arrives({ subject: 'Báo giá', messageId: 'a@x' })).toBe(answer);
  });

  test.each([
    'Trả lời: Báo giá',
    'TL: Báo giá',
    'Chuyển tiếp: Báo giá',
    'Fwd: Re: Báo giá',
    'RE[3]: Báo giá',
    '[kinh-doanh] Re: Báo giá',
    'Re: [kinh-doanh] Báo giá (fwd)',
    'Re: Báo giá'.normalize('NFD'),
  ])('under the subject %j', async (subject) => {
    const first = await arrives({ subject: 'Báo giá', messageId: 'a@x' });
    expect(await arrives({ subject, messageId: 'b@x', inReplyTo: 'a@x' })).toBe(first);
  });

  test('of mails without a subject', async () => {
    const first = await arrives({ subject: '', messageId: 'a@x' });
    expect(await arrives({ subject: 'Re:', messageId: 'b@x', inReplyTo: 'a@x' })).toBe(first);
  });

  test('that it quotes among thousands', async () => {
    const first = await arrives({ subject: 'Báo giá', messageId: 'a@x' });
    const others = Array.from({ length: 5_000 }, (_, number) => `o${number}@x`);
    const second = await arrives({ subject: 'Báo giá', messageId: 'z@x', references: ['a@x', ...others] });
    expect(second).toBe(first);
    expect(await arrives({ subject: 'Báo giá', messageId: 'y@x', inReplyTo: 'o4999@x' })).toBe(first);
  });

  test('with its own copy, when somebody writes to themselves', async () => {
    const sent = await arrives({ subject: 'Nhắc việc', messageId: 'a@x', folder: 'Sent', unread: false });
    expect(await arrives({ subject: 'Nhắc việc', messageId: 'a@x' })).toBe(sent);
    const { data } = await person.client.listThreads({ query: { in: 'INBOX' } });
    expect(data).toMatchObject([{ id: sent, message_count: 2 }]);
    expect((await person.client.listThreads({ query: { in: 'Sent' } })).data).toMatchObject([{ id: sent }]);
  });

  test('after all its messages were removed, as the one that it was', async () => {
    const first = await arrives({ subject: 'Báo giá', messageId: 'a@x', folder: 'Trash' });
    const { data } = await person.client.getFolderByName({ query: { name: 'Trash' } });
    await person.client.deleteThreads({ body: { ids: [first], folder_id: data.id } });
    expect(await arrives({ subject: 'Re: Báo giá', messageId: 'b@x', inReplyTo: 'a@x' })).toBe(first);
    expect(await countOf(first)).toBe(1);
  });
});

describe('a message begins a conversation', () => {
  test('when it answers under another subject', async () => {
    const first = await arrives({ subject: 'Báo giá', messageId: 'a@x' });
    const second = await arrives({ subject: 'Nghỉ phép', messageId: 'b@x', inReplyTo: 'a@x' });
    expect(second).not.toBe(first);
    expect(await arrives({ subject: 'Re: Nghỉ phép', messageId: 'c@x', references: ['a@x', 'b@x'] })).toBe(
      second,
    );
    expect(await arrives({ subject: 'Re: Báo giá', messageId: 'd@x', references: ['a@x'] })).toBe(first);
  });

  test('when it has the same subject and knows of nobody', async () => {
    const first = await arrives({ subject: 'Báo cáo ngày', messageId: 'a@x' });
    expect(await arrives({ subject: 'Báo cáo ngày', messageId: 'b@x' })).not.toBe(first);
    expect(await arrives({ subject: 'Báo cáo ngày' })).not.toBe(first);
  });

  test('where the one that it answers is in another mailbox', async () => {
    const other = await newPerson(server);
    await fileMail(server.context, other.mailbox, { subject: 'Báo giá', messageId: 'a@x' });
    const thread = await arrives({ subject: 'Re: Báo giá', messageId: 'b@x', inReplyTo: 'a@x' });
    expect(await countOf(thread)).toBe(1);
    expect((await other.client.listThreads({ query: {} })).data).toMatchObject([{ message_count: 1 }]);
  });

  test('when the one that it answers is full, and what follows goes on there', async () => {
    const chain = Array.from({ length: 300 }, (_, number) => ({
      subject: 'Bàn mãi',
      messageId: `m${number}@x`,
      inReplyTo: number === 0 ? null : `m${number - 1}@x`,
      references: number === 0 ? [] : ['m0@x', `m${number - 1}@x`],
    }));
    for (let from = 0; from < chain.length; from += 60) {
      server.clock.set(server.clock.now() + 1_000);
      await fileMails(server.context, person.mailbox, chain.slice(from, from + 60));
    }
    const { data, meta } = await person.client.listThreads({ query: { in: 'INBOX' } });
    const counts = data.map((thread) => thread.message_count).sort((a, b) => a - b);
    expect(meta.total).toBe(2);
    expect(counts).toEqual([300 - LIMITS.threadMessages, LIMITS.threadMessages]);
    const last = data.find((thread) => thread.message_count === counts[0])?.id as string;
    expect(await arrives({ subject: 'Bàn mãi', messageId: 'n@x', references: ['m0@x', 'm299@x'] })).toBe(
      last,
    );
  });
});

describe('a late message that belongs to several conversations', () => {
  test('makes them one, the oldest; the ids of the others still open it', async () => {
    const [one, two, three] = [
      await arrives({ subject: 'Báo giá', messageId: 'a@x' }),
      await arrives({ subject: 'Báo giá', messageId: 'b@x', starred: true }),
      await arrives({ subject: 'Báo giá', messageId: 'c@x', folder: 'Junk' }),
    ];
    expect(new Set([one, two, three]).size).toBe(3);
    const late = { subject: 'Re: Báo giá', messageId: 'd@x', references: ['b@x', 'a@x', 'c@x'] };
    expect(await arrives(late)).toBe(one);
    const opened = await person.client.getThread({ params: { id: two }, query: { peek: 'true' } });
    expect(opened.data).toMatchObject({ id: one, starred: true });
    expect(opened.data.messages).toHaveLength(3);
    const inJunk = await person.client.getThread({
      params: { id: three },
      query: { in: 'Junk', peek: 'true' },
    });
    expect(inJunk.data.messages).toHaveLength(4);
    expect((await person.client.listThreads({ query: {} })).data.map(({ id }) => id)).toEqual([one]);
  });

  test('leads acts on a vanished id to the one that took it in, once', async () => {
    const one = await arrives({ subject: 'Báo giá', messageId: 'a@x' });
    const two = await arrives({ subject: 'Báo giá', messageId: 'b@x' });
    await arrives({ subject: 'Báo giá', messageId: 'c@x', references: ['a@x', 'b@x'] });
    await person.client.markThreads({ body: { ids: [two, one], unread: false } });
    const { data } = await person.client.deleteThreads({ body: { ids: [two, one] } });
    expect(data.moved).toHaveLength(3);
    expect(new Set(data.moved.map((move) => move.thread_id))).toEqual(new Set([one]));
  });

  test('is told in the journal with the name of the one that it became', async () => {
    const one = await arrives({ subject: 'Báo giá', messageId: 'a@x' });
    const two = await arrives({ subject: 'Báo giá', messageId: 'b@x' });
    const { seq } = (await person.client.getChanges({ query: {} })).data;
    await arrives({ subject: 'Báo giá', messageId: 'c@x', references: ['a@x', 'b@x'] });
    const { data } = await person.client.getChanges({ query: { since: String(seq) } });
    expect(data.merged).toEqual([{ id: two, into: one }]);
    expect(data.threads.find(({ id }) => id === two)?.rows).toEqual([]);
  });

  test('may merge what was merged before', async () => {
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c', 'd'])
      ids.push(await arrives({ subject: 'Báo giá', messageId: `${name}@x` }));
    await arrives({ subject: 'Báo giá', messageId: 'e@x', references: ['c@x', 'd@x'] });
    await arrives({ subject: 'Báo giá', messageId: 'f@x', references: ['b@x', 'd@x'] });
    await arrives({ subject: 'Báo giá', messageId: 'g@x', references: ['a@x', 'd@x'] });
    for (const id of ids) {
      const { data } = await person.client.getThread({ params: { id }, query: { peek: 'true' } });
      expect(data.id).toBe(ids[0]);
    }
    expect(await countOf(ids[0] as string)).toBe(7);
  });
});
