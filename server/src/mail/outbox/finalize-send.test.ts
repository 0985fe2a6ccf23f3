import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../platform/db/database.ts';
import type { RecipientState } from '../../tables.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { connectSocket, type SocketClient } from '../../test-kit/socket-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { readMail, writeDraft } from '../../test-kit/write-mail.ts';
import { recount } from '../mailbox/recount.ts';
import { finalizeLateSend, finalizeSend } from './finalize-send.ts';
import { moveRecipients } from './outbox-recipients.store.ts';

const [ONE, TWO] = ['mot@ngoai.example', 'hai@khac.example'];

let server: TestServer;
let an: NewPerson;
let socket: SocketClient;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
  socket = await connectSocket(server.baseUrl, { room: an.email, token: an.client.token });
  await socket.next('hello');
  return () => socket.close();
});

/** A message that is on its way to two mail servers. */
async function leave() {
  const { id, thread_id } = await writeDraft(an, [ONE, TWO]);
  await an.client.sendMail({ body: { msg_id: id } });
  const { id: outboxId } = await server.context.db
    .selectFrom('outbox')
    .select('id')
    .where('message_id', '=', id)
    .executeTakeFirstOrThrow();
  const outgoing = { mailboxId: an.mailbox, outboxId };
  const settle = (email: string, state: RecipientState, reply: string | null = null) =>
    inTransaction(server.context.db, (tx) =>
      moveRecipients(tx, outgoing, [email], ['waiting', 'delivered'], { state, reply, at: 1 }),
    );
  return { id, thread_id, outgoing, settle };
}

/** Events besides those of the journal; they come behind the changes that they are about. */
async function endings(count: number): Promise<string[]> {
  await expect.poll(() => told().length).toBe(count);
  return told();
}
const told = () =>
  socket.frames.map(({ event }) => event).filter((event) => /^(sent|failed|send_mail_failed)$/.test(event));

describe('a message to several mail servers', () => {
  test('NT-4 is on its way until each has answered, and then is told as sent once', async () => {
    const { id, thread_id, outgoing, settle } = await leave();
    await settle(ONE, 'delivered', '250 ok');
    await finalizeSend(server.context, outgoing);
    expect((await readMail(an, id)).sending?.state).toBe('sending');
    await settle(TWO, 'delivered');
    await Promise.all(Array.from({ length: 6 }, () => finalizeSend(server.context, outgoing)));
    expect(await socket.next('sent')).toEqual({ message_id: id, thread_id });
    const message = await readMail(an, id);
    expect(message).toMatchObject({ state: '', status: '', sending: { state: 'sent' } });
    expect(message.sending?.recipients).toContainEqual(
      expect.objectContaining({ email: ONE, state: 'delivered', reply: '250 ok', at: 1 }),
    );
    expect(await endings(1)).toEqual(['sent']);
    const before = socket.frames.findIndex(({ event }) => event === 'sent');
    expect(socket.frames[before - 1]?.event).toBe('changes');
  });

  test.each([
    {
      one: 'delivered',
      two: 'unclear',
      state: 'unclear',
      row: 'sending_unclear',
      events: ['failed', 'send_mail_failed'],
      folder: 'Sent',
    },
    {
      one: 'failed',
      two: 'unclear',
      state: 'failed',
      row: 'sending_failed',
      events: ['failed', 'send_mail_failed'],
      folder: 'Sent',
    },
    {
      one: 'failed',
      two: 'delivered',
      state: 'failed',
      row: 'sending_failed',
      events: ['failed', 'send_mail_failed'],
      folder: 'Sent',
    },
    {
      one: 'failed',
      two: 'failed',
      state: 'failed',
      row: 'sending_failed',
      events: ['failed', 'send_mail_failed'],
      folder: 'Drafts',
    },
  ] as const)('SD-20 that ends as $one and $two is shown as $state, in $folder', async (each) => {
    const { id, outgoing, settle } = await leave();
    await settle(ONE, each.one, each.one === 'failed' ? '550 no such user' : null);
    await settle(TWO, each.two, each.two === 'failed' ? '550 refused' : null);
    await finalizeSend(server.context, outgoing);
    const { status, folder, sending, error_msg } = await readMail(an, id);
    expect([status, folder, sending?.state]).toEqual(['sending_failed', each.folder, each.state]);
    if (each.one === 'failed') expect(error_msg).toContain(`${ONE}: 550 no such user`);
    if (each.two === 'unclear') expect(error_msg).toContain(`${TWO}: no answer`);
    const { data: rows } = await an.client.listThreads({ query: { in: each.folder } });
    expect(rows.map((row) => row.status)).toEqual([each.row]);
    expect(await endings(each.events.length)).toEqual(each.events);
    expect(await recount(server.context.db, an.mailbox)).toEqual([]);
  });

  test('SD-20 that is sent back by one of them later stays in Sent, with the mark', async () => {
    const { id, outgoing, settle } = await leave();
    await settle(ONE, 'delivered');
    await settle(TWO, 'delivered');
    await finalizeSend(server.context, outgoing);
    await settle(ONE, 'failed', '550 no such user');
    await settle(TWO, 'failed', '550 no such user');
    await finalizeLateSend(server.context, outgoing);
    expect(await readMail(an, id)).toMatchObject({
      folder: 'Sent',
      is_draft: false,
      status: 'sending_failed',
      sending: { state: 'failed' },
    });
    expect(await endings(3)).toEqual(['sent', 'failed', 'send_mail_failed']);
  });
});
