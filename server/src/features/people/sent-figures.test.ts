import { afterAll, beforeAll, expect, test } from 'vitest';
import { listDomains } from '../../admin/list-domains.ts';
import { listUsers } from '../../admin/list-users.ts';
import { lanAnh } from '../../demo-world/people.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { signedInClient } from '../../test-kit/signed-in-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { writeDraft } from '../../test-kit/write-mail.ts';
import { cleanRecordsTask } from '../cleaning/cleaning.jobs.ts';
import { createDomain } from './create-people.ts';

const DOMAIN = 'gui.example';
const DAY_MS = 24 * 3600 * 1000;

let server: TestServer;
let owner: NewPerson;
let person: NewPerson;
beforeAll(async () => {
  server = await startTestServer();
  await createDomain(server.context, DOMAIN, true);
  owner = await newPerson(server, { domain: DOMAIN, kind: 'owner' });
  person = await newPerson(server, { domain: DOMAIN });
});
afterAll(() => server.close());

async function send(from: NewPerson): Promise<void> {
  const draft = await writeDraft(from, [owner.email], { subject: 'Chào' });
  await from.client.sendMail({ body: { msg_id: draft.id } });
  await runJobsUntilIdle(server.context);
}

async function night(days: number): Promise<void> {
  server.clock.pass(days * DAY_MS);
  await inTransaction(server.context.db, (tx) => addJob(tx, cleanRecordsTask, {}));
  await runJobsUntilIdle(server.context);
}

async function figures() {
  const client = await signedInClient(server.baseUrl, { email: owner.email, password: lanAnh.password });
  const [domain] = (await client.listDomains({ query: {} })).data;
  const people = (await client.listAllPeople({ query: {} })).data;
  const sentBy = ({ mailbox }: NewPerson) => people.find(({ id }) => id === String(mailbox))?.sent;
  return { domain: domain?.sent, owner: sentBy(owner), person: sentBy(person) };
}

async function csvOf(command: typeof listUsers): Promise<string[][]> {
  let said = '';
  const out = { write: (text: string) => (said += text) };
  await command.run({ context: server.context, args: ['--csv'], out, err: out } as never);
  return said
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
}

test('AU-5 what was sent within thirty whole days is counted by night, of people and of domains', async () => {
  await send(person);
  await send(person);
  expect(await figures()).toEqual({ domain: 0, owner: 0, person: 0 });
  await night(1);
  expect(await figures()).toEqual({ domain: 2, owner: 0, person: 2 });
  // Days that were not counted are counted later, and none twice.
  owner = {
    ...owner,
    client: await signedInClient(server.baseUrl, { email: owner.email, password: lanAnh.password }),
  };
  await send(owner);
  await night(3);
  await night(0);
  expect(await figures()).toEqual({ domain: 3, owner: 1, person: 2 });

  for (const command of [listUsers, listDomains]) {
    const [head = [], ...rows] = await csvOf(command);
    const column = head.indexOf('sent');
    const total = rows.map((row) => Number(row[column])).reduce((sum, sent) => sum + sent, 0);
    expect(total).toBe(3);
  }

  await night(27);
  expect(await figures()).toEqual({ domain: 1, owner: 1, person: 0 });
  await night(1);
  expect(await figures()).toEqual({ domain: 0, owner: 0, person: 0 });
});
