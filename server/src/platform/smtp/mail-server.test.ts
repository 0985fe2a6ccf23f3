import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ConnectOptions, MailClient } from '../../test-kit/smtp-client.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import type { Clock } from '../clock.ts';
import { systemClock } from '../clock.ts';
import { createMailServer } from './mail-server.ts';
import type { ArrivingMessage, MailProtocol, MailServer, MailServerOptions } from './mail-types.ts';
import { accepted, replies } from './reply.ts';

const certificates = new URL('../../test-kit/certificates/', import.meta.url);
const tls = {
  key: readFileSync(new URL('mail.test.key.pem', certificates)),
  cert: readFileSync(new URL('mail.test.cert.pem', certificates)),
};

type Received = { from: string; to: string[]; raw: string; secure: boolean; helo: string };
type TestOptions = Partial<MailServerOptions<string>>;

const servers: MailServer[] = [];
const clients: MailClient[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await Promise.all(servers.splice(0).map((server) => server.close(0)));
});

async function startMail(options: TestOptions = {}) {
  const received: Received[] = [];
  const logged: string[] = [];
  const log = (_fields: Record<string, unknown>, text: string) => void logged.push(text);
  const server = createMailServer<string>({
    protocol: 'smtp',
    host: '127.0.0.1',
    port: 0,
    name: 'mx.home.test',
    maxSize: 100_000,
    maxRecipients: 5,
    maxConnections: 20,
    maxConnectionsPerAddress: 10,
    maxMessagesPerConnection: 50,
    maxBadCommands: 10,
    maxUnknownRecipients: 5,
    idleTimeoutMs: 60_000,
    dataTimeoutMs: 600_000,
    clock: systemClock,
    log: { info: log, warn: log, error: log },
    onRecipient: async (address) =>
      address.endsWith('@home.test')
        ? { accept: address.split('@')[0] ?? '' }
        : { refuse: replies.noRelaying },
    async onMessage(message) {
      const raw = await read(message);
      received.push({
        from: message.envelope.from,
        to: message.envelope.recipients.map((entry) => entry.address),
        raw,
        secure: message.session.tls !== null,
        helo: message.session.helo,
      });
      return accepted();
    },
    ...options,
  });
  servers.push(server);
  const { port } = await server.listen();
  const protocol: MailProtocol = options.protocol ?? 'smtp';
  async function open(extra: Partial<ConnectOptions> = {}) {
    const client = await connectMail({ host: '127.0.0.1', port, protocol, ...extra });
    clients.push(client);
    return client;
  }
  return { server, port, received, logged, open };
}

async function read(message: ArrivingMessage<string>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message.content) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('latin1');
}

function handMovedClock(): Clock & { move(ms: number): void } {
  let now = 1_000_000;
  const repeated: { ms: number; next: number; run: () => void }[] = [];
  return {
    ...systemClock,
    now: () => now,
    every(ms, run) {
      const entry = { ms, next: now + ms, run };
      repeated.push(entry);
      return { stop: () => void repeated.splice(repeated.indexOf(entry), 1) };
    },
    move(ms) {
      now += ms;
      for (const entry of repeated) entry.run();
    },
  };
}

function line(reply: { code: number; lines: string[] } | undefined): string {
  return reply ? `${reply.code} ${reply.lines.join(' / ')}` : 'no reply';
}

/** Ready for message bytes: MAIL, RCPT and DATA were accepted. */
async function openData(client: MailClient, to = ['an@home.test']) {
  const answers = await client.pipelined([
    'MAIL FROM:<far@away.test>',
    ...to.map((address) => `RCPT TO:<${address}>`),
    'DATA',
  ]);
  expect(answers.at(-1)?.code).toBe(354);
}

const hello = { from: 'far@away.test', to: ['an@home.test'], raw: 'Subject: hi\r\n\r\nhello\r\n' };

describe('the conversation', () => {
  it('announces what it can do, and neither AUTH nor CHUNKING', async () => {
    const { open } = await startMail({ tls });
    const client = await open();
    expect(client.greeting).toEqual({ code: 220, lines: ['mx.home.test ESMTP'] });
    expect(client.hello.lines.slice(1).sort()).toEqual(
      ['8BITMIME', 'ENHANCEDSTATUSCODES', 'PIPELINING', 'SIZE 100000', 'SMTPUTF8', 'STARTTLS'].sort(),
    );
    expect((await client.command('AUTH PLAIN AHgAeA==')).code).toBe(500);
  });

  it('does not offer STARTTLS without a certificate', async () => {
    const client = await (await startMail()).open();
    expect(client.hello.lines).not.toContain('STARTTLS');
    expect((await client.command('STARTTLS')).code).toBe(500);
  });

  it.each([
    ['NOOP', '250 2.0.0 OK'],
    ['VRFY an@home.test', '252 2.1.5 Try to send something. No promises though'],
    ['RSET', '250 2.0.0 Flushed'],
    ['DATA', '503 5.5.1 Error: need RCPT command'],
    ['RCPT TO:<an@home.test>', '503 5.5.1 Error: need MAIL command'],
    [
      'MAIL FROM:<a@b.test> SIZE=100001',
      '552 5.3.4 Error: message exceeds fixed maximum message size 100000',
    ],
    ['MAIL FROM:<a@b.test> BODY=BINARYMIME', /^501 /],
    ['MAIL FROM:<Jürgen@b.test>', '553 5.6.7 Address needs SMTPUTF8'],
    ['MAIL FROM:<a@b.test> SIZE=junk', /^501 /],
    ['MAIL FROM:<a@b.test> SIZE=1 XYZ=1', '555 5.5.4 Parameter not recognised'],
    ['MAIL FROM:<a@b.test> AUTH=<>', '555 5.5.4 Parameter not recognised'],
    ['MAIL FROM:<a@b.test> BODY=8BITMIME RET=HDRS ENVID=1', /^250 /],
    ['MAIL FROM: a@b.test', /^501 5\.1\.7 /],
    ['EHLO', /^501 /],
    ['EHLO two words', /^501 /],
    [`EHLO ${'x'.repeat(400)}`, /^501 /],
    ['EHLO nul\0byte', /^500 5\.5\.2 /],
    ['MAIL FROM:<a@b.test>\rRCPT TO:<an@home.test>', /^500 5\.5\.2 /],
    ['XCLIENT ADDR=10.0.0.1', /^500 /],
    ['WIZ please', /^500 /],
  ])('answers %j with %j', async (command, expected) => {
    const client = await (await startMail()).open();
    const answer = line(await client.command(command));
    if (typeof expected === 'string') expect(answer).toBe(expected);
    else expect(answer).toMatch(expected);
  });

  it('refuses to relay with the answer of the recipient check', async () => {
    const { open, received } = await startMail();
    const result = await (await open()).send({ ...hello, to: ['an@home.test', 'other@away.test'] });
    expect(result.recipients.map(line)).toEqual(['250 2.1.5 Accepted', '550 5.7.1 We do not relay']);
    expect(received[0]?.to).toEqual(['an@home.test']);
  });

  it('takes several messages on one connection, all commands pipelined, the null sender too', async () => {
    const { open, received } = await startMail();
    const client = await open();
    expect(line((await client.send({ ...hello, from: '' })).message[0])).toBe('250 2.6.0 Message accepted');
    await openData(client);
    client.rawWrite('one\r\n.\r\nMAIL FROM:<far@away.test>\r\nRCPT TO:<an@home.test>\r\nDATA\r\n');
    const answers = [await client.reply(), await client.reply(), await client.reply(), await client.reply()];
    expect(answers.map((reply) => reply.code)).toEqual([250, 250, 250, 354]);
    client.rawWrite('two\r\n.\r\n');
    expect((await client.reply()).code).toBe(250);
    expect(received.map((message) => [message.from, message.raw])).toEqual([
      ['', hello.raw],
      ['far@away.test', 'one\r\n'],
      ['far@away.test', 'two\r\n'],
    ]);
  });

  it('takes UTF-8 addresses with SMTPUTF8 and gives domains in ASCII', async () => {
    const { open } = await startMail();
    const client = await open();
    expect((await client.command('MAIL FROM:<Bồ.Câu@bücher.test> SMTPUTF8')).code).toBe(250);
    expect(line(await client.command('RCPT TO:<câu@HOME.test>'))).toBe('250 2.1.5 Accepted');
    await client.command('RSET');
    await client.command('MAIL FROM:<a@b.test>');
    expect(line(await client.command('RCPT TO:<câu@home.test>'))).toBe('553 5.6.7 Address needs SMTPUTF8');
    client.rawWrite(Buffer.from('RCPT TO:<c\xe2u@home.test>\r\n', 'latin1'));
    expect(line(await client.reply())).toBe('501 5.1.3 Bad address syntax');
  });

  it('closes after BDAT, whose bytes would be read as commands', async () => {
    const { open, received } = await startMail();
    const client = await open();
    client.rawWrite('BDAT 40 LAST\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<an@home.test>\r\n');
    expect(await client.closed()).toBe('502 5.5.1 BDAT is not offered here');
    expect(received).toEqual([]);
  });

  it.each([
    ['a bare LF', 'NOOP\n'],
    ['a bare LF behind a good line', 'NOOP\r\nNOOP\n'],
  ])('ends the conversation at a command line that ends in %s', async (_name, bytes) => {
    const client = await (await startMail()).open();
    client.rawWrite(bytes);
    expect(await client.closed()).toBe('500 5.5.2 Lines end in CR LF and hold no control characters');
  });

  it('ends the conversation at an endless command line', async () => {
    const client = await (await startMail()).open();
    client.rawWrite('x'.repeat(5000));
    expect(await client.closed()).toBe('500 5.5.2 Line too long');
  });

  it('ends the conversation when a browser speaks to it', async () => {
    const client = await (await startMail()).open();
    expect((await client.command('POST / HTTP/1.1')).code).toBe(421);
  });

  it('says 421 after too many refused commands', async () => {
    const client = await (await startMail({ maxBadCommands: 3 })).open();
    client.rawWrite('NONSENSE\r\nDATA\r\n');
    await client.reply();
    await client.reply();
    client.rawWrite('RCPT TO:<x@home.test>\r\n');
    expect(await client.closed()).toMatch(/^503 .*\n421 4\.7\.0 Too many errors$/);
  });

  it.each(['smtp', 'lmtp'] as const)(
    'says 421 by %s to who guesses recipients, however many messages come between',
    async (protocol) => {
      const client = await (await startMail({ protocol, maxBadCommands: 100 })).open();
      for (let guess = 0; guess < 5; guess += 1) {
        const to = ['an@home.test', `guess${guess}@there.test`];
        expect((await client.send({ ...hello, to })).message.map(({ code }) => code)).toEqual([250]);
      }
      client.rawWrite('MAIL FROM:<a@there.test>\r\nRCPT TO:<an@home.test>\r\n');
      expect(await client.closed()).toMatch(/421 4\.7\.0 Too many errors$/);
    },
  );

  it.each(['mailboxFull', 'mailboxSuspended'] as const)(
    'takes no recipient that is there for a guess: %s',
    async (refusal) => {
      const { open } = await startMail({
        protocol: 'lmtp',
        maxBadCommands: 100,
        onRecipient: async (address) =>
          address === 'an@home.test' ? { accept: 'an' } : { refuse: replies[refusal] },
      });
      const client = await open();
      for (let message = 0; message < 6; message += 1) {
        const to = ['an@home.test', 'binh@home.test'];
        const { recipients } = await client.send({ ...hello, to });
        expect(recipients.map(({ code }) => code)).toEqual([250, replies[refusal].code]);
      }
    },
  );

  it('says 421 after a hundred commands that lead nowhere', async () => {
    const client = await (await startMail()).open();
    client.rawWrite('NOOP\r\n'.repeat(100));
    expect((await client.closed()).split('\n').at(-1)).toBe('421 4.7.0 Too many errors');
  });
});

describe('replies to commands that came together', () => {
  it('leave together, when the last of them is known', async () => {
    const looking = Promise.withResolvers<void>();
    const found = Promise.withResolvers<{ accept: string }>();
    const { open } = await startMail({
      onRecipient: () => {
        looking.resolve();
        return found.promise;
      },
    });
    const client = await open();
    let answered = false;
    client.rawWrite('MAIL FROM:<a@there.test>\r\nRCPT TO:<an@home.test>\r\n');
    const mail = client.reply().finally(() => {
      answered = true;
    });
    await looking.promise;
    // A round trip over another connection: what had been sent would have arrived.
    await open();
    expect(answered).toBe(false);
    found.resolve({ accept: 'an' });
    expect([await mail, await client.reply()].map(({ code }) => code)).toEqual([250, 250]);
  });
});

describe('STARTTLS', () => {
  it('carries a message, and the session says so', async () => {
    const { open, received } = await startMail({ tls });
    const client = await open();
    await client.startTls();
    expect(client.hello.lines).not.toContain('STARTTLS');
    expect((await client.send(hello)).message[0]?.code).toBe(250);
    expect(received[0]).toMatchObject({ secure: true, raw: hello.raw });
  });

  it('forgets what was said before it', async () => {
    const { open } = await startMail({ tls });
    const client = await open();
    await client.command('MAIL FROM:<a@b.test>');
    await client.startTls();
    expect((await client.command('RCPT TO:<an@home.test>')).code).toBe(503);
  });

  it('is answered in plain text also behind a command that it came with', async () => {
    const { open } = await startMail({ tls });
    const client = await open();
    const [noop, startTls] = await client.pipelined(['NOOP', 'STARTTLS']);
    expect([noop?.code, startTls?.code]).toEqual([250, 220]);
    await client.upgradeSocket();
    expect(client.hello.code).toBe(250);
  });

  it('never runs commands that were pipelined in plain text behind it', async () => {
    const { open, received } = await startMail({ tls });
    const client = await open();
    const injected = 'RSET\r\nMAIL FROM:<evil@away.test>\r\nRCPT TO:<an@home.test>\r\nDATA\r\nx\r\n.\r\n';
    client.rawWrite(`STARTTLS\r\n${injected}`);
    expect((await client.reply()).code).toBe(220);
    await client.upgradeSocket();
    expect(line(await client.command('RCPT TO:<an@home.test>'))).toMatch(/^503 /);
    expect(received).toEqual([]);
  });

  it('survives a handshake that is none', async () => {
    const { server, open } = await startMail({ tls });
    const client = await open();
    await client.command('STARTTLS');
    client.rawWrite('this is no handshake\r\n');
    await client.closed();
    await until(() => server.connectionCount() === 0);
    expect((await open()).greeting.code).toBe(220);
  });

  it('frees the place of its address when the encrypted connection ends', async () => {
    const { server, open } = await startMail({ tls, maxConnectionsPerAddress: 1 });
    for (let round = 0; round < 3; round++) {
      const client = await open();
      await client.startTls();
      client.end();
      await client.closed();
      await until(() => server.connectionCount() === 0);
    }
    expect((await open()).greeting.code).toBe(220);
  });
});

const chunkings: [string, (bytes: Buffer) => Buffer[]][] = [
  ['in one piece', (bytes) => [bytes]],
  ['byte by byte', (bytes) => Array.from(bytes, (byte) => Buffer.from([byte]))],
  ['in threes', (bytes) => split(bytes, 3)],
  ['in fives', (bytes) => split(bytes, 5)],
];

function split(bytes: Buffer, size: number): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  return pieces;
}

/** Sends every piece as a TCP segment of its own, as far as loopback keeps them apart. */
async function writePieces(client: MailClient, pieces: Buffer[]): Promise<void> {
  for (const piece of pieces) {
    client.rawWrite(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe.each(chunkings)('a message that comes %s', (_name, chunk) => {
  it.each([
    ['LF . LF', '\n.\n'],
    ['LF . CR LF', '\n.\r\n'],
    ['CR . CR LF', '\r.\r\n'],
    ['CR . CR', '\r.\r'],
    ['CR LF . LF', '\r\n.\n'],
    ['CR LF . CR', '\r\n.\r'],
    ['CR LF . CR CR LF', '\r\n.\r\r\n'],
    ['CR CR LF . CR LF, taken for CR and an end', '\r\r\n.\r'],
    ['LF LF . CR LF', '\n\n.\r\n'],
    ['CR LF NUL . CR LF with a bare LF', '\r\n\0.\r\n\n'],
  ])('is one refused message, whatever hides behind %s', async (_sequence, sequence) => {
    const { open, received } = await startMail();
    const client = await open();
    await openData(client);
    const smuggled =
      'MAIL FROM:<evil@away.test>\r\nRCPT TO:<an@home.test>\r\nDATA\r\nSubject: smuggled\r\n\r\nx';
    await writePieces(client, chunk(Buffer.from(`Subject: a\r\n\r\nx${sequence}${smuggled}\r\n.\r\n`)));
    expect(line(await client.reply())).toBe('550 5.6.11 Message has a bare CR or LF');
    expect(line(await client.command('NOOP'))).toBe('250 2.0.0 OK');
    expect(received).toEqual([]);
  });

  it.each([
    ['an empty message', '.\r\n', ''],
    ['stuffed dots', '..\r\n...\r\na.\r\n..b\r\n.\r\n', '.\r\n..\r\na.\r\n.b\r\n'],
    ['a dot that nobody stuffed', '.b\r\n.\r\n', 'b\r\n'],
    ['NUL and 8-bit bytes', 'a\0b\xff\r\n.\r\n', 'a\0b\xff\r\n'],
    ['empty lines', '\r\n\r\n\r\n.\r\n', '\r\n\r\n\r\n'],
    ['a line of 5,000 bytes', `${'y'.repeat(5000)}\r\n.\r\n`, `${'y'.repeat(5000)}\r\n`],
  ])('arrives byte for byte: %s', async (_what, sent, expected) => {
    const { open, received } = await startMail();
    const client = await open();
    await openData(client);
    const bytes = Buffer.from(sent, 'latin1');
    await writePieces(client, bytes.length > 1000 ? [bytes] : chunk(bytes));
    expect((await client.reply()).code).toBe(250);
    expect(received.map((message) => message.raw)).toEqual([expected]);
  });
});

describe('what is sent behind DATA without waiting', () => {
  it.each([
    ['an accepted DATA', 'MAIL FROM:<a@b.test>\r\nRCPT TO:<an@home.test>\r\nDATA\r\nhi\r\n.\r\n'],
    ['a refused DATA', 'MAIL FROM:<a@b.test>\r\nRCPT TO:<no@away.test>\r\nDATA\r\nMAIL FROM:<c@d.test>\r\n'],
    ['a refused DATA, half a line', 'MAIL FROM:<a@b.test>\r\nDATA\r\nSubject'],
  ])('ends the conversation behind %s', async (_name, bytes) => {
    const { open, received } = await startMail();
    const client = await open();
    client.rawWrite(bytes);
    expect((await client.closed()).split('\n').at(-1)).toMatch(/^503 5\.5\.1 Nothing may follow DATA/);
    expect(received).toEqual([]);
  });
});

describe('message size', () => {
  it('refuses data that runs over, after reading it away, and goes on', async () => {
    let handlerError: unknown;
    const { open, received, logged } = await startMail({
      async onMessage(message) {
        handlerError = await read(message).catch((error: unknown) => error);
        throw handlerError;
      },
    });
    const client = await open();
    const result = await client.send({ ...hello, raw: `${'x'.repeat(98)}\r\n`.repeat(2000) });
    expect(line(result.message[0])).toBe('552 5.3.4 Message exceeds the size limit');
    expect(handlerError).toMatchObject({ name: 'ProtocolError' });
    expect(received).toEqual([]);
    expect(logged).toEqual([]);
    expect((await client.command('NOOP')).code).toBe(250);
  });

  it('takes a message of exactly the size announced', async () => {
    const { open, received } = await startMail();
    const raw = `${'x'.repeat(98)}\r\n`.repeat(1000);
    expect((await (await open()).send({ ...hello, raw })).message[0]?.code).toBe(250);
    expect(received[0]?.raw.length).toBe(100_000);
  });

  it('never holds more than a little of a big message for a slow handler', async () => {
    let most = 0;
    let size = 0;
    const { open } = await startMail({
      maxSize: 50_000_000,
      async onMessage(message) {
        for await (const chunk of message.content) {
          size += (chunk as Buffer).length;
          most = Math.max(most, message.content.readableLength);
          await new Promise((resolve) => setImmediate(resolve));
        }
        return accepted();
      },
    });
    const raw = `${'x'.repeat(998)}\r\n`.repeat(30_000);
    expect((await (await open()).send({ ...hello, raw })).message[0]?.code).toBe(250);
    expect(size).toBe(30_000_000);
    expect(most).toBeLessThan(500_000);
  });
});

describe('LMTP', () => {
  const protocol = 'lmtp';

  it('answers LHLO and not EHLO', async () => {
    const client = await (await startMail({ protocol })).open();
    expect(client.greeting.lines).toEqual(['mx.home.test LMTP']);
    expect(client.hello.code).toBe(250);
    expect((await client.command('EHLO client.test')).code).toBe(500);
  });

  it('answers for each accepted recipient in order, a repeated one twice', async () => {
    const { open } = await startMail({
      protocol,
      async onMessage(message) {
        await read(message);
        expect(message.envelope.recipients.map((entry) => entry.recipient)).toEqual(['an', 'full']);
        return [accepted(), replies.mailboxFull];
      },
    });
    const to = ['an@home.test', 'no@away.test', 'full@home.test', 'an@HOME.test'];
    const result = await (await open()).send({ ...hello, to });
    expect(result.recipients.map((reply) => reply.code)).toEqual([250, 550, 250, 250]);
    expect(result.message.map(line)).toEqual([
      '250 2.6.0 Message accepted',
      '452 4.2.2 Mailbox full',
      '250 2.6.0 Message accepted',
    ]);
  });

  it('keeps the rules about line ends', async () => {
    const { open, received } = await startMail({ protocol });
    const client = await open();
    const result = await client.send({ ...hello, to: ['an@home.test', 'bo@home.test'], raw: 'a\nb\r\n' });
    expect(result.message.map((reply) => reply.code)).toEqual([550, 550]);
    expect(received).toEqual([]);
  });

  it('answers 451 for each recipient when the handler answers for too few', async () => {
    const { open, logged } = await startMail({ protocol, onMessage: async () => [accepted()] });
    const result = await (await open()).send({ ...hello, to: ['an@home.test', 'bo@home.test'] });
    expect(result.message.map((reply) => reply.code)).toEqual([451, 451]);
    expect(logged).toEqual(['delivery deferred: unexpected error']);
  });
});

describe('handlers that fail', () => {
  it('answers 451 4.3.0 when a message handler throws, and the connection lives on', async () => {
    let fail = true;
    const { open, logged } = await startMail({
      async onMessage(message) {
        if (fail) throw new Error('disk is gone');
        await read(message);
        return accepted();
      },
    });
    const client = await open();
    expect(line((await client.send(hello)).message[0])).toBe('451 4.3.0 Local error, try again later');
    fail = false;
    expect((await client.send(hello)).message[0]?.code).toBe(250);
    expect(logged).toEqual(['delivery deferred: unexpected error']);
  });

  it('answers 451 4.3.0 when the recipient check throws', async () => {
    const { open } = await startMail({ onRecipient: () => Promise.reject(new Error('no database')) });
    const result = await (await open()).send(hello);
    expect(line(result.recipients[0])).toBe('451 4.3.0 Local error, try again later');
  });

  it('answers only after the end of data when the handler has decided early', async () => {
    const { open } = await startMail({ onMessage: async () => replies.loopDetected });
    const client = await open();
    await openData(client);
    client.rawWrite('a\r\n');
    await client.rawWrite('b\r\n.\r\nNOOP\r\n');
    expect(line(await client.reply())).toBe('554 5.4.6 Mail loop detected');
    expect(line(await client.reply())).toBe('250 2.0.0 OK');
  });

  it('lets the handler finish when the client leaves before the answer', async () => {
    let answer = () => {};
    const { open, received, server } = await startMail({
      async onMessage(message) {
        const raw = await read(message);
        await new Promise<void>((resolve) => {
          answer = resolve;
          client.destroy();
        });
        received.push({ from: '', to: [], raw, secure: false, helo: '' });
        return accepted();
      },
    });
    const client = await open();
    await openData(client);
    client.rawWrite(`${hello.raw}.\r\n`);
    await client.closed();
    await until(() => server.connectionCount() === 0);
    answer();
    await until(() => received.length === 1);
    expect(received[0]?.raw).toBe(hello.raw);
  });

  it('breaks the stream of a message whose connection is cut, and accepts nothing', async () => {
    let outcome: unknown;
    let reading = () => {};
    const started = new Promise<void>((resolve) => {
      reading = resolve;
    });
    const { open, received, server } = await startMail({
      async onMessage(message) {
        reading();
        outcome = await read(message).then(
          () => 'read to the end',
          (error: Error) => error.message,
        );
        return accepted();
      },
    });
    const client = await open();
    await openData(client);
    client.rawWrite('Subject: half\r\n');
    await started;
    client.destroy();
    await until(() => server.connectionCount() === 0 && outcome !== undefined);
    expect(outcome).toMatch(/closed before the message was received/);
    expect(received).toEqual([]);
  });
});

describe('limits', () => {
  it('takes so many recipients and asks to send the rest separately', async () => {
    const { open, received } = await startMail({ maxRecipients: 2 });
    const to = ['a@home.test', 'b@home.test', 'c@home.test'];
    const result = await (await open()).send({ ...hello, to });
    expect(result.recipients.map((reply) => reply.code)).toEqual([250, 250, 452]);
    expect(received[0]?.to).toEqual(['a@home.test', 'b@home.test']);
  });

  it('says 421 to one address with too many connections, and takes it again later', async () => {
    const { open, server } = await startMail({ maxConnectionsPerAddress: 2 });
    const first = await open();
    await open();
    expect(line((await open()).greeting)).toBe('421 4.7.0 Too many connections, try again later');
    first.end();
    await first.closed();
    await until(() => server.connectionCount() === 1);
    expect((await open()).greeting.code).toBe(220);
  });

  it('logs those that it lets not in once a second', async () => {
    const clock = handMovedClock();
    const warn = vi.fn();
    const log = { info: () => undefined, warn, error: () => undefined };
    const { open } = await startMail({ maxConnectionsPerAddress: 1, clock, log });
    await open();
    for (let more = 0; more < 3; more += 1) expect((await open()).greeting.code).toBe(421);
    clock.move(1_000);
    const refused = { event: 'connection_refused', protocol: 'smtp', reason: 'address', client: '127.0.0.1' };
    expect(warn.mock.calls).toEqual([[{ ...refused, count: 3, addresses: 1 }, 'connections refused']]);
  });

  it('holds no more connections of one address that were to encrypt and do not', async () => {
    const clock = handMovedClock();
    const warn = vi.fn();
    const log = { info: () => undefined, warn, error: () => undefined };
    const one = { tls, implicitTls: true, maxConnectionsPerAddress: 2, clock, log };
    const { port, open } = await startMail(one);
    const silent = [1, 2, 3].map(() => connect(port, '127.0.0.1'));
    try {
      await Promise.race(silent.map((socket) => once(socket, 'close')));
      await until(() => silent.filter((socket) => !socket.destroyed).length === 2);
      clock.move(1_000);
      const refused = { event: 'connection_refused', reason: 'address', count: 1 };
      expect(warn.mock.calls).toMatchObject([[refused, 'connections refused']]);
      for (const socket of silent) socket.destroy();
      await expect.poll(async () => (await open({ implicitTls: true })).greeting.code).toBe(220);
    } finally {
      for (const socket of silent) socket.destroy();
    }
  });

  it.each(['smtp', 'lmtp'] as const)(
    'says 421 by %s to the next message when a connection has brought enough',
    async (protocol) => {
      const { open } = await startMail({ protocol, maxMessagesPerConnection: 1 });
      const client = await open();
      await client.send(hello);
      client.rawWrite('MAIL FROM:<a@b.test>\r\n');
      expect(await client.closed()).toMatch(/^421 4\.7\.0 Too many messages/);
    },
  );

  it.each([
    ['says nothing', ''],
    ['trickles a command', 'MAI'],
  ])('ends a connection that %s', async (_name, bytes) => {
    const clock = handMovedClock();
    const { open } = await startMail({ clock });
    const client = await open();
    clock.move(59_000);
    await client.command('NOOP');
    clock.move(59_000);
    client.rawWrite(bytes);
    clock.move(1000);
    expect(await client.closed()).toBe('421 4.4.2 Timeout, closing connection');
  });

  it('ends a message that trickles in, and lets one go on that makes progress', async () => {
    const clock = handMovedClock();
    let arrived = 0;
    const { open } = await startMail({
      clock,
      async onMessage(message) {
        for await (const chunk of message.content) arrived += (chunk as Buffer).length;
        return accepted();
      },
    });
    const client = await open();
    await openData(client);
    client.rawWrite(`${'x'.repeat(98)}\r\n`.repeat(50));
    await until(() => arrived === 5000);
    clock.move(60_000);
    client.rawWrite('slow\r\n');
    await until(() => arrived === 5006);
    clock.move(60_000);
    expect(await client.closed()).toBe('421 4.4.2 Timeout, closing connection');
  });

  it('ends a message that takes too long in all', async () => {
    const clock = handMovedClock();
    const { open } = await startMail({ clock, idleTimeoutMs: 6_000_000 });
    const client = await open();
    await openData(client);
    clock.move(600_000);
    expect(await client.closed()).toBe('421 4.4.2 Timeout, closing connection');
  });
});

describe('closing', () => {
  it('lets the message under way finish and says 421 to who waits', async () => {
    const { open, received, server } = await startMail();
    const [busy, idle] = [await open(), await open()];
    await openData(busy);
    const closed = server.close(60_000);
    expect(await idle.closed()).toMatch(/^421 4\.3\.2 /);
    busy.rawWrite(`${hello.raw}.\r\n`);
    expect((await busy.closed()).split('\n').map((text) => text.slice(0, 9))).toEqual([
      '250 2.6.0',
      '421 4.3.2',
    ]);
    await closed;
    expect(received.length).toBe(1);
    await expect(open()).rejects.toThrow();
  });

  it('ends what is still under way when the time is over', async () => {
    const { open, received, server } = await startMail();
    const client = await open();
    await openData(client);
    client.rawWrite('half a mess');
    await server.close(10);
    expect(await client.closed()).toMatch(/^421 4\.3\.2 /);
    expect(received).toEqual([]);
  });
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
