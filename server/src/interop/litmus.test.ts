import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CardDavPerson, cardDavPerson } from '../test-kit/carddav-person.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { findLitmus } from './contact-programs.ts';
import { type LitmusBooks, openLitmusBooks } from './litmus-books.ts';
import { REVIEWED } from './litmus-reviewed.ts';
import { runProgram } from './run-program.ts';

const litmus = findLitmus();
/** What litmus puts where it needs any resource: without a UID, as it puts the same under several names. */
const FOO = 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Lan Anh\r\nN:Lan Anh;;;;\r\nEND:VCARD\r\n';

describe.skipIf(litmus === null)('litmus of Debian', () => {
  let server: TestServer;
  let an: CardDavPerson;
  let folder: string;
  let books: LitmusBooks;

  beforeAll(async () => {
    server = await startTestServer();
    an = await cardDavPerson(server);
    folder = await mkdtemp(join(tmpdir(), 'bocau-litmus-'));
    await writeFile(join(folder, 'foo'), FOO);
    books = await openLitmusBooks(server.running.httpPort as number);
  });
  afterAll(async () => {
    await books?.close();
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test.each(Object.entries(REVIEWED))(
    'CD-6 finds in its suite %s only what was reviewed',
    async (suite, reviewed) => {
      const { suites = '', env = {} } = litmus ?? {};
      const url = `http://127.0.0.1:${books.port}${an.home}`;
      const command = [join(suites, suite), '--htdocs', folder, url, an.email, an.password];
      const { said } = await runProgram(command, { env, cwd: folder });
      expect(said).toContain('finish');
      const found = faultsIn(said);
      expect(found.filter((one) => !reviewed.some((known) => isSame(known, one)))).toEqual([]);
      expect(reviewed.filter((known) => !found.some((one) => isSame(known, one)))).toEqual([]);
    },
  );
});

type Fault = { test: string; said: string };

/** What it says of each of its tests that doesn't pass. */
function faultsIn(said: string): Fault[] {
  return said.split(/[\r\n]+/).flatMap((line) => {
    const [, test = '', outcome = ''] = /^\s*\d+\. (\w+)\.+ (.+)$/.exec(line) ?? [];
    return outcome === '' || outcome.startsWith('pass') ? [] : [{ test, said: outcome }];
  });
}

/** Three dots stand for what is not the same each time. */
function isSame(known: Fault, { test: name, said }: Fault): boolean {
  return known.test === name && known.said.split('…').every((part) => said.includes(part));
}
