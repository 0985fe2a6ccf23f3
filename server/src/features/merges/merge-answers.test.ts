import { afterAll, beforeAll, expect, it } from 'vitest';
import { recount } from '../../mail/mailbox/recount.ts';
import { mergesOf } from '../../test-kit/merge-of.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn, readMail, writeDraft } from '../../test-kit/write-mail.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail' } });
});
afterAll(() => server.close());

const work = () => runJobsUntilIdle(server.context);

type Arriving = { from: string; answers: string; subject?: string; fields?: string };

let arrived = 0;
async function deliver(to: NewPerson, { from, answers, subject = 'Đơn hàng', fields = '' }: Arriving) {
  const { lmtpPort } = server.running;
  const client = await connectMail({ host: '127.0.0.1', port: lmtpPort as number, protocol: 'lmtp' });
  arrived += 1;
  const head = [`From: ${from}`, `To: ${to.email}`, `Subject: ${subject}`, `In-Reply-To: <${answers}>`];
  const all = [
    ...head,
    `Message-ID: <a${arrived}@minhphat.example>`,
    'Content-Type: text/plain; charset=utf-8',
  ];
  const raw = Buffer.from(`${all.join('\r\n')}\r\n${fields}\r\nChào chị\r\n`);
  await client.send({ from: 'khach@minhphat.example', to: [to.email], raw });
  await client.end();
  await work();
}

/** A merge of somebody to two people, that has gone out, with what each got. */
async function gone() {
  const [an, binh, chi] = [await newPerson(server), await newPerson(server), await newPerson(server)];
  const merges = mergesOf(an);
  const table = `Email,Tên,Công ty,Số tiền\n${binh.email},Bình,Minh Phát,1\n${chi.email},Chi,Sao Mai,2\n`;
  const merge = await merges.upload(await merges.write(), table);
  await merges.start(merge);
  await work();
  const sent = await mailIn(an, 'Sent');
  const idTo = async (person: NewPerson) => {
    const message = sent.find(({ to }) => to.some(({ email }) => email === person.email));
    return (await readMail(an, message?.id as string)).message_id_header as string;
  };
  const answered = async () => (await merges.rows(merge, { did: 'answered' })).map(({ email }) => email);
  return { an, binh, chi, merges, merge, idTo, answered };
}

it('MM-44 an answer under another subject is one, in a conversation of its own', async () => {
  const { an, binh, chi, merges, merge, idTo, answered } = await gone();
  await deliver(an, { from: `Binh <${binh.email.toUpperCase()}>`, answers: await idTo(binh) });
  expect(await answered()).toEqual([binh.email]);
  expect(await merges.show(merge)).toMatchObject({ answered: 1 });
  const [came] = await mailIn(chi, 'INBOX');
  const answer = await writeDraft(chi, [an.email], {
    ...{ answers: came?.id as string, action: 'reply', subject: 'Hỏi thêm về giá' },
  });
  await chi.client.sendMail({ body: { msg_id: answer.id } });
  await work();
  expect(await answered()).toEqual([binh.email, chi.email]);
  const threads = (await an.client.listThreads({ query: { in: 'INBOX' } })).data;
  // Both came in the same second.
  expect(threads.map(({ subject }) => subject).toSorted()).toEqual(['Hỏi thêm về giá', 'Đơn hàng']);
  expect(await recount(server.context.db, an.mailbox)).toEqual([]);
});

it('MM-44 it stays one when its conversation goes on, and whoever else answers afterwards', async () => {
  const { an, binh, chi, idTo, answered } = await gone();
  const answers = await idTo(binh);
  await deliver(an, { from: binh.email, answers });
  await deliver(an, { from: chi.email, answers, subject: 'Việc khác' });
  await deliver(an, { from: binh.email, answers, subject: 'Re: Đơn hàng' });
  expect(await answered()).toEqual([binh.email]);
});

it('MM-44 what a program or somebody else answers is none', async () => {
  const { an, binh, chi, idTo, answered } = await gone();
  const [ofBinh, ofChi] = [await idTo(binh), await idTo(chi)];
  const fields = 'Auto-Submitted: auto-replied\r\n';
  await deliver(an, { from: binh.email, answers: ofBinh, subject: 'Tự động: vắng mặt', fields });
  await deliver(an, { from: binh.email, answers: ofChi });
  await deliver(an, { from: 'Khach <khach@minhphat.example>', answers: ofBinh });
  await deliver(an, { from: binh.email, answers: 'khac@minhphat.example' });
  expect(await answered()).toEqual([]);
});
