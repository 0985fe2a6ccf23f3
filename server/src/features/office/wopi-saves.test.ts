import { createHash } from 'node:crypto';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recountDrive } from '../../drive/recount/recount-drive.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { PUBLIC_URL, startOfficeServer } from './test-office-server.ts';
import { createWopiClient, type Editor, lock } from './test-wopi-client.ts';

let office: Awaited<ReturnType<typeof startOfficeServer>>;
let server: TestServer;
let an: NewPerson;
let client: ReturnType<typeof createWopiClient>;

beforeAll(async () => {
  office = await startOfficeServer();
  server = await startTestServer({ env: { OFFICE_URL: office.url, PUBLIC_URL } });
  an = await newPerson(server);
  client = createWopiClient(server, office, an);
});
afterAll(async () => {
  expect(await recountDrive(server.context.db, an.mailbox)).toEqual([]);
  await server.close();
  office.close();
});

const put = (file: Editor, headers: Record<string, string>, body: string) =>
  client.wopi(file, 'PUT', headers, { body });
const stampOf = async (file: Editor) =>
  JSON.parse((await client.wopi(file, null)).text).LastModifiedTime as string;

async function textsOf({ id }: Editor): Promise<string[]> {
  const texts: string[] = [];
  for (const version of await client.versionsOf(id)) {
    const answer = await fetch(`${server.baseUrl}/storage/v1/files/${id}/versions/${version.id}/content`, {
      headers: { [SESSION_HEADER]: an.client.token },
    });
    texts.push(await answer.text());
  }
  return texts;
}

async function isOrphaned(text: string): Promise<boolean> {
  const orphans = await server.context.db.selectFrom('orphaned_blobs').select('blob').execute();
  const key = createHash('sha256').update(text).digest('hex');
  return orphans.some(({ blob }) => blob.toString('hex') === key);
}

describe('a save by the time that the editor has seen', () => {
  test('is kept as a version where the file has been changed by others since', async () => {
    const file = await client.open('một', 'cùng sửa.docx');
    await client.wopi(file, 'LOCK', lock('S'));
    const seen = await stampOf(file);
    // As an upload that began before the file was locked.
    await client.wopi(file, 'UNLOCK', lock('S'));
    const form = new FormData();
    form.set('on_conflict', 'replace');
    form.set('file', new File(['của người khác'], 'cùng sửa.docx'));
    await an.client.uploadDriveFile({ form });
    await client.wopi(file, 'LOCK', lock('S'));
    server.clock.pass(1_000);
    const last = { ...lock('S'), 'x-cool-wopi-timestamp': seen, 'x-cool-wopi-isexitsave': 'true' };
    const told = await put(file, last, 'bản cuối khi đóng');
    expect([told.status, JSON.parse(told.text).COOLStatusCode]).toEqual([409, 1010]);
    expect(await textsOf(file)).toEqual(['một', 'của người khác', 'bản cuối khi đóng']);
    expect((await client.wopi(file, 'GET_FILE')).text).toBe('của người khác');
  });

  test.each([
    ['by itself', 'true', ['một', 'hai']],
    ['because it was asked to', 'false', ['một', 'hai', 'hai']],
  ])(
    'is no change by others where its answer was lost: saved %s, it is sent again',
    async (_, auto, kept) => {
      const file = await client.open('một');
      await client.wopi(file, 'LOCK', lock('S'));
      const stamp = { ...lock('S'), 'x-cool-wopi-timestamp': await stampOf(file) };
      for (const _again of [1, 2]) {
        server.clock.pass(1_000);
        expect((await put(file, { ...stamp, 'x-cool-wopi-isautosave': auto }, 'hai')).status).toBe(200);
      }
      expect(await textsOf(file)).toEqual(kept);
    },
  );
});

test('the bytes of a save that is neither taken nor kept are handed to the collection', async () => {
  const file = await client.open('một');
  expect((await put(file, {}, 'không có khóa')).status).toBe(409);
  expect(await textsOf(file)).toEqual(['một']);
  expect(await isOrphaned('không có khóa')).toBe(true);
  await client.wopi(file, 'LOCK', lock('S'));
  expect((await put(file, lock('S'), 'có khóa')).status).toBe(200);
  expect(await isOrphaned('có khóa')).toBe(false);
});
