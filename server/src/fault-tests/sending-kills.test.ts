import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { type ApiClient, ApiError, createApiClient } from '@bocau/contract/client.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { recount } from '../mail/mailbox/recount.ts';
import { systemClock } from '../platform/clock.ts';
import { kyselyOf } from '../platform/db/kysely-of.ts';
import { type ChildServer, startChildServer } from '../test-kit/child-server.ts';
import { fastFolder } from '../test-kit/global-setup.ts';
import { cleanUp } from './clean-up.ts';
import { openParts, preparePeople } from './prepare-people.ts';

const PASSWORD = 'BoCau@2026';
const LETTERS = 24;
const WRITERS = 4;
/** After this many accepted messages. */
const KILLS = [7, 16];
const AGAIN_MS = 50;

test('SC-7 SD-14 what was accepted to be sent arrives once, whenever the program is killed', {
  timeout: 180_000,
}, async () => {
  const dataDir = await mkdtemp(join(fastFolder(), 'bocau-sending-'));
  onTestFinished(() => cleanUp(dataDir));
  const prepared = await openParts(dataDir);
  const people = await preparePeople(prepared, 4, { password: PASSWORD });
  await prepared.close();
  const [sender, ...recipients] = [...people.keys()] as [string, ...string[]];

  let server: Promise<ChildServer> = startChildServer({ dataDir });
  onTestFinished(async () => {
    const last = await server;
    last.kill('SIGKILL');
    await last.exited;
  });
  const { data } = await createApiClient({ baseUrl: (await server).baseUrl, fetch }).login({
    body: { email: sender, password: PASSWORD },
  });
  let broken = 0;

  /** Retries until it is answered, like a page that lost its connection. */
  async function persist<T>(call: (client: ApiClient) => Promise<{ data: T }>): Promise<T> {
    for (;;) {
      const { baseUrl } = await server;
      try {
        return (await call(createApiClient({ baseUrl, fetch, token: data.token }))).data;
      } catch (error) {
        if (error instanceof ApiError && error.status !== 0 && error.status < 500) throw error;
        broken += 1;
        await systemClock.sleep(AGAIN_MS);
      }
    }
  }

  const kills = [...KILLS];
  let accepted = 0;
  let next = 0;
  const ids: string[] = [];
  async function writeMessages(): Promise<void> {
    while (next < LETTERS) {
      const number = next;
      next += 1;
      const body = {
        client_key: `window ${number}`,
        to: recipients.map((email) => ({ email })),
        subject: `Thư số ${number}`,
        body: '<p>Xin chào</p>',
      };
      const { id } = await persist((client) => client.createDraft({ body }));
      const order = number % 3 === 0 ? { async: true, delay: 1 } : {};
      await persist((client) => client.sendMail({ body: { msg_id: id, ...order } }));
      ids.push(id);
      accepted += 1;
      if (accepted < (kills[0] ?? Number.POSITIVE_INFINITY)) continue;
      kills.shift();
      const victim = await server;
      victim.kill('SIGKILL');
      server = victim.exited.then(() => startChildServer({ dataDir }));
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writeMessages));
  for (const id of ids) {
    const stateOf = async () => {
      const { sending } = await persist((client) => client.getMessage({ params: { id }, query: {} }));
      return sending?.state;
    };
    await expect.poll(stateOf, { timeout: 60_000, interval: 100 }).toBe('sent');
  }
  const last = await server;
  await last.stop();

  const parts = await openParts(dataDir);
  const { rows } = await sql<{ place: string; count: number }>`
    select b.email || ' ' || f.role || ' ' || m.subject as place, count(*)::integer as count
    from messages m
    join mailboxes b on b.id = m.mailbox_id
    join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
    group by 1`.execute(kyselyOf(parts.db));
  const differences: string[] = [];
  for (const mailbox of people.values()) differences.push(...(await recount(parts.db, mailbox)));
  await parts.close();
  const wanted = Array.from({ length: LETTERS }, (_, number) => [
    `${sender} Sent Thư số ${number}`,
    ...recipients.map((email) => `${email} INBOX Thư số ${number}`),
  ]).flat();
  expect(Object.fromEntries(rows.map(({ place, count }) => [place, count]))).toEqual(
    Object.fromEntries(wanted.map((place) => [place, 1])),
  );
  expect(differences).toEqual([]);
  expect(kills).toEqual([]);
  expect(broken).toBeGreaterThan(0);
});
