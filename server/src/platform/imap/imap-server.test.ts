import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { connectImap, type ImapClient } from '../../test-kit/imap-client.ts';
import { createTestClock } from '../../test-kit/test-clock.ts';
import type { LineServer } from '../line-server/line-server.ts';
import type { ImapConnection } from './imap-connection.ts';
import { createImapServer, type ImapServerOptions } from './imap-server.ts';
import type { LiteralVerdict } from './read-command.ts';

const certificates = new URL('../../test-kit/certificates/', import.meta.url);
const tls = {
  key: readFileSync(new URL('mail.test.key.pem', certificates)),
  cert: readFileSync(new URL('mail.test.cert.pem', certificates)),
};

const servers: LineServer[] = [];
const clients: ImapClient[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await Promise.all(servers.splice(0).map((server) => server.close(0)));
});

/** Answers every command with its parts; `MORE n` sends n bytes, `SECRET` signs in, `STARTTLS` encrypts. */
function echo(verdict: (size: number) => LiteralVerdict) {
  return async (connection: ImapConnection): Promise<void> => {
    connection.send('* OK ready\r\n');
    for (;;) {
      const read = await connection.nextCommand({ judge: async ({ size }) => verdict(size) });
      if (read.kind === 'ended') return;
      if (read.kind !== 'command') {
        connection.send(`${read.tag} ${read.answer}\r\n`);
        if (read.kind === 'broken') return;
        continue;
      }
      const said = read.parts.map((part) =>
        Buffer.isBuffer(part)
          ? part.toString('latin1')
          : `<${part.bytes?.toString('latin1') ?? `${part.stored?.size} stored`}>`,
      );
      const [tag = '', command = ''] = (said[0] ?? '').split(' ');
      if (command === 'SECRET') connection.signedIn();
      if (command === 'MORE')
        for (let sent = 0; sent < 400; sent += 1) await connection.sendBytes(Buffer.alloc(100_000));
      connection.send(`${tag} OK ${said.join('')}\r\n`);
      if (command === 'STARTTLS') await connection.startTls();
    }
  };
}

async function start(options: Partial<ImapServerOptions> = {}, verdict = (): LiteralVerdict => 'memory') {
  const clock = createTestClock();
  const server = createImapServer({
    host: '127.0.0.1',
    port: 0,
    tls: null,
    implicitTls: false,
    maxConnections: 10,
    maxUnauthenticatedPerAddress: 5,
    times: { signInMs: 60_000, idleMs: 1_800_000, commandMs: 900_000, workMs: 600_000, writeMs: 120_000 },
    clock,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    serve: echo(verdict),
    ...options,
  });
  servers.push(server);
  const { port } = await server.listen();
  const open = async (extra = {}) => {
    const client = await connectImap({ port, ...extra });
    clients.push(client);
    return client;
  };
  return { server, clock, port, open };
}

describe('a command', () => {
  test('is a line, in one piece or byte by byte, and several may come at once', async () => {
    const { open } = await start();
    const client = await open();
    expect(await client.command('NOOP one')).toEqual({ result: 'OK t1 NOOP one', untagged: [] });
    for (const byte of 'a1 SLOW\r\n') {
      client.rawWrite(byte);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await client.next()).toBe('a1 OK a1 SLOW');
    client.rawWrite('a2 X\r\na3 Y\na4 Z\r\n');
    expect([await client.next(), await client.next(), await client.next()]).toEqual([
      'a2 OK a2 X',
      'a3 OK a3 Y',
      'a4 OK a4 Z',
    ]);
  });

  test('has literals, which are invited unless the client does not wait', async () => {
    const { open } = await start();
    const client = await open();
    client.rawWrite('a1 LOGIN {3}\r\n');
    expect(await client.next()).toBe('+ OK');
    client.rawWrite('a\nb {2}\r\n');
    expect(await client.next()).toBe('+ OK');
    client.rawWrite('cd\r\n');
    expect(await client.next()).toBe('a1 OK a1 LOGIN <a\nb> <cd>');
    client.rawWrite('a2 LOGIN {3+}\r\nabc {0+}\r\n\r\n');
    expect(await client.next()).toBe('a2 OK a2 LOGIN <abc> <>');
  });

  test('may not have a line without an end', async () => {
    const { open } = await start();
    const client = await open();
    client.rawWrite(`a1 ${'x'.repeat(200_000)}`);
    expect((await client.closed()).join('\n')).toMatch(/BAD \[TOOBIG\]/);
  });

  test('that is cut off by a client that leaves is forgotten', async () => {
    const { server, open } = await start();
    const client = await open();
    client.rawWrite('a1 LOGIN {30}\r\n');
    await client.next();
    client.destroy();
    await expect.poll(() => server.connectionCount()).toBe(0);
  });
});

describe('a literal', () => {
  const refuseLarge = (size: number): LiteralVerdict =>
    size > 1_000 ? { refuse: 'NO [TOOBIG] too large' } : 'memory';

  test('of 2 GB is refused before a byte of it is read, and the connection goes on', async () => {
    const { open } = await start({}, refuseLarge as () => LiteralVerdict);
    const client = await open();
    client.rawWrite('a1 APPEND x {2147483648}\r\n');
    expect(await client.next()).toBe('a1 NO [TOOBIG] too large');
    expect((await client.command('NOOP')).result).toBe('OK t1 NOOP');
  });

  test('that the client does not wait with ends the connection instead', async () => {
    const { open } = await start({}, refuseLarge as () => LiteralVerdict);
    const client = await open();
    client.rawWrite('a1 APPEND x {99999999999999999999+}\r\nA2 LOGOUT');
    expect(await client.closed()).toEqual(['a1 NO [TOOBIG] too large']);
  });

  test('may be many, but not endlessly many or large', async () => {
    const { open } = await start();
    const client = await open();
    client.rawWrite(`a1 X ${'{1+}\r\na '.repeat(2_000)}\r\n`);
    expect((await client.closed()).join()).toMatch(/^a1 BAD /);
    const other = await open();
    other.rawWrite('a1 X {300000}\r\n');
    expect(await other.next()).toMatch(/^a1 BAD \[TOOBIG\]/);
  });

  test('is stored as it comes where it is large', async () => {
    const store = async (bytes: AsyncIterable<Buffer>) => {
      let size = 0;
      for await (const piece of bytes) size += piece.length;
      return { key: 'k', size };
    };
    const { open } = await start({}, () => ({ store }));
    const client = await open();
    const { result } = await client.commandWith('APPEND x', Buffer.alloc(3_000_000));
    expect(result).toBe('OK t1 APPEND x <3000000 stored>');
  });
});

describe('TLS', () => {
  test('begins with STARTTLS, and what was sent in clear behind it is thrown away', async () => {
    const { open } = await start({ tls });
    const client = await open();
    client.rawWrite('a1 STARTTLS\r\na2 INJECTED\r\n');
    expect(await client.next()).toBe('a1 OK a1 STARTTLS');
    client.destroy();
    const other = await open();
    await other.startTls();
    expect((await other.command('NOOP')).result).toBe('OK t2 NOOP');
  });

  test('is there from the start where that is said', async () => {
    const { open, server } = await start({ tls, implicitTls: true });
    const client = await open({ tls: true });
    expect(client.greeting).toBe('* OK ready');
    const renewed = {
      key: readFileSync(new URL('renewed.test.key.pem', certificates)),
      cert: readFileSync(new URL('renewed.test.cert.pem', certificates)),
    };
    server.useCertificate(renewed);
    expect((await open({ tls: true })).greeting).toBe('* OK ready');
  });

  test('that never begins is given up', async () => {
    const { clock, port, server } = await start({ tls, implicitTls: true });
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    await expect.poll(() => server.connectionCount()).toBe(1);
    await clock.advance(62_000);
    await clock.advance(130_000);
    await expect.poll(() => server.connectionCount()).toBe(0);
  });
});

describe('limits', () => {
  test('of connections that have not signed in are told, and logged once a second', async () => {
    const warn = vi.fn();
    const { open, clock } = await start({ log: { info: () => undefined, warn, error: () => undefined } });
    const five = await Promise.all(Array.from({ length: 5 }, () => open()));
    for (let more = 0; more < 3; more += 1)
      expect((await open()).greeting).toMatch(/^\* BYE \[UNAVAILABLE\] Too many connections of this address/);
    expect(warn).not.toHaveBeenCalled();
    await clock.advance(2_000);
    const refused = { event: 'connection_refused', protocol: 'imap', reason: 'address', client: '127.0.0.1' };
    expect(warn.mock.calls).toEqual([[{ ...refused, count: 3, addresses: 1 }, 'connections refused']]);
    await five[0]?.command('SECRET');
    expect((await open()).greeting).toBe('* OK ready');
  });

  test('of time end who does not sign in, who idles, and who sends too slowly', async () => {
    const { open, clock } = await start();
    const stranger = await open();
    await clock.advance(61_000);
    expect(await stranger.closed()).toEqual(['* BYE Sign in sooner']);
    const idle = await open();
    await idle.command('SECRET');
    const slow = await open();
    await slow.command('SECRET');
    slow.rawWrite('a1 X {10}\r\n');
    expect(await slow.next()).toBe('+ OK');
    await clock.advance(901_000);
    expect(await slow.closed()).toEqual(['* BYE The command took too long to arrive']);
    expect((await idle.command('NOOP')).result).toMatch(/^OK/);
    await clock.advance(1_801_000);
    expect(await idle.closed()).toEqual(['* BYE Idle for too long']);
  });

  test('hold for a client that does not read what it asked for', async () => {
    const { clock, port, server } = await start();
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write('a1 SECRET\r\na2 MORE\r\n');
    socket.pause();
    const open = () => server.connectionCount();
    await expect.poll(open).toBe(1);
    await expect
      .poll(async () => {
        await clock.advance(60_000);
        return open();
      })
      .toBe(0);
    socket.destroy();
  });
});

test('a server that drains says goodbye, lets a command end and takes nobody in', async () => {
  const { open, server } = await start();
  const waiting = await open();
  const busy = await open();
  busy.rawWrite('a1 X {3}\r\n');
  await busy.next();
  const drained = server.drain();
  expect(await waiting.closed()).toEqual(['* BYE [UNAVAILABLE] The server is shutting down']);
  busy.rawWrite('abc\r\n');
  expect(await busy.closed()).toEqual([
    'a1 OK a1 X <abc>',
    '* BYE [UNAVAILABLE] The server is shutting down',
  ]);
  await drained;
  expect((await open()).greeting).toMatch(/^\* BYE \[UNAVAILABLE\]/);
});
