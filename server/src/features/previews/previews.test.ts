import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { storeZip } from '../../demo-world/sample-archive.ts';
import { png } from '../../demo-world/sample-files.ts';
import { docx } from '../../demo-world/sample-office.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { findProgram } from '../../platform/office/find-program.ts';
import { findConfinement } from '../../platform/office/run-limited.ts';
import { fileMail } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { cleanRecordsTask } from '../cleaning/cleaning.jobs.ts';
import { tryConversions } from './try-conversion.ts';

const soffice = await findProgram(
  ['soffice', 'libreoffice'],
  ['/usr/bin', '/usr/local/bin', '/usr/lib/libreoffice/program'],
);
const DOCX = docx('bao-gia.docx', 'Báo giá', ['Kính gửi chị Lan Anh']).content;
const DAY = 24 * 3_600_000;

const { isolation } = await findConfinement();

/** Distinguishes its processes from those of other runs on the same machine. */
const SLEEP_SECONDS = 1_000_000 + process.pid;

let folder: string;
let temporary: string;
let programs = 0;
let server: TestServer;
let person: NewPerson;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bocau-fake-office-'));
  // Like an installed program, anyone can run it.
  await chmod(folder, 0o755);
  // Left-over files are searched in a folder of our own: others convert at the same time.
  temporary = await mkdtemp(join(tmpdir(), 'bocau-previews-'));
  await chmod(temporary, 0o1777);
  vi.stubEnv('TMPDIR', temporary);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  for (const one of [folder, temporary]) await rm(one, { recursive: true });
});
afterEach(() => server.close());

/** A program that is called like LibreOffice, and behaves as the test says. */
async function start(script?: string): Promise<void> {
  programs += 1;
  const program = join(folder, `soffice-${programs}`);
  if (script !== undefined) {
    await writeFile(
      program,
      `#!/bin/sh\nfor last; do :; done\nout="$(dirname "$last")/document.pdf"\n${script}\n`,
    );
    await chmod(program, 0o755);
  }
  server = await startTestServer({ env: { SOFFICE: script === undefined ? 'none' : program } });
  person = await newPerson(server);
}

async function attach(
  bytes: Uint8Array,
  name = 'bao-gia.docx',
  contentType = 'application/octet-stream',
): Promise<string> {
  const { key, size } = await server.context.blobs.put(bytes);
  const message = await fileMail(server.context, person.mailbox, {
    // For received mail, the text would be extracted too.
    draft: true,
    attachments: [{ name, contentType, contentId: null, inline: false, size, blob: key, held: null }],
  });
  const { data } = await person.client.getMessage({ params: { id: message }, query: {} });
  return data.files[0]?.id as string;
}

async function preview(id: string) {
  return (await person.client.preparePreview({ params: { id } })).data;
}

async function load(id: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.baseUrl}/api/v2/files/${id}/preview.pdf`, {
    headers: { 'x-auth-token': person.client.token, ...headers },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function leftBehind(): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith('bocau-office-'));
}

async function hasBegun(): Promise<boolean> {
  for (const name of await leftBehind()) {
    const inside = await readdir(join(tmpdir(), name)).catch((): string[] => []);
    if (inside.includes('begun')) return true;
  }
  return false;
}

/** Running processes of the program; zombies do not count. */
async function sleepers(): Promise<number> {
  const commands = await Promise.all(
    (await readdir('/proc')).map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return commands.filter((command) => command === `sleep\x00${SLEEP_SECONDS}\x00`).length;
}

/** What a program writes as its PDF. */
async function convertBy(script: string): Promise<string> {
  await start(script);
  const id = await attach(DOCX);
  await preview(id);
  await runJobsUntilIdle(server.context);
  return (await load(id)).text;
}

const MAKES_PDF = 'printf "%%PDF-1.7 of $(wc -c < "$last") bytes" > "$out"';

describe('the preview of an office document', () => {
  test('PV-4 is unavailable without LibreOffice, and for other files', async () => {
    await start();
    const id = await attach(DOCX);
    expect(await preview(id)).toEqual({ state: 'unavailable', url: null });
    expect(await runJobsUntilIdle(server.context)).toEqual([]);
    expect((await load(id)).status).toBe(409);
  });

  test('PV-4 is made once by a job, and then served as PDF with ranges', async () => {
    await start(MAKES_PDF);
    const id = await attach(DOCX);
    expect(await preview(id)).toEqual({ state: 'working', url: null });
    expect(await preview(id)).toEqual({ state: 'working', url: null });
    expect(await runJobsUntilIdle(server.context)).toEqual(['office_preview']);
    expect(await preview(id)).toEqual({ state: 'ready', url: `/api/v2/files/${id}/preview.pdf` });
    const whole = await load(id);
    expect([whole.status, whole.text]).toEqual([200, `%PDF-1.7 of ${DOCX.length} bytes`]);
    expect(whole.headers.get('content-type')).toBe('application/pdf');
    expect(whole.headers.get('content-disposition')).toContain('inline; filename="bao-gia.docx.pdf"');
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
    const part = await load(id, { range: 'bytes=0-4' });
    expect([part.status, part.text]).toEqual([206, '%PDF-']);
    expect(await leftBehind()).toEqual([]);
  });

  test('PV-4 of a document in the drive is made of its latest version, and shared with the same bytes in mail', async () => {
    await start(MAKES_PDF);
    const form = new FormData();
    form.set('file', new File([new Uint8Array(DOCX)], 'báo giá.docx'));
    const [{ id = '' } = {}] = (await person.client.uploadDriveFile({ form })).data;
    const params = { id };
    const state = async () => (await person.client.prepareDrivePreview({ params })).data;
    expect(await state()).toEqual({ state: 'working', url: null });
    await runJobsUntilIdle(server.context);
    expect(await state()).toEqual({ state: 'ready', url: `/storage/v1/files/${id}/preview.pdf` });
    const answer = await fetch(`${server.baseUrl}/storage/v1/files/${id}/preview.pdf`, {
      headers: { 'x-auth-token': person.client.token },
    });
    expect([answer.status, await answer.text()]).toEqual([200, `%PDF-1.7 of ${DOCX.length} bytes`]);
    expect(await preview(await attach(DOCX))).toMatchObject({ state: 'ready' });
    const stranger = await newPerson(server);
    await expect(stranger.client.prepareDrivePreview({ params })).rejects.toMatchObject({ status: 404 });
  });

  test('PV-4 of a document in the drive that has several chunks is made of all of them', async () => {
    await start(MAKES_PDF);
    const bytes = Buffer.concat([DOCX, Buffer.alloc(9 * 1024 * 1024)]);
    const form = new FormData();
    form.set('file', new File([new Uint8Array(bytes)], 'ảnh chụp.docx'));
    const [{ id = '' } = {}] = (await person.client.uploadDriveFile({ form })).data;
    const state = async () => (await person.client.prepareDrivePreview({ params: { id } })).data;
    expect(await state()).toEqual({ state: 'working', url: null });
    await runJobsUntilIdle(server.context);
    const { url } = await state();
    const answer = await fetch(`${server.baseUrl}${url}`, {
      headers: { 'x-auth-token': person.client.token },
    });
    expect(await answer.text()).toBe(`%PDF-1.7 of ${bytes.length} bytes`);
  });

  test('PV-4 of the same bytes in another mailbox is there at once, and of others’ files never', async () => {
    await start(MAKES_PDF);
    const first = await attach(DOCX);
    await preview(first);
    await runJobsUntilIdle(server.context);
    const owner = person;
    person = await newPerson(server);
    expect((await load(first)).status).toBe(404);
    await expect(preview(first)).rejects.toMatchObject({ code: 'file_not_found' });
    const second = await attach(DOCX, 'khac.docx');
    expect(await preview(second)).toMatchObject({ state: 'ready' });
    expect((await load(second)).headers.get('content-disposition')).toContain('khac.docx.pdf');
    person = owner;
    expect((await load(second)).status).toBe(404);
  });

  test.each([
    ['a known extension', 'BAO GIA.DOCX', 'application/octet-stream', 'working'],
    [
      'a known type',
      'bao-gia',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'working',
    ],
    ['neither', 'bao-gia.zip', 'application/zip', 'unavailable'],
    ['the name of a format alone', 'docx', 'application/octet-stream', 'unavailable'],
    ['a program’s extension', 'bao-gia.docx.exe', 'application/octet-stream', 'unavailable'],
  ])('PV-4 PV-5 for %s is %s', async (_what, name, type, state) => {
    await start(MAKES_PDF);
    expect(await preview(await attach(DOCX, name, type))).toEqual({ state, url: null });
  });

  test.each([
    ['makes nothing', 'exit 0', DOCX],
    ['fails', 'exit 1', DOCX],
    ['makes no PDF', 'echo "<html>" > "$out"', DOCX],
    ['crashes', 'kill -SEGV $$', DOCX],
    [
      'would get HTML that calls itself a document',
      MAKES_PDF,
      Buffer.from('<html><img src="http://10.0.0.1/">'),
    ],
    ['would get an empty file', MAKES_PDF, Buffer.alloc(0)],
  ])(
    'PV-4 fails where LibreOffice %s, and may be tried again later and later',
    async (_what, script, bytes) => {
      await start(script);
      const id = await attach(bytes);
      await preview(id);
      expect(await runJobsUntilIdle(server.context)).toEqual(['office_preview']);
      expect(await preview(id)).toEqual({ state: 'failed', url: null });
      expect(await runJobsUntilIdle(server.context)).toEqual([]);
      expect((await load(id)).status).toBe(409);
      for (const minutes of [5, 20]) {
        await server.clock.advance((minutes - 1) * 60_000);
        expect(await preview(id)).toEqual({ state: 'failed', url: null });
        await server.clock.advance(60_000);
        expect(await preview(id)).toEqual({ state: 'working', url: null });
        expect(await runJobsUntilIdle(server.context)).toEqual(['office_preview']);
      }
      expect(await leftBehind()).toEqual([]);
    },
  );

  test('PV-4 waits its turn: an account has one conversion waiting, however many it asks for at once', async () => {
    await start(MAKES_PDF);
    const heavy = person;
    const documents = ['a', 'b', 'c', 'd', 'e'].map((name) => docx(`${name}.docx`, name, [name]).content);
    const many = await Promise.all(documents.map((content) => attach(content)));
    const ask = () => Promise.all(many.map((id) => heavy.client.preparePreview({ params: { id } })));
    const states = async () => (await ask()).map(({ data }) => data.state).sort();
    expect(await states()).toEqual(Array(5).fill('working'));
    person = await newPerson(server);
    const one = await attach(DOCX);
    expect(await preview(one)).toEqual({ state: 'working', url: null });
    expect(await runJobsUntilIdle(server.context)).toEqual(['office_preview', 'office_preview']);
    expect(await preview(one)).toMatchObject({ state: 'ready' });
    for (let ready = 1; ready < 5; ready += 1) {
      expect(await states()).toEqual([...Array(ready).fill('ready'), ...Array(5 - ready).fill('working')]);
      expect(await runJobsUntilIdle(server.context)).toEqual(['office_preview']);
    }
    expect(await states()).toEqual(Array(5).fill('ready'));
  });

  test('PV-4 is unavailable where LibreOffice fails at a trial, until one succeeds', async () => {
    await start(`[ -e "${join(folder, 'mended')}" ] || exit 1; ${MAKES_PDF}`);
    const id = await attach(DOCX);
    const stop = new AbortController();
    const trials = tryConversions(server.context, stop.signal);
    onTestFinished(() => {
      stop.abort();
      return trials;
    });
    await expect.poll(() => server.context.pdfConverter?.works).toBe(false);
    expect(await preview(id)).toEqual({ state: 'unavailable', url: null });
    await writeFile(join(folder, 'mended'), '');
    await server.clock.advance(3_600_000);
    await trials;
    expect(await preview(id)).toEqual({ state: 'working', url: null });
  });

  test('PV-4 is given up after a minute, with all processes that it began', async () => {
    const sleep = `sleep ${SLEEP_SECONDS}`;
    await start(`${sleep} & setsid ${sleep} & touch "$(dirname "$last")/begun"; ${sleep}`);
    const id = await attach(DOCX);
    await preview(id);
    const running = runJobsUntilIdle(server.context);
    while (!(await hasBegun())) await new Promise((resolve) => setImmediate(resolve));
    await server.clock.advance(60_000);
    await running;
    expect(await preview(id)).toEqual({ state: 'failed', url: null });
    await expect.poll(sleepers).toBe(isolation === 'apart' ? 0 : 1);
  });

  test('PV-4 is made with nothing of the server’s environment, and with macros off', async () => {
    const seen = await convertBy(
      '(echo %PDF-1.7; env; cat "$(dirname "$last")"/profile/user/registrymodifications.xcu) > "$out"',
    );
    expect(seen).toMatch(/^HOME=.*bocau-office-/m);
    expect(seen).not.toMatch(/DATABASE|S3_|npm_|VITEST/);
    expect(seen).toContain('DisableMacrosExecution" oor:op="fuse"><value>true');
  });

  test.skipIf(isolation !== 'apart' && isolation !== 'offline')(
    'PV-4 is made without a network',
    async () => {
      const seen = await convertBy('(printf %%PDF-1.7; cat /proc/net/dev) > "$out"');
      expect(seen.match(/^\s*[\w-]+(?=:)/gm)?.map((name) => name.trim())).toEqual(['lo']);
    },
  );

  test.skipIf(isolation !== 'apart')(
    'PV-4 is made where nothing is seen but the document, by nobody',
    async () => {
      const secret = join(tmpdir(), 'bocau-secret');
      await writeFile(secret, 'bí mật', { mode: 0o644 });
      onTestFinished(() => rm(secret));
      const seen = await convertBy(`(
      printf '%%PDF-1.7\n'
      echo "secret: $(cat '${secret}' 2>&1)"
      echo "passwords: $(cat /etc/passwd /etc/shadow 2>&1)"
      echo "homes: $(ls /home /root /var/lib/postgresql 2>&1)"
      echo "processes: $(ls -d /proc/[0-9]* | wc -l)"
      grep -E '^(Cap(Prm|Eff|Bnd)|NoNewPrivs):' /proc/self/status
      touch /usr/bin/mine 2>/dev/null && echo 'wrote to the system'
      chown 0 "$last" 2>/dev/null && [ "$(id -u)" != 0 ] && echo 'changed owners'
      ls -A "$(dirname "$last")" | tr '\n' ' '
    ) > "$out"`);
      expect(seen).not.toContain('bí mật');
      expect(seen).not.toContain('root:');
      expect(seen).not.toContain('wrote to the system');
      expect(seen).not.toContain('changed owners');
      expect(Number(/^processes: (\d+)/m.exec(seen)?.[1])).toBeLessThan(6);
      expect(seen.match(/^Cap\w+:\t0{16}$/gm)).toHaveLength(3);
      expect(seen).toMatch(/^NoNewPrivs:\t1$/m);
      expect(seen).toContain('document.docx document.pdf profile root');
    },
  );

  test.skipIf(isolation === 'not')('PV-4 is not made where it takes more memory than it may', async () => {
    // It keeps all of its output in memory.
    await start(`head -c 1500000000 /dev/zero | tail -c 1400000000 > /dev/null && ${MAKES_PDF}`);
    const id = await attach(DOCX);
    await preview(id);
    await runJobsUntilIdle(server.context);
    expect(await preview(id)).toEqual({ state: 'failed', url: null });
  });

  test('PV-4 shows no file of the server that a link in the place of the PDF names', async () => {
    const other = join(folder, 'other.pdf');
    await writeFile(other, '%PDF-1.7 of somebody else');
    await start(`ln -s "${other}" "$out"`);
    const id = await attach(DOCX);
    await preview(id);
    await runJobsUntilIdle(server.context);
    expect(await preview(id)).toEqual({ state: 'failed', url: null });
  });

  test('PV-4 is forgotten with the last file of these bytes, and its PDF with it', async () => {
    await start(MAKES_PDF);
    const { db, blobs } = server.context;
    const id = await attach(DOCX);
    await preview(id);
    await runJobsUntilIdle(server.context);
    const { rows } = await sql<{
      pdf: string;
    }>`select encode(pdf, 'hex') as pdf from office_previews`.execute(db);
    const clean = async () => {
      await inTransaction(db, (tx) => addJob(tx, cleanRecordsTask, {}));
      await runJobsUntilIdle(server.context);
    };
    await server.clock.advance(2 * DAY);
    await clean();
    expect((await load(id)).status).toBe(200);
    await sql`delete from attachments where mailbox_id = ${person.mailbox}`.execute(db);
    await clean();
    expect((await sql`select from office_previews`.execute(db)).rows).toEqual([]);
    const orphaned = await sql<{
      key: string;
    }>`select encode(blob, 'hex') as key from orphaned_blobs`.execute(db);
    expect(orphaned.rows.map(({ key }) => key)).toContain(rows[0]?.pdf);
    expect(await blobs.stat(rows[0]?.pdf as string)).not.toBeNull();
  });
});

describe.skipIf(soffice === null)('the real LibreOffice', () => {
  async function convert(bytes: Buffer, name: string): Promise<string> {
    server = await startTestServer({ env: { SOFFICE: soffice as string } });
    person = await newPerson(server);
    const id = await attach(bytes, name);
    await preview(id);
    await runJobsUntilIdle(server.context);
    const { text } = await load(id);
    expect(await preview(id)).toMatchObject({ state: 'ready' });
    return text;
  }

  test('PV-4 makes a PDF of a document', { timeout: 90_000 }, async () => {
    expect(await convert(DOCX, 'bao-gia.docx')).toMatch(/^%PDF-1\.\d[\s\S]*%%EOF\s*$/);
  });

  test('PV-4 shows no file of the server that a document names', { timeout: 90_000 }, async () => {
    const picture = join(folder, 'cua-may-chu.png');
    await writeFile(picture, png('hinh.png', 40, 40).content);
    expect(await convert(linking(`file://${picture}`), 'lien-ket.odt')).not.toContain('/Subtype/Image');
  });
});

/** A text document with a remote image. */
function linking(address: string): Buffer {
  const spaces = ['office', 'text', 'drawing:draw', 'svg-compatible:svg']
    .map((name) => name.split(':') as [string, string?])
    .map(([name, prefix = name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`);
  const frame = `<draw:frame svg:width="5cm" svg:height="5cm" text:anchor-type="as-char"><draw:image xlink:type="simple" xlink:href="${address}"/></draw:frame>`;
  const content = `<office:document-content ${spaces.join(' ')} xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2"><office:body><office:text><text:p>Hình: ${frame}</text:p></office:text></office:body></office:document-content>`;
  const type = 'application/vnd.oasis.opendocument.text';
  const space = 'xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"';
  const entries = [
    ['/', type],
    ['content.xml', 'text/xml'],
  ].map(([path, of]) => `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${of}"/>`);
  const manifest = `<manifest:manifest ${space} manifest:version="1.2">${entries.join('')}</manifest:manifest>`;
  return storeZip([
    { name: 'mimetype', content: Buffer.from(type) },
    { name: 'content.xml', content: Buffer.from(content) },
    { name: 'META-INF/manifest.xml', content: Buffer.from(manifest) },
  ]);
}
