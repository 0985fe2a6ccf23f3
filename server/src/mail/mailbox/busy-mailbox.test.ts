import { expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { BACKGROUND } from '../../platform/db/deadlines.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { connectMail, type MailClient } from '../../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { writeDraft } from '../../test-kit/write-mail.ts';
import { changeMailbox } from './change-mailbox.ts';

/** More than all connections to the database. */
const AT_ONCE = 10;
/** Longer than the test on a busy machine. */
const LONG_MS = 600_000;

test('a mailbox in which a change goes on for long keeps nobody else’s clicks, deliveries and submissions waiting', async ({
  onTestFinished,
}) => {
  // What waits here is to wait: refused for the time that passes meanwhile, it would be answered early.
  const deadlines = { ...BACKGROUND, connectMs: LONG_MS, turnMs: LONG_MS, lockMs: LONG_MS };
  const server = await startTestServer({ env: { ROLES: 'http,mail' }, deadlines });
  onTestFinished(() => server.close());
  const [busy, other] = [await newPerson(server), await newPerson(server)];
  const programs = await Promise.all(Array.from({ length: AT_ONCE }, () => submissionOf(server, busy)));
  const [program, lmtp] = [await submissionOf(server, other), await lmtpTo(server)];
  const end = await changeForLong(server, busy.mailbox);
  // Also where the test fails: what waits would wait beyond the end of its server.
  onTestFinished(end);

  const answered: unknown[] = [];
  const waiting = programs.flatMap((submission, place) => [
    writeDraft(busy, [other.email]),
    send(submission, busy.email, busy.email, `${place}`),
    lmtpTo(server).then((delivery) => send(delivery, 'khach@minhphat.example', busy.email, `${place}`)),
  ]);
  for (const call of waiting) void call.then((answer) => answered.push(answer));

  for (let round = 0; round < 3; round += 1) {
    await writeDraft(other, [busy.email]);
    expect(await send(lmtp, 'khach@minhphat.example', other.email, `khác ${round}`)).toBe(250);
    expect(await send(program, other.email, other.email, `khác ${round}`)).toBe(250);
  }
  expect(answered).toEqual([]);

  end();
  await Promise.all(waiting);
  expect(answered.filter((answer) => answer === 250)).toHaveLength(2 * AT_ONCE);
});

/** Begins a change that lasts until it is told to end. */
async function changeForLong(server: TestServer, mailbox: number): Promise<() => void> {
  const ended = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  void changeMailbox(server.context, mailbox, async () => {
    begun.resolve();
    await ended.promise;
  });
  await begun.promise;
  return ended.resolve;
}

const lmtpTo = ({ running }: TestServer) =>
  connectMail({ host: '127.0.0.1', port: running.lmtpPort as number, protocol: 'lmtp' });

async function submissionOf({ running }: TestServer, { email }: NewPerson): Promise<MailClient> {
  const client = await connectMail({
    host: '127.0.0.1',
    port: running.submissionPort as number,
    protocol: 'smtp',
  });
  await client.command(`AUTH PLAIN ${Buffer.from(`\0${email}\0${lanAnh.password}`).toString('base64')}`);
  return client;
}

async function send(client: MailClient, from: string, to: string, name: string): Promise<number | undefined> {
  const raw = `From: <${from}>\r\nTo: <${to}>\r\nSubject: ${Buffer.from(name).toString('hex')}\r\n\r\nXin chào\r\n`;
  const { message } = await client.send({ from, to: [to], raw });
  return message[0]?.code;
}
