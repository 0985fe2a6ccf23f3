import { mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { type ChildServer, startChildServer } from '../test-kit/child-server.ts';
import { fastFolder } from '../test-kit/global-setup.ts';
import { connectMail } from '../test-kit/smtp-client.ts';
import { cleanUp } from './clean-up.ts';
import { findDamage } from './crash-run.ts';
import { makeMessages } from './make-messages.ts';
import { sendPersistently } from './persistent-sender.ts';
import { DOMAIN, openParts, preparePeople } from './prepare-people.ts';

test('asked to stop it stops in time, whoever is connected and whatever comes in', {
  timeout: 120_000,
}, async () => {
  const dataDir = await mkdtemp(join(fastFolder(), 'bocau-stop-'));
  onTestFinished(() => cleanUp(dataDir));
  const prepared = await openParts(dataDir);
  const people = await preparePeople(prepared, 4);
  await prepared.close();

  const first = await startChildServer({ dataDir });
  let child = Promise.resolve(first);
  onTestFinished(async () => (await child).kill('SIGKILL'));
  await holdConnections(first);

  const messages = makeMessages(250, [...people.keys()], 'stop');
  let code: number | null | undefined;
  const figures = await sendPersistently({
    messages,
    connections: 8,
    clock: systemClock,
    port: async () => (await child).lmtpPort,
    onAccepted(count) {
      if (count !== 100) return;
      child = first.stop().then((answer) => {
        code = answer;
        return startChildServer({ dataDir });
      });
    },
  });
  expect(code).toBe(0);
  expect(first.lines.at(-1)).toMatchObject({ msg: 'stopped' });
  expect(first.lines.filter((line) => line.level >= 50)).toEqual([]);
  expect(figures.refused).toEqual([]);
  await (await child).stop();

  const parts = await openParts(dataDir);
  const { damage } = await findDamage(parts, people, messages);
  expect(damage).toEqual({ missing: [], doubled: [], lostBlobs: [], differences: [] });
  await parts.close();
});

/**
 * Over mail, a silent connection and one in the middle of a message; over HTTP, a keep-alive and a half-sent
 * request.
 */
async function holdConnections(child: ChildServer): Promise<void> {
  for (const port of [child.smtpPort, child.httpPort]) {
    const silent = connect({ host: '127.0.0.1', port });
    silent.on('error', () => undefined);
  }
  const half = await connectMail({ host: '127.0.0.1', port: child.lmtpPort, protocol: 'lmtp' });
  await half.pipelined(['MAIL FROM:<k@minhphat.example>', `RCPT TO:<p0@${DOMAIN}>`, 'DATA']);
  half.rawWrite('From: k@minhphat.example\r\nSubject: Dang viet\r\n\r\nXin');
  await fetch(`${child.baseUrl}/api/v2/auth/session`);
  const asking = connect({ host: '127.0.0.1', port: child.httpPort });
  asking.on('error', () => undefined);
  asking.write('POST /api/v2/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
}
