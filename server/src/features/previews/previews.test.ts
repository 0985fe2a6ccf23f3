import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { findProgram } from '../../platform/office/find-program.ts';
import { findConfinement } from '../../platform/office/run-limited.ts';
import { fileMail } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { storeZip } from '../../test-kit/world/sample-archive.ts';
import { png } from '../../test-kit/world/sample-files.ts';
import { docx } from '../../test-kit/world/sample-office.ts';
import { cleanRecordsTask } from '../cleaning/cleaning.jobs.ts';

const soffice = await findProgram(
  ['soffice', 'libreoffice'],
  ['/usr/bin', '/usr/local/bin', '/usr/lib/libreoffice/program'],
);
const DOCX = docx('bao-gia.docx', 'Báo giá', ['Kính gửi chị Lan Anh']).content;
const DAY = 24 * 3_600_000;

const { offline } = await findConfinement();

let folder: string;
let programs = 0;
let server: TestServer;
let person: NewPerson;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bocau-fake-office-'));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => server.close());

/** A program that is called as LibreOffice is, and does what the test says. */
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
    attachments: [{ name, contentType, contentId: null, inline: false, size, blob: key }],
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

/** Ended but not yet collected counts as ended. */
async function isAlive(pid: string): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => 'State:\tX');
  return !/^State:\t[XZ]/m.test(status);
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
  ])('PV-4 fails where LibreOffice %s, and is tried again a day later', async (_what, script, bytes) => {
    await start(script);
    const id = await attach(bytes);
    await preview(id);
    expect(await runJobsUntilIdle(server.context)).toEqual(['office_preview']);
    expect(await preview(id)).toEqual({ state: 'failed', url: null });
    expect(await runJobsUntilIdle(server.context)).toEqual([]);
    expect((await load(id)).status).toBe(409);
    await server.clock.advance(DAY + 1000);
    expect(await preview(id)).toEqual({ state: 'working', url: null });
    expect(await runJobsUntilIdle(server.context)).toEqual(['office_preview']);
    expect(await leftBehind()).toEqual([]);
  });

  test('PV-4 is given up after a minute, with all processes that it began', async () => {
    const begun = join(folder, 'begun');
    await start(`sleep 1000 & echo $! > "${begun}.new"; mv "${begun}.new" "${begun}"; sleep 1000`);
    const id = await attach(DOCX);
    await preview(id);
    const running = runJobsUntilIdle(server.context);
    while (!(await readdir(folder)).includes('begun')) await new Promise((resolve) => setImmediate(resolve));
    await server.clock.advance(60_000);
    await running;
    expect(await preview(id)).toEqual({ state: 'failed', url: null });
    const child = (await readFile(begun, 'utf8')).trim();
    while (await isAlive(child)) await new Promise((resolve) => setImmediate(resolve));
  });

  test('PV-4 is made with nothing of the server’s environment, and with macros off', async () => {
    await start(
      `(env; cat "$(dirname "$last")"/profile/user/registrymodifications.xcu) > "${join(folder, 'seen')}"\n${MAKES_PDF}`,
    );
    await preview(await attach(DOCX));
    await runJobsUntilIdle(server.context);
    const seen = await readFile(join(folder, 'seen'), 'utf8');
    expect(seen).toMatch(/^HOME=.*bocau-office-/m);
    expect(seen).not.toMatch(/DATABASE|S3_|npm_|VITEST/);
    expect(seen).toContain('DisableMacrosExecution" oor:op="fuse"><value>true');
  });

  test.skipIf(!offline)('PV-4 is made without a network', async () => {
    await start(`cat /proc/net/dev > "${join(folder, 'networks')}"\n${MAKES_PDF}`);
    await preview(await attach(DOCX));
    await runJobsUntilIdle(server.context);
    const networks = (await readFile(join(folder, 'networks'), 'utf8')).match(/^\s*[\w-]+(?=:)/gm);
    expect(networks?.map((name) => name.trim())).toEqual(['lo']);
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
    const leavings = await sql<{ key: string }>`select encode(blob, 'hex') as key from blob_leavings`.execute(
      db,
    );
    expect(leavings.rows.map(({ key }) => key)).toContain(rows[0]?.pdf);
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

/** A text document with a picture that lies elsewhere. */
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
