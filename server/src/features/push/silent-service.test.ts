import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { fileMail, fileMails } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { type PushService, startPushService } from '../../test-kit/push-service.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn, writeDraft } from '../../test-kit/write-mail.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const PUSHES = 100;
/** Silence is heard for ten seconds; a busy machine needs some for the rest. */
const WITHIN_MS = 8_000;

let silent: PushService;
let lively: PushService;
let server: TestServer;
let an: NewPerson;
let ha: NewPerson;

beforeAll(async () => {
  [silent, lively] = await Promise.all([startPushService(), startPushService()]);
  server = await startTestServer({
    env: {
      ROLES: 'http,jobs',
      DATABASE_POOL: '8',
      PUSH_INTERNAL_HOSTS: `${silent.host},${lively.host}`,
    },
    clock: systemClock,
    dial: (host, port) => connect({ host, port }),
  });
  [an, ha] = [await newPerson(server), await newPerson(server)];
  await subscribe(an, silent);
  await subscribe(ha, lively);
});
afterAll(async () => {
  await server.close();
  await Promise.all([silent.close(), lively.close()]);
});

async function subscribe({ client }: NewPerson, service: PushService): Promise<void> {
  const { key } = (await client.getPush({})).data;
  const subscription = service.subscribe('phone', key as string);
  await client.savePush({
    body: { subscription, choice: { content: 'subject', folders: ['INBOX'], quiet: null } },
  });
}

test('NT-9 a push service that is silent delays neither mail nor the pushes of others', async () => {
  silent.replies.push(...Array.from({ length: PUSHES }, () => 'silence' as const));
  await fileMails(
    server.context,
    an.mailbox,
    Array.from({ length: PUSHES }, (_, n) => ({ subject: `Thư ${n}` })),
  );
  await expect.poll(() => silent.unanswered, { timeout: WITHIN_MS }).toBeGreaterThanOrEqual(30);

  const began = systemClock.now();
  const draft = await writeDraft(an, [ha.email], { subject: 'Gửi trong lúc chờ' });
  await an.client.sendMail({ body: { msg_id: draft.id } });
  await expect.poll(async () => (await mailIn(ha, 'INBOX')).length, { timeout: WITHIN_MS }).toBe(1);
  await expect.poll(() => lively.received.length, { timeout: WITHIN_MS }).toBe(1);
  await fileMail(server.context, ha.mailbox, { subject: 'Thêm một thư' });
  await expect.poll(() => lively.received.length, { timeout: WITHIN_MS }).toBe(2);
  expect(systemClock.now() - began).toBeLessThan(WITHIN_MS);

  // Heard as silent, it is left alone.
  await expect
    .poll(
      async () =>
        (await server.context.db.selectFrom('silent_hosts').select('address').execute()).map(
          ({ address }) => address,
        ),
      { timeout: 20_000 },
    )
    .toEqual([`push ${silent.host}`]);
});
