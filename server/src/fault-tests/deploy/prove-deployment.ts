import { request } from 'node:http';
import { connect as connectTls } from 'node:tls';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { systemClock } from '../../platform/clock.ts';
import { signedInClient } from '../../test-kit/signed-in-client.ts';
import { connectMail, type MailClient } from '../../test-kit/smtp-client.ts';
import { connectSocket } from '../../test-kit/socket-client.ts';
import { MACHINE, type Machine } from './machine.ts';
import { CUSTOMER, type OutsideMessage } from './outside-world.ts';

const WEB = 'https://mail.example.com';
const PERSON = 'chu@example.com';
const LARGEST = 41_877_504;
const PATIENCE_MS = 60_000;
/** The program checks its certificate each minute. */
const RENEWAL_MS = 80_000;

export type Proof = {
  machine: Machine;
  outside: readonly OutsideMessage[];
  password: string;
  check(claim: string, prove: () => Promise<void>): Promise<void>;
};

/** What must be true after following the guide, seen from outside. */
export async function proveDeployment(proof: Proof): Promise<void> {
  const { machine, outside, check } = proof;
  await check('nginx sends people from http to https, and serves the web client', async () => {
    const moved = await fetch('http://mail.example.com/mail', { redirect: 'manual' });
    demand(moved.status === 301 && moved.headers.get('location') === `${WEB}/mail`, `http: ${moved.status}`);
    const page = await fetch(WEB);
    demand(page.ok && (await page.text()).includes('/assets/'), `the page: ${page.status}`);
  });
  await check('nginx refuses a body over the limit of the program, and passes on the socket', async () => {
    const client = await signIn(proof);
    const status = await statusOf({ path: '/api/v2/files', length: 256 * 1024 * 1024 + 1 });
    demand(status === 413, `a body that is too large: ${status}`);
    const socket = await connectSocket(WEB, { room: PERSON, token: client.token });
    await socket.close();
  });
  await check('Postfix refuses at RCPT whom the program does not know', async () => {
    const reply = await askFor('nobody@example.com');
    demand(reply.startsWith('550 '), reply);
    const postmaster = await askFor('postmaster');
    demand(postmaster.startsWith('250 '), postmaster);
    const relayed = await askFor('someone@elsewhere.example');
    demand(/^5\d\d /.test(relayed) || relayed.startsWith('454 '), relayed);
  });
  await check(
    'a domain that is added gets mail at once, and its mail programs are sent to the server',
    async () => {
      const before = await askFor('chu@second.example');
      demand(/^5\d\d /.test(before) || before.startsWith('454 '), before);
      await machine.run(`bocau-admin domain add second.example
printf '%s\\n' "$(openssl rand -base64 15)-Aa1" | bocau-admin user add chu@second.example --password - --owner --name Chu`);
      await until(async () => (await askFor('chu@second.example')).startsWith('250 '), PATIENCE_MS);
      const location = await redirectOf('autoconfig.second.example', '/mail/config-v1.1.xml');
      demand(location === `${WEB}/mail/config-v1.1.xml`, `sent to ${location}`);
    },
  );
  await check('Postfix refuses a message that is too large', async () => {
    const client = await dial();
    const { code } = await client.command(`MAIL FROM:<${CUSTOMER}> SIZE=${LARGEST + 1}`);
    client.end();
    demand(code === 552, `answered ${code}`);
  });
  await receiveAndAnswer(proof, 'Báo giá');
  await check('while the program is away, senders are asked to come again', async () => {
    await machine.run('systemctl stop bocau@all');
    const reply = await askFor('postmaster@example.com');
    demand(/^4\d\d /.test(reply), reply);
    await machine.run('systemctl start bocau@all');
    await until(async () => (await askFor('postmaster@example.com')).startsWith('250 '), PATIENCE_MS);
  });
  await check(
    'a renewed certificate is shown by nginx, Postfix and the program, without a restart',
    async () => {
      const before = await fingerprintAt(465);
      const pid = await machine.read('run/bocau@all.pid');
      await machine.run(
        'certbot certonly --webroot --webroot-path /var/www/acme -d mail.example.com -d autoconfig.example.com -d autodiscover.example.com --deploy-hook /usr/local/sbin/bocau-certificates',
      );
      await until(async () => (await fingerprintAt(465)) !== before, RENEWAL_MS);
      const shown = await fingerprintAt(465);
      for (const port of [443, 993, 995])
        demand((await fingerprintAt(port)) === shown, `port ${port} shows another certificate`);
      demand(pid === (await machine.read('run/bocau@all.pid')), 'the program was restarted');
    },
  );
  await check('nothing was bounced', async () => {
    demand(!outside.some(({ from }) => from === ''), 'a bounce reached the customer');
  });
}

/** A message arrives through Postfix and rspamd; its answer is sent through Postfix, signed. */
export async function receiveAndAnswer(proof: Proof, subject: string): Promise<void> {
  const { outside, check } = proof;
  await check(
    `a message is received through Postfix, judged, answered and delivered (${subject})`,
    async () => {
      const client = await dial();
      const sent = await client.send({ from: CUSTOMER, to: [PERSON], raw: letter(subject) });
      client.end();
      const replies = [sent.mail, ...sent.recipients, ...sent.message];
      demand(
        replies.every(({ code }) => code === 250),
        JSON.stringify(replies),
      );
      const api = await signIn(proof);
      const found = await until(async () => {
        const { data } = await api.listThreads({ query: { in: 'INBOX' } });
        return data.find((thread) => thread.subject === subject) ?? null;
      }, PATIENCE_MS);
      const thread = await api.getThread({ params: { id: found.id }, query: { in: 'INBOX', expand: '0' } });
      const [message] = thread.data.messages;
      demand(message !== undefined, 'the conversation is empty');
      const source = await fetch(`${WEB}/api/v2/messages/${message?.id}?type=raw`, {
        headers: { [SESSION_HEADER]: api.token },
      });
      const text = await source.text();
      demand(/^X-Spam-Status: /m.test(text), `not judged by rspamd:\n${text.slice(0, 1500)}`);
      demand(!text.includes('forged by the sender'), 'a line in our own name was let through');
      const draft = await api.createDraft({
        body: {
          ...{ to: [{ name: '', email: CUSTOMER }], subject: `Re: ${subject}`, body: '<p>Xin cảm ơn</p>' },
          ...{ answers: message?.id ?? '', action: 'reply' },
        },
      });
      await api.sendMail({ body: { msg_id: draft.data.id } });
      const isAnswer = ({ to, raw }: OutsideMessage) =>
        to.includes(CUSTOMER) && raw.includes(messageIdOf(subject));
      const answer = await until(async () => outside.find(isAnswer), PATIENCE_MS);
      demand(/^DKIM-Signature: /m.test(answer.raw), 'not signed');
      demand(answer.raw.includes('by mail.example.com (Postfix)'), 'not by Postfix');
      demand(answer.from === PERSON, `from ${answer.from}`);
    },
  );
}

const messageIdOf = (subject: string) => `<${Buffer.from(subject).toString('hex')}@customer.example>`;

function letter(subject: string): string {
  const lines = [
    'Authentication-Results: (x) mail.example.com; spf=pass forged by the sender',
    'X-Spam-Status : No forged by the sender',
    `From: Khach <${CUSTOMER}>`,
    `To: <${PERSON}>`,
    `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
    `Message-ID: ${messageIdOf(subject)}`,
    `Date: ${new Date(systemClock.now()).toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    'Please send us your offer for the machines that we spoke of yesterday.',
  ];
  return lines.map((line) => `${line}\r\n`).join('');
}

function signIn({ password }: Proof) {
  return signedInClient(WEB, { email: PERSON, password });
}

function dial(): Promise<MailClient> {
  return connectMail({ host: MACHINE, port: 25, protocol: 'smtp', helo: 'mx.customer.example' });
}

/** Postfix's reply to one recipient. */
async function askFor(address: string): Promise<string> {
  const client = await dial();
  await client.command(`MAIL FROM:<${CUSTOMER}>`);
  const { code, lines } = await client.command(`RCPT TO:<${address}>`);
  client.end();
  return `${code} ${lines.join(' ')}`;
}

/** Where nginx redirects an http request for a name. */
function redirectOf(host: string, path: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    request({ host: MACHINE, port: 80, path, headers: { host } }, (response) => {
      response.resume();
      resolve(response.headers.location);
    })
      .on('error', reject)
      .end();
  });
}

function fingerprintAt(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ host: MACHINE, port, servername: 'mail.example.com' }, () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

/** The status of a request whose body is only announced. */
function statusOf({ path, length }: { path: string; length: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ host: MACHINE, port: 443, servername: 'mail.example.com' });
    socket.on('error', reject);
    socket.on('data', (answer: Buffer) => {
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer.toString('latin1'))?.[1]));
      socket.destroy();
    });
    socket.write(`POST ${path} HTTP/1.1\r\nHost: mail.example.com\r\nContent-Length: ${length}\r\n\r\n`);
  });
}

async function until<T>(look: () => Promise<T>, patienceMs: number): Promise<NonNullable<T>> {
  const end = systemClock.now() + patienceMs;
  for (;;) {
    const found = await look().catch(() => null);
    if (found) return found as NonNullable<T>;
    if (systemClock.now() > end) throw new Error(`not within ${patienceMs / 1000} s`);
    await systemClock.sleep(500);
  }
}

function demand(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}
