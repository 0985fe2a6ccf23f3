import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { type SmtpTrap, startSmtpTrap } from '../../test-kit/smtp-trap.ts';
import { createTestClock } from '../../test-kit/test-clock.ts';
import { systemClock } from '../clock.ts';
import { type OutgoingMessage, type TransmitOptions, transmit } from './transmit.ts';
import { hasUtf8Header } from './utf8-connection.ts';

const traps: Pick<SmtpTrap, 'close'>[] = [];

afterEach(async () => {
  for (const trap of traps.splice(0)) await trap.close();
});

async function trapped(options?: Parameters<typeof startSmtpTrap>[0]): Promise<SmtpTrap> {
  const trap = await startSmtpTrap(options);
  traps.push(trap);
  return trap;
}

const SOURCE =
  'From: a@saomai.example\r\nSubject: =?utf-8?B?WGluIGNow6Bv?=\r\n\r\nXin chào.\r\n.một dòng có dấu chấm\r\n';

function outgoing(gate: () => Promise<void> = async () => undefined): OutgoingMessage {
  return {
    from: 'a@saomai.example',
    envelopeId: '4a8f',
    to: ['b@vpp.example', 'c@vpp.example'],
    size: Buffer.byteLength(SOURCE),
    eightBit: true,
    utf8: false,
    async *source() {
      yield Buffer.from(SOURCE);
    },
    beforeEnd: gate,
  };
}

function options(trap: Pick<SmtpTrap, 'port'>, given: Partial<TransmitOptions> = {}): TransmitOptions {
  return {
    host: { name: 'mail.test', address: '127.0.0.1' },
    port: trap.port,
    name: 'mail.saomai.example',
    tls: 'opportunistic',
    auth: null,
    clock: systemClock,
    timeouts: { connectMs: 5000, silenceMs: 5000, wholeMs: 60_000 },
    signal: new AbortController().signal,
    ...given,
  };
}

it.each([
  ['a server that offers DSN', {}, 'a@saomai.example', '4a8f'],
  ['one that does not', { hideDSN: true }, 'a@saomai.example', null],
  ['one that would report to nobody', {}, '', null],
] as const)('gives the envelope its name at %s', async (_who, knows, from, envelopeId) => {
  const trap = await trapped(knows);
  const results = await transmit({ ...outgoing(), from }, options(trap));
  expect(results).toMatchObject([{ outcome: 'accepted' }, { outcome: 'accepted' }]);
  expect(trap.messages).toMatchObject([{ envelopeId }]);
});

it('hands a message over as it is', async () => {
  const trap = await trapped();
  expect(await transmit(outgoing(), options(trap))).toEqual([
    { address: 'b@vpp.example', outcome: 'accepted', code: 250, reply: expect.stringContaining('250') },
    { address: 'c@vpp.example', outcome: 'accepted', code: 250, reply: expect.stringContaining('250') },
  ]);
  expect(trap.messages).toHaveLength(1);
  expect(trap.messages[0]).toMatchObject({
    from: 'a@saomai.example',
    to: ['b@vpp.example', 'c@vpp.example'],
  });
  expect(trap.messages[0]?.raw.toString()).toBe(SOURCE);
});

it('names domains of any script as DNS knows them: only a name before the @ needs a server that takes UTF-8', async () => {
  const heard: string[] = [];
  const server = createServer((socket) => {
    socket.write('220 here\r\n');
    socket.setEncoding('utf8').on('data', (lines: string) => {
      for (const line of lines.split('\r\n').filter((one) => /^(EHLO|MAIL|RCPT|DATA|\.$)/.test(one))) {
        heard.push(line);
        if (line.startsWith('EHLO')) socket.write('250 here\r\n');
        else if (line.startsWith('RCPT TO:<c@')) socket.write('550 5.1.1 Nobody\r\n');
        else socket.write(line === 'DATA' ? '354 go on\r\n' : '250 ok\r\n');
      }
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const to = ['b@bưu-điện.vn', 'c@bưu-điện.vn'];
  const results = await transmit(
    { ...outgoing(), from: 'a@bưu-điện.vn', to },
    options({ port }, { tls: 'never' }),
  );
  await new Promise((resolve) => server.close(resolve));
  expect(results).toMatchObject([
    { address: 'b@bưu-điện.vn', outcome: 'accepted' },
    { address: 'c@bưu-điện.vn', outcome: 'permanent', code: 550 },
  ]);
  expect(heard.filter((line) => /^(MAIL|RCPT)/.test(line))).toEqual([
    'MAIL FROM:<a@xn--bu-in-7ya42ik46m.vn>',
    'RCPT TO:<b@xn--bu-in-7ya42ik46m.vn>',
    'RCPT TO:<c@xn--bu-in-7ya42ik46m.vn>',
  ]);
});

it('passes on what a server says without characters that a database refuses and a terminal obeys', async () => {
  const server = createServer((socket) => {
    socket.write('220 here\r\n');
    socket.setEncoding('latin1').on('data', (lines: string) => {
      for (const line of lines.split('\r\n').filter((one) => /^(EHLO|MAIL|RCPT|DATA|\.$)/.test(one))) {
        if (line.startsWith('RCPT TO:<c@')) socket.write('550-5.1.1 No\x1b[2J\r\n550 5.1.1 bo\0dy\r\n');
        else socket.write(line === 'DATA' ? '354 go on\r\n' : '250 o\0k\r\n');
      }
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const results = await transmit(outgoing(), options({ port }, { tls: 'never' }));
  await new Promise((resolve) => server.close(resolve));
  expect(results).toEqual([
    { address: 'b@vpp.example', outcome: 'accepted', code: 250, reply: '250 o k' },
    { address: 'c@vpp.example', outcome: 'permanent', code: 550, reply: '550-5.1.1 No [2J\n550 5.1.1 bo dy' },
  ]);
});

it('encrypts where it is offered, without asking who it is', async () => {
  const trap = await trapped({ tls: true });
  await transmit(outgoing(), options(trap));
  expect(trap.messages[0]?.secure).toBe(true);
});

describe('where encryption is offered and breaks', () => {
  /**
   * Accepts STARTTLS and then hangs up; without it, accepts messages. Returns the outcome of each
   * conversation.
   */
  async function brokenTls(): Promise<{ port: number; talks: string[] }> {
    const talks: string[] = [];
    const server = createServer((socket) => {
      const talk = talks.push('') - 1;
      const say = (line: string) => void socket.write(`${line}\r\n`);
      let inContent = false;
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        if (talks[talk] === 'STARTTLS') return void socket.end('no such thing as a server hello');
        for (const line of bytes.toString('latin1').split('\r\n')) {
          if (inContent) {
            if (line !== '.') continue;
            inContent = false;
            say('250 ok');
          } else if (line.startsWith('EHLO')) say('250-here\r\n250 STARTTLS');
          else if (line === 'STARTTLS') {
            talks[talk] = line;
            say('220 go on');
          } else if (line === 'DATA') {
            inContent = true;
            talks[talk] = 'plain';
            say('354 go on');
          } else if (line !== '') say('250 ok');
        }
      });
      say('220 here');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    traps.push({ close: () => new Promise((resolve) => server.close(() => resolve())) });
    return { port: (server.address() as AddressInfo).port, talks };
  }

  it('goes on without, on a new connection, as nobody had asked for it', async () => {
    const { port, talks } = await brokenTls();
    let asked = 0;
    const gate = async () => {
      asked += 1;
    };
    const results = await transmit(outgoing(gate), options({ port }));
    expect(results.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted']);
    expect(talks).toEqual(['STARTTLS', 'plain']);
    expect(asked).toBe(1);
  });

  it.each([
    ['it was demanded', { tls: 'verified' as const }],
    ['a password would be shown', { auth: { user: 'bocau', pass: 'mật khẩu' } }],
  ])('does not where %s', async (_why, given) => {
    const { port, talks } = await brokenTls();
    const results = await transmit(outgoing(), options({ port }, given));
    expect(results.map(({ outcome }) => outcome)).toEqual(['temporary', 'temporary']);
    expect(talks).toEqual(['STARTTLS']);
  });
});

it('gives nothing to a relay that can not prove who it is', async () => {
  const trap = await trapped({ tls: true });
  const results = await transmit(outgoing(), options(trap, { tls: 'verified' }));
  expect(results.map((result) => result.outcome)).toEqual(['temporary', 'temporary']);
  expect(trap.messages).toEqual([]);
});

it('gives nothing to a server that does not encrypt where that is demanded', async () => {
  const trap = await trapped();
  const results = await transmit(outgoing(), options(trap, { tls: 'verified' }));
  expect(results.map((result) => result.outcome)).toEqual(['temporary', 'temporary']);
  expect(trap.messages).toEqual([]);
});

it('signs in where it has to', async () => {
  const trap = await trapped({ auth: { user: 'bocau', pass: 'mật khẩu' } });
  const right = options(trap, { auth: { user: 'bocau', pass: 'mật khẩu' } });
  expect((await transmit(outgoing(), right)).map((result) => result.outcome)).toEqual([
    'accepted',
    'accepted',
  ]);
  const wrong = options(trap, { auth: { user: 'bocau', pass: 'khác' } });
  // A local error, not the message's fault.
  expect((await transmit(outgoing(), wrong))[0]).toMatchObject({ outcome: 'temporary', code: 535 });
  expect(trap.messages.map((one) => one.user)).toEqual(['bocau']);
});

it('tells the recipients apart', async () => {
  const trap = await trapped();
  trap.refuseRecipient((address) => (address.startsWith('b@') ? '550 5.1.1 User unknown' : null));
  expect(await transmit(outgoing(), options(trap))).toMatchObject([
    { address: 'b@vpp.example', outcome: 'permanent', code: 550, reply: '550 5.1.1 User unknown' },
    { address: 'c@vpp.example', outcome: 'accepted', code: 250 },
  ]);
  expect(trap.messages[0]?.to).toEqual(['c@vpp.example']);
});

it('asks for no content when nobody takes it', async () => {
  const trap = await trapped();
  trap.refuseRecipient((address) =>
    address.startsWith('b@') ? '550 5.1.1 User unknown' : '450 4.2.0 Later',
  );
  let opened = false;
  const results = await transmit(
    outgoing(async () => {
      opened = true;
    }),
    options(trap),
  );
  expect(results.map((result) => [result.outcome, result.code])).toEqual([
    ['permanent', 550],
    ['temporary', 450],
  ]);
  expect(opened).toBe(false);
});

it('SD-17 gives no end of the content before it may', async () => {
  const trap = await trapped();
  const away = new Error('The database is away');
  // A local failure is not an answer of the other server.
  await expect(
    transmit(
      outgoing(() => Promise.reject(away)),
      options(trap),
    ),
  ).rejects.toBe(away);
  expect(trap.messages).toEqual([]);
});

it('waits for the answer to a whole message when it is to stop', async () => {
  const trap = await trapped();
  const stopping = new AbortController();
  trap.refuseContent(() => {
    stopping.abort();
    return null;
  });
  const results = await transmit(outgoing(), options(trap, { signal: stopping.signal }));
  expect(results.map((result) => result.outcome)).toEqual(['accepted', 'accepted']);
});

it('gives up a message of which a part has left when it is to stop', async () => {
  const trap = await trapped();
  const stopping = new AbortController();
  const results = await transmit(
    outgoing(async () => stopping.abort()),
    options(trap, { signal: stopping.signal }),
  );
  expect(results.map((result) => result.outcome)).toEqual(['temporary', 'temporary']);
  expect(trap.messages).toEqual([]);
});

it('hears a no to the content', async () => {
  const trap = await trapped();
  trap.refuseContent(() => '552 5.3.4 Message size exceeds limit');
  expect(await transmit(outgoing(), options(trap))).toMatchObject([
    { outcome: 'permanent', code: 552 },
    { outcome: 'permanent', code: 552 },
  ]);
});

it.each(['at-greeting', 'at-recipients', 'in-content'] as const)(
  'may try again when the other side hangs up %s',
  async (when) => {
    const trap = await trapped();
    trap.hangUp(when);
    const big = {
      ...outgoing(),
      async *source() {
        yield Buffer.from('Subject: x\r\n\r\n');
        for (let part = 0; part < 200; part += 1) yield Buffer.from(`${'x'.repeat(76)}\r\n`.repeat(1000));
      },
    };
    const results = await transmit(big, options(trap));
    expect(results.map((result) => result.outcome)).toEqual(['temporary', 'temporary']);
    expect(trap.messages).toEqual([]);
  },
);

it('does not know what became of a message whose content was not answered', async () => {
  const trap = await trapped();
  trap.hangUp('before-answer');
  const results = await transmit(outgoing(), options(trap));
  expect(results.map((result) => result.outcome)).toEqual(['unclear', 'unclear']);
  expect(trap.messages).toHaveLength(1);
});

it('may try again when nobody is there', async () => {
  const trap = await trapped();
  await trap.close();
  traps.length = 0;
  expect(await transmit(outgoing(), options(trap))).toMatchObject([
    { outcome: 'temporary', code: null, reply: expect.stringContaining('ECONNREFUSED') },
    { outcome: 'temporary' },
  ]);
});

it('asks for SMTPUTF8 where the header or an address needs it, and only where it is known', async () => {
  const trap = await trapped();
  await transmit(outgoing(), options(trap));
  await transmit({ ...outgoing(), utf8: true }, options(trap));
  await transmit({ ...outgoing(), utf8: true, to: ['đỗ@vpp.example'] }, options(trap));
  expect(trap.messages.map(({ utf8 }) => utf8)).toEqual([false, true, true]);
  const old = await trapped({ hideSMTPUTF8: true });
  await transmit({ ...outgoing(), utf8: true }, options(old));
  expect(old.messages).toMatchObject([{ utf8: false }]);
});

it('refuses for good an address in other messages at a server of ASCII alone, and asks it about the others', async () => {
  const old = await trapped({ hideSMTPUTF8: true });
  const refused = { outcome: 'permanent', code: 553, reply: expect.stringContaining('beyond ASCII') };
  expect(
    await transmit({ ...outgoing(), to: ['đỗ@vpp.example', 'b@vpp.example'] }, options(old)),
  ).toMatchObject([
    { address: 'đỗ@vpp.example', ...refused },
    { address: 'b@vpp.example', outcome: 'accepted' },
  ]);
  expect(old.messages.map(({ to }) => to)).toEqual([['b@vpp.example']]);
  expect(await transmit({ ...outgoing(), to: ['đỗ@vpp.example'] }, options(old))).toMatchObject([refused]);
  expect(await transmit({ ...outgoing(), from: 'đỗ@saomai.example' }, options(old))).toMatchObject([
    refused,
    refused,
  ]);
  old.refuseRecipient(() => '450 4.2.0 Later');
  const both = await transmit({ ...outgoing(), to: ['b@vpp.example', 'đỗ@vpp.example'] }, options(old));
  expect(both).toMatchObject([{ outcome: 'temporary', code: 450 }, refused]);
  expect(old.messages).toHaveLength(1);
});

it.each([
  ['Subject: Xin chào\r\n\r\n', true],
  ['Subject: =?utf-8?B?WGluIGNow6Bv?=\r\n\r\nXin chào', false],
  ['Subject: Xin', false],
])('sees whether a header is in UTF-8: %j', async (source, expected) => {
  const pieces = [...Buffer.from(source)].map((byte) => Buffer.from([byte]));
  expect(await hasUtf8Header(Readable.from(pieces))).toBe(expected);
});

it('knows a relay by its number alone', async () => {
  const trap = await trapped({ tls: true });
  await transmit(outgoing(), options(trap, { host: { name: '127.0.0.1', address: '127.0.0.1' } }));
  expect(trap.messages).toMatchObject([{ secure: true }]);
});

describe('a server that says nothing, or only now and then', () => {
  async function listening(onConnect: (socket: Socket) => void): Promise<{ port: number }> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      onConnect(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    traps.push({
      async close() {
        for (const socket of sockets) socket.destroy();
        server.close();
      },
    });
    return server.address() as AddressInfo;
  }

  it('is told to have been silent', async () => {
    const { port } = await listening(() => undefined);
    const timeouts = { connectMs: 50, silenceMs: 50, wholeMs: 60_000 };
    expect(await transmit(outgoing(), options({ port }, { timeouts }))).toMatchObject([
      { outcome: 'temporary', code: null, silent: true },
      { outcome: 'temporary', code: null, silent: true },
    ]);
  });

  it('is left after the time for a whole conversation, though it goes on saying words', async () => {
    const clock = createTestClock();
    const { port } = await listening((socket) => {
      socket.write('220 mail.test\r\n');
      // Each line of its reply announces another one.
      socket.on('data', () => {
        socket.write('250-chờ chút\r\n');
        void clock.advance(11 * 60_000);
      });
    });
    const timeouts = { connectMs: 5000, silenceMs: 5000, wholeMs: 10 * 60_000 };
    expect(await transmit(outgoing(), options({ port }, { clock, timeouts }))).toMatchObject([
      { outcome: 'temporary', silent: true },
      { outcome: 'temporary', silent: true },
    ]);
  });
});
