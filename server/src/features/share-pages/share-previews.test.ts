import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docx } from '../../demo-world/sample-office.ts';
import { LARGEST_DOCUMENT } from '../../platform/office/pdf-converter.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

const PASSWORD = 'chim bồ câu bay';

let programs: string;
let server: TestServer;
let owner: NewPerson;
let top: string;
let path: string;
let cookie: string;

beforeAll(async () => {
  programs = await mkdtemp(join(tmpdir(), 'bocau-fake-office-'));
  await chmod(programs, 0o755);
  const program = join(programs, 'soffice');
  const script = 'for last; do :; done\nprintf "%%PDF-1.4 made" > "$(dirname "$last")/document.pdf"\n';
  await writeFile(program, `#!/bin/sh\n${script}`);
  await chmod(program, 0o755);
  server = await startTestServer({ env: { SOFFICE: program } });
  owner = await newPerson(server);
  top = (await owner.client.createDriveFolder({ body: { name: 'Hồ sơ' } })).data.id;
  const body = { ids: [top], share_withs: ['khach@minhphat.example'], password: PASSWORD };
  const [made] = (await owner.client.createShares({ body: { ...body, permission: 'READ' } })).data;
  path = new URL(made?.link as string).pathname;
  const answer = await fetch(`${server.baseUrl}${path}/open`, {
    ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams({ password: PASSWORD }) },
  });
  cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
});
afterAll(async () => {
  await server.close();
  await rm(programs, { recursive: true });
});

async function upload(name: string, bytes: Uint8Array, parent: string): Promise<string> {
  const form = new FormData();
  form.append('parent_id', parent);
  form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  return (await owner.client.uploadDriveFile({ form })).data[0]?.id as string;
}

async function look(address: string, as = cookie) {
  const headers = { cookie: as, 'accept-language': 'en' };
  const answer = await fetch(server.baseUrl + path + address, { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

async function waiting(): Promise<(number | null)[]> {
  const rows = await server.context.db
    .selectFrom('office_previews')
    .select('asked_by')
    .where('state', '=', 'working')
    .execute();
  return rows.map(({ asked_by }) => asked_by).sort();
}

/** What the job would do with the waiting ones. */
async function finish(): Promise<void> {
  const { key } = await server.context.blobs.put(Readable.from([Buffer.from('%PDF-1.4 made')]));
  await sql`
    update office_previews set state = 'ready', pdf = decode(${key}, 'hex') where state = 'working'`.execute(
    server.context.db,
  );
}

const documentOf = (name: string) => docx(`${name}.docx`, name, ['Kính gửi']).content;

test('SH-9 an office document is shown as a PDF that is made when a guest asks, and to nobody who was not let in', async () => {
  const id = await upload('báo giá.docx', documentOf('Báo giá'), top);
  const offered = await look(`/f/${id}`);
  expect(offered.text).toContain('?preview=1">Preview</a>');
  expect((await look(`/p/${id}`)).status).toBe(404);
  expect((await look(`/f/${id}?preview=1`, '')).text).not.toContain('báo giá');
  expect(await waiting()).toEqual([]);

  const asked = await look(`/f/${id}?preview=1`);
  expect([asked.headers.get('refresh'), asked.text.includes('being prepared')]).toEqual(['3', true]);
  await finish();
  const ready = await look(`/f/${id}?preview=1`);
  expect([ready.headers.get('refresh'), ready.text.includes(`${path}/p/${id}`)]).toEqual([null, true]);
  const pdf = await look(`/p/${id}`);
  expect([pdf.headers.get('content-type'), pdf.text]).toEqual(['application/pdf', '%PDF-1.4 made']);
  expect(pdf.headers.get('content-disposition')).toMatch(/^inline/);
  expect(pdf.headers.get('cache-control')).toBe('no-store');
  expect((await look(`/p/${id}`, '')).headers.get('content-type')).toMatch(/^text\/html/);
});

test('SH-9 all guests of a drive have one conversion that waits, and its owner another', async () => {
  const [one, two, own] = [
    await upload('một.docx', documentOf('Một'), top),
    await upload('hai.docx', documentOf('Hai'), top),
    await upload('ba.docx', documentOf('Ba'), top),
  ];
  for (const id of [one, two]) await look(`/f/${id}?preview=1`);
  expect(await waiting()).toEqual([-owner.mailbox]);
  await owner.client.prepareDrivePreview({ params: { id: own } });
  expect(await waiting()).toEqual([-owner.mailbox, owner.mailbox]);
  await finish();
  await look(`/f/${two}?preview=1`);
  await finish();
  expect((await look(`/f/${two}`)).text).toContain(`${path}/p/${two}`);
});

test('SH-9 no preview is offered of what is too large to be converted', async () => {
  const id = await upload('lớn.docx', documentOf('Lớn'), top);
  const size = LARGEST_DOCUMENT + 1;
  await server.context.db
    .updateTable('drive_versions')
    .set({ size })
    .where('mailbox_id', '=', owner.mailbox)
    .where('entry_id', '=', id)
    .execute();
  expect((await look(`/f/${id}`)).text).not.toContain('preview=1');
});

test('SH-9 a list says how large files are, and folders with all below them', async () => {
  const inner = (await owner.client.createDriveFolder({ body: { name: 'Ảnh', parent_id: top } })).data.id;
  const deeper = (await owner.client.createDriveFolder({ body: { name: 'Cũ', parent_id: inner } })).data.id;
  await upload('a.bin', new Uint8Array(3 * 1024), inner);
  await upload('b.bin', new Uint8Array(2 * 1024), deeper);
  const trashed = await upload('c.bin', new Uint8Array(7 * 1024), deeper);
  await owner.client.trashDriveFiles({ body: { ids: [trashed] } });
  const rows = (await look(`/f/${top}`)).text.split('<tr>');
  expect(rows.find((row) => row.includes('Ảnh'))).toContain('<td>5 KB</td>');
  expect((await look(`/f/${inner}`)).text).toContain('<td>3 KB</td>');
});
