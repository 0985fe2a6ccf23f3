import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import type { SmtpTrap } from '../../test-kit/smtp-trap.ts';
import type { TestServer } from '../../test-kit/start-server.ts';
import { startWithTrap } from '../../test-kit/start-with-trap.ts';
import { SPF_FROM_HERE, txtRecords } from '../../test-kit/txt-records.ts';

const ELSEWHERE = 'ai@nha.example';
let server: TestServer;
let trap: SmtpTrap;
let close: () => Promise<void>;
let people: NewPerson[];

beforeAll(async () => {
  ({ server, trap, close } = await startWithTrap({
    resolver: txtRecords({ 'doitac.example': SPF_FROM_HERE }),
  }));
  people = [];
  for (let i = 0; i < 5; i++) people.push(await newPerson(server));
});
afterAll(() => close());

type Kinds = { forward: boolean; redirect: boolean; reply: boolean };

const next = (index: number, steps: number) => people[(index + steps) % people.length]?.email as string;

/**
 * Loops that saving refuses, but that may arise anyway: everyone forwards to the next one, and to the one
 * after that.
 */
async function give(index: number, { forward, redirect, reply }: Kinds): Promise<void> {
  const { mailbox, email } = people[index] as NewPerson;
  const rules = [
    ...(forward ? [{ type: 'autofw', is_enable: true, email: next(index, 1) }] : []),
    ...(redirect
      ? [
          {
            match: 'all',
            conditions: [{ type: 'subject', comparator: 'contains', value: 'Vòng' }],
            actions: [{ enable: true, type: 'redirect', value: next(index, 2) }],
          },
        ]
      : []),
    ...(reply
      ? [
          {
            ...{ type: 'vacation', is_enable: true, start_date: '2020-01-01', end_date: null },
            ...{
              subject: 'Vắng mặt',
              from: email,
              body: 'Tôi đang nghỉ.',
              only_organisation: false,
            },
          },
        ]
      : []),
  ];
  await inTransaction(server.context.db, async (tx) => {
    await tx.deleteFrom('rules').where('mailbox_id', '=', mailbox).execute();
    const verifiable = { id: newId(server.clock), is_enable: false };
    const idle = { type: 'autofw', is_enable: false, email: ELSEWHERE };
    const rows = rules.map((definition) => ({ id: newId(server.clock), is_enable: true, definition }));
    for (const { id, is_enable, definition } of [...rows, { ...verifiable, definition: idle }]) {
      const values = { mailbox_id: mailbox, id, is_enable, definition: JSON.stringify(definition) };
      await tx.insertInto('rules').values(values).execute();
    }
    for (const address of [next(index, 1), next(index, 2)]) {
      const times = { created_at: 1, verified_at: 1, code_sent_at: 1, code_hash: null };
      const values = { mailbox_id: mailbox, rule_id: verifiable.id, address, ...times };
      await tx.insertInto('forward_addresses').values(values).execute();
    }
    await tx
      .updateTable('mailbox_state')
      .set((state) => ({ rules_version: state('rules_version', '+', 1) }))
      .where('mailbox_id', '=', mailbox)
      .execute();
  });
}

async function receive(from: string, subject: string): Promise<void> {
  const to = people[0]?.email as string;
  const raw = [
    `From: ${from}`,
    `To: ${people.map(({ email }) => email).join(', ')}`,
    `Subject: ${subject}`,
    `Message-ID: <${from}>`,
    '',
    'Chào',
    '',
  ].join('\r\n');
  const port = server.running.smtpPort as number;
  const client = await connectMail({ host: '127.0.0.1', port, protocol: 'smtp' });
  const { message } = await client.send({ from, to: [to], raw });
  client.end();
  expect(message[0]?.code).toBe(250);
  await runJobsUntilIdle(server.context);
}

const combinations = [true, false].flatMap((forward) =>
  [true, false].flatMap((redirect) => [true, false].map((reply) => ({ forward, redirect, reply }))),
);

test.each(combinations)(
  'FW-7 five mailboxes end, and send each other a message once: forward $forward, redirect $redirect, reply $reply',
  async (kinds) => {
    const { forward, redirect, reply } = kinds;
    for (const index of people.keys()) await give(index, kinds);
    trap.messages.length = 0;
    const code = [forward, redirect, reply].map(Number).join('');
    const [sender, subject] = [`hung${code}@doitac.example`, `Vòng ${code}`];
    await receive(sender, subject);
    const { db } = server.context;
    const messages = await db.selectFrom('messages').select(['mailbox_id', 'subject']).execute();
    const hops = Number(forward) + Number(redirect);
    for (const [index, { mailbox }] of people.entries()) {
      const copies = messages.filter((one) => one.mailbox_id === mailbox && one.subject === subject).length;
      expect(copies).toBeLessThanOrEqual(hops + (index === 0 ? 1 : 0));
      if (hops > 0) expect(copies).toBeGreaterThan(0);
    }
    expect(trap.messages.filter(({ to }) => to[0] === sender).length).toBe(reply ? 1 : 0);
  },
);
