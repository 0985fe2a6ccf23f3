import { afterAll, beforeAll, expect, it } from 'vitest';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn, readMail, writeDraft } from '../../test-kit/write-mail.ts';

let server: TestServer;
let an: NewPerson;
let binh: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
  [an, binh] = [await newPerson(server), await newPerson(server)];
});
afterAll(() => server.close());

async function marksIn(person: NewPerson, folder: string) {
  const { data } = await person.client.listThreads({ query: { in: folder } });
  const listed = new Map(data.map(({ subject, important }) => [subject, important]));
  return (await mailIn(person, folder)).map(({ subject, important }) => [
    subject,
    important,
    listed.get(subject),
  ]);
}

it('a message of high importance is marked with both sides, in the list and opened; others are not', async () => {
  const urgent = await writeDraft(an, [binh.email], { subject: 'Gấp', important: true });
  expect(urgent.important).toBe(true);
  const usual = await writeDraft(an, [binh.email], { subject: 'Thường', important: true });
  const saved = await an.client.saveDraft({
    params: { id: usual.id },
    body: { version: usual.draft?.version ?? 0, important: false },
  });
  expect(saved.data.important).toBe(false);
  for (const { id } of [urgent, usual]) await an.client.sendMail({ body: { msg_id: id } });
  await runJobsUntilIdle(server.context);
  const marks = expect.arrayContaining([
    ['Gấp', true, true],
    ['Thường', false, false],
  ]);
  expect(await marksIn(binh, 'INBOX')).toEqual(marks);
  expect(await marksIn(an, 'Sent')).toEqual(marks);
  expect((await readMail(an, urgent.id)).important).toBe(true);
});
