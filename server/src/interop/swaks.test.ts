import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lanAnh } from '../demo-world/people.ts';
import { type NewPerson, newPerson } from '../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { mailIn } from '../test-kit/write-mail.ts';
import { findDebianPrograms } from './debian-programs.ts';
import { runWith } from './other-mail-server.ts';

const programs = findDebianPrograms();
const CERTIFICATES = join(import.meta.dirname, '../test-kit/certificates');

describe.skipIf(programs === null)('swaks from Debian', () => {
  let server: TestServer;
  let an: NewPerson;
  let binh: NewPerson;

  beforeAll(async () => {
    server = await startTestServer({
      env: {
        ROLES: 'http,mail',
        SUBMISSION_PLAINTEXT_AUTH: 'never',
        MAIL_TLS_CERT: join(CERTIFICATES, 'mail.test.cert.pem'),
        MAIL_TLS_KEY: join(CERTIFICATES, 'mail.test.key.pem'),
      },
    });
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    [an, binh] = [await newPerson(server), await newPerson(server)];
  });

  function swaks(...args: string[]): Promise<string> {
    const place = ['--server', '127.0.0.1', '--port', String(server.running.submissionPort)];
    const message = [
      '--from',
      an.email,
      '--to',
      binh.email,
      '--header',
      'Subject: Thu cua swaks',
      '--helo',
      'may.saomai.example',
    ];
    const program = join(programs?.root ?? '', 'usr/bin/swaks');
    return runWith(['perl', program, ...place, ...message, ...args], programs?.env ?? {}, '');
  }
  const account = () => ['--auth-user', an.email, '--auth-password', lanAnh.password];

  test.each(['PLAIN', 'LOGIN'])('submits with AUTH %s over STARTTLS', async (method) => {
    const said = await swaks(
      '--tls',
      '--auth',
      method,
      ...account(),
      '--body',
      'Xin chào\n.\n..\n',
      '--attach-name',
      'giá.txt',
      '--attach',
      'Báo giá',
    );
    expect(said).toMatch(/TLS started with cipher/);
    expect(said).toMatch(/<~ {2}235 /);
    expect(said).toMatch(/<~ {2}250 2\.6\.0 Message accepted/);
    await runJobsUntilIdle(server.context);
    expect(await mailIn(an, 'Sent')).toMatchObject([
      {
        subject: 'Thu cua swaks',
        sending: { state: 'sent', recipients: [{ email: binh.email, state: 'delivered' }] },
      },
    ]);
    const [came] = await mailIn(binh, 'INBOX');
    expect(came).toMatchObject({ subject: 'Thu cua swaks', from: { email: an.email } });
    expect(came?.body).toContain('Xin chào\n.\n..\n');
  });

  test('brings an answer as a stranger, which lies in the thread of what it answers', async () => {
    await swaks('--tls', '--auth', 'PLAIN', ...account(), '--to', an.email);
    const [sent] = await mailIn(an, 'Sent');
    const id = `<${sent?.message_id_header}>`;
    const headers = [`In-Reply-To: ${id}`, `References: ${id}`, 'Subject: Re: Thu cua swaks'];
    await swaks(
      ...['--port', String(server.running.smtpPort), '--from', 'khach@minhphat.example', '--to', an.email],
      ...headers.flatMap((header) => ['--header', header]),
    );
    expect(await mailIn(an, 'INBOX')).toMatchObject([
      { thread_id: sent?.thread_id, subject: 'Re: Thu cua swaks', from: { email: 'khach@minhphat.example' } },
    ]);
  });

  test('is not let in without encryption, with a wrong password, or under another name', async () => {
    await expect(swaks('--auth', 'PLAIN', ...account())).rejects.toThrow(
      /Host did not advertise authentication/,
    );
    const wrong = ['--auth-user', an.email, '--auth-password', 'wrong'];
    await expect(swaks('--tls', '--auth', 'PLAIN', ...wrong)).rejects.toThrow(/535 5\.7\.8 /);
    await expect(swaks('--tls', '--auth', 'PLAIN', ...account(), '--from', binh.email)).rejects.toThrow(
      /550 5\.7\.1 Not allowed sender/,
    );
    expect(await mailIn(an, 'Sent')).toEqual([]);
  });
});
