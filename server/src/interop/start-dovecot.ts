import { spawn } from 'node:child_process';
import { chown, mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { encodeModifiedUtf7 } from '../platform/imap/modified-utf7.ts';
import type { Dovecot } from './debian-programs.ts';
import { makeOpenFolder } from './other-mail-server.ts';

const NOBODY = 65_534;
const LONGEST_LINE = 1_000;

export type MailElsewhere = { raw: string | Buffer; at: number; flags?: string };

export type OtherProvider = {
  port: number;
  /**
   * Messages of a folder, with `/` between its names; flags are the letters of a Maildir. Files are what
   * Dovecot reads.
   */
  put(folder: string, messages: MailElsewhere[]): Promise<void>;
  /** Moves the message that contains this text. */
  move(from: string, to: string, text: string): Promise<void>;
  /** Gives all messages of the folder new UIDs, as after a repair. */
  renumber(folder: string): Promise<void>;
  /** Ends all open connections. */
  hangUp(): void;
  stop(): Promise<void>;
};

/**
 * Debian's Dovecot as a user's mailbox at another provider: its `imap` serves each connection, as an
 * installed Dovecot would start it after authentication. The authentication is ours, because its own requires
 * installation in the system.
 */
export async function startDovecot(
  { imap, env }: Dovecot,
  { user, password, specialUse }: { user: string; password: string; specialUse: Record<string, string> },
): Promise<OtherProvider> {
  const { folder: home, remove } = await makeOpenFolder('dovecot');
  const folder = join(home, 'mail');
  await chown(home, NOBODY, NOBODY);
  const settings: Record<string, string> = {
    ...env,
    USER: user,
    HOME: home,
    MAIL: `maildir:${folder}`,
    BASE_DIR: home,
    LOG_PATH: join(home, 'log'),
    NAMESPACE: 'inbox',
    'NAMESPACE/INBOX/INBOX': 'yes',
    'NAMESPACE/INBOX/SEPARATOR': '/',
    'NAMESPACE/INBOX/MAILBOX': Object.keys(specialUse)
      .map((_, index) => `m${index}`)
      .join(' '),
  };
  for (const [index, [name, use]] of Object.entries(specialUse).entries()) {
    settings[`NAMESPACE/INBOX/MAILBOX/M${index}/NAME`] = name;
    settings[`NAMESPACE/INBOX/MAILBOX/M${index}/SPECIAL_USE`] = use;
    settings[`NAMESPACE/INBOX/MAILBOX/M${index}/AUTO`] = 'create';
  }
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    signIn(socket, { user, password }, (tag, rest) => {
      const child = spawn(imap, [], {
        ...{ env: settings, uid: NOBODY, gid: NOBODY },
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      socket.on('close', () => child.kill());
      child.on('close', () => socket.destroy());
      child.stdin.on('error', () => socket.destroy());
      // Its greeting is PREAUTH: to the client it becomes the response to its sign-in.
      child.stdout.once('data', (greeting: Buffer) => {
        const [line = ''] = greeting.toString('latin1').split('\r\n', 1);
        socket.write(`${tag} OK ${line.replace(/^\* PREAUTH /, '')}\r\n`);
        socket.write(greeting.subarray(line.length + 2));
        child.stdout.pipe(socket);
        if (rest.length > 0) child.stdin.write(rest);
        socket.pipe(child.stdin);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Dovecot's Maildir keeps all folders flat.
  const placeOf = (name: string) =>
    name === 'INBOX' ? folder : join(folder, `.${encodeModifiedUtf7(name, '.').replaceAll('/', '.')}`);
  let count = 0;
  return {
    port: (server.address() as { port: number }).port,
    async put(name, messages) {
      const place = placeOf(name);
      for (const sub of ['', 'cur', 'new', 'tmp']) {
        await mkdir(join(place, sub), { recursive: true });
        await chown(join(place, sub), NOBODY, NOBODY);
      }
      for (const { raw, at, flags = '' } of messages) {
        count += 1;
        const file = join(place, 'cur', `${at}.M${count}P1.elsewhere:2,${flags}`);
        await writeFile(file, raw);
        await utimes(file, at, at);
      }
    },
    async move(from, to, text) {
      for (const file of await readdir(join(placeOf(from), 'cur'))) {
        const path = join(placeOf(from), 'cur', file);
        if ((await readFile(path)).includes(text)) await rename(path, join(placeOf(to), 'cur', file));
      }
    },
    async renumber(name) {
      for (const file of await readdir(placeOf(name))) {
        if (/^dovecot([.]|-uidlist)/.test(file)) await rm(join(placeOf(name), file));
      }
    },
    hangUp() {
      for (const socket of open) socket.destroy();
    },
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await remove();
    },
  };
}

type SignIn = { user: string; password: string };

/** The authentication in front of Dovecot's `imap`: it supports CAPABILITY, LOGIN and LOGOUT. */
function signIn(socket: Socket, account: SignIn, enter: (tag: string, rest: Buffer) => void): void {
  let waiting = Buffer.alloc(0);
  socket.write('* OK [CAPABILITY IMAP4rev1] Dovecot (Debian) ready.\r\n');
  socket.on('data', onData);
  function onData(piece: Buffer): void {
    waiting = Buffer.concat([waiting, piece]);
    for (;;) {
      const end = waiting.indexOf('\r\n');
      if (end === -1) {
        if (waiting.length > LONGEST_LINE) socket.destroy();
        return;
      }
      const line = waiting.subarray(0, end).toString('utf8');
      waiting = waiting.subarray(end + 2);
      const [tag = '', command = '', ...given] = [...line.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(
        ([, quoted, plain]) => quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '',
      );
      if (command.toUpperCase() === 'LOGIN') {
        if (given[0] === account.user && given[1] === account.password) {
          socket.off('data', onData);
          socket.pause();
          enter(tag, waiting);
          return;
        }
        socket.write(`${tag} NO [AUTHENTICATIONFAILED] Authentication failed.\r\n`);
      } else if (command.toUpperCase() === 'CAPABILITY') {
        socket.write(`* CAPABILITY IMAP4rev1\r\n${tag} OK\r\n`);
      } else if (command.toUpperCase() === 'LOGOUT') {
        socket.end(`* BYE\r\n${tag} OK\r\n`);
      } else socket.write(`${tag} BAD Not now\r\n`);
    }
  }
}
