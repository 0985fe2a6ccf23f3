import type { DriveFile } from '@bocau/contract/drive.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { docx, pptx, xlsx } from '../../demo-world/sample-office.ts';
import { pdf } from '../../demo-world/sample-pdf.ts';
import { recountDrive } from '../../drive/recount/recount-drive.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { enqueueUnreadDrives } from './read-drive-texts.ts';

let server: TestServer;
let person: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  person = await newPerson(server);
  return async () => expect(await recountDrive(server.context.db, person.mailbox)).toEqual([]);
});

type Sample = { name: string; content: Uint8Array | string };

async function upload({ name, content }: Sample, path = '/', on_conflict = 'fail'): Promise<DriveFile> {
  const form = new FormData();
  form.set('path', path);
  form.set('on_conflict', on_conflict);
  form.set('file', new Blob([Buffer.from(content)], { type: 'application/octet-stream' }), name);
  return (await person.client.uploadDriveFile({ form })).data[0] as DriveFile;
}

const work = () => runJobsUntilIdle(server.context);
const letter = (name: string, ...lines: string[]) => docx(name, 'Kính gửi', lines);
const note = (name: string, content: string) => ({ name, content });

/** Names of the hits; those found by their text are prefixed with a sign. */
async function found(display_name: string, by = person, limit = '50'): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | null = null;
  do {
    const query = { display_name, limit, ...(cursor === null ? {} : { cursor }) };
    const { data, meta } = await by.client.searchDrive({ query });
    names.push(...data.map(({ name, prop }) => `${prop.found_in === 'text' ? '~' : ''}${name}`));
    cursor = meta.next_cursor;
  } while (cursor !== null);
  return names;
}

describe('AP-77 the search of the drive finds what files say', () => {
  test('in each kind of file, with and without accents, in nobody else’s', async () => {
    const other = await newPerson(server);
    await upload(pdf('thue.pdf', [{ title: 'Hợp đồng', lines: ['Kho bãi Thủ Đức'] }]));
    await upload(letter('thu.docx', 'Nhà xưởng Long Hậu'));
    await upload(xlsx('no.xlsx', 'Quý 4', [['Thép cuộn', 12_500]]));
    await upload(pptx('ke-hoach.PPTX', [{ title: 'Doanh thu', lines: ['Miền Tây'] }]));
    await upload(note('ghi.txt', '\ufeffNước mắm Phú Quốc'));
    await upload(note('gia.csv', 'mặt hàng;giá\nĐường phèn;12000'));
    expect(await found('thủ đức')).toEqual([]);
    await work();
    expect(await found('thủ đức')).toEqual(['~thue.pdf']);
    expect(await found('thu duc')).toEqual(['~thue.pdf']);
    expect(await found('nhà xưởng long hậu')).toEqual(['~thu.docx']);
    expect(await found('xuong hau')).toEqual(['~thu.docx']);
    expect(await found('thép 12500')).toEqual(['~no.xlsx']);
    expect(await found('mien tay')).toEqual(['~ke-hoach.PPTX']);
    expect(await found('phú quốc')).toEqual(['~ghi.txt']);
    expect(await found('duong ph')).toEqual(['~gia.csv']);
    // Only the last word may be a prefix.
    expect(await found('duo phen')).toEqual([]);
    expect(await found('thủ đức', other)).toEqual([]);
  });

  test('behind the names that have the words, page by page, and each file once', async () => {
    for (const at of [1, 2, 3]) await upload(note(`${at}.txt`, 'biên bản nghiệm thu'));
    await upload(note('nghiệm thu 1.txt', 'biên bản nghiệm thu'));
    await upload(note('nghiệm thu 2.jpg', 'no text'));
    await work();
    const all = ['nghiệm thu 1.txt', 'nghiệm thu 2.jpg', '~1.txt', '~2.txt', '~3.txt'];
    for (const limit of ['1', '2', '3', '5']) {
      const names = await found('nghiem thu', person, limit);
      expect(names.toSorted(), limit).toEqual(all.toSorted());
      expect(names.slice(0, 2).toSorted(), limit).toEqual(all.slice(0, 2));
    }
    expect((await found('bien ban')).length).toBe(4);
  });

  test('of the latest version alone, wherever it comes from', async () => {
    const file = await upload(note('ghi.txt', 'xi măng Hà Tiên'));
    await work();
    await upload(note('ghi.txt', 'sắt phi mười'), '/', 'replace');
    expect(await found('hà tiên')).toEqual([]);
    await work();
    expect(await found('hà tiên')).toEqual([]);
    expect(await found('sắt phi')).toEqual(['~ghi.txt']);
    const { data: versions } = await person.client.listVersions({ params: { id: file.id } });
    const version = versions.find(({ current }) => !current)?.id as string;
    await person.client.restoreVersion({ params: { id: file.id, version } });
    await work();
    expect(await found('sắt phi')).toEqual([]);
    expect(await found('hà tiên')).toEqual(['~ghi.txt']);
    const rename = (name: string) =>
      person.client.renameDriveFile({ params: { id: file.id }, body: { name } });
    await rename('ghi.jpg');
    await rename('ghi lại.md');
    await work();
    expect(await found('hà tiên')).toEqual(['~ghi lại.md']);
  });

  test('not of what is in the trash or gone, and again of what comes back or is copied', async () => {
    const { data: folder } = await person.client.createDriveFolder({ body: { name: 'Hồ sơ' } });
    const file = await upload(letter('a.docx', 'gạch Đồng Tâm'), '/Hồ sơ');
    await work();
    await person.client.trashDriveFiles({ body: { ids: [folder.id] } });
    expect(await found('đồng tâm')).toEqual([]);
    await person.client.restoreDriveFiles({ body: { ids: [folder.id] } });
    expect(await found('đồng tâm')).toEqual(['~a.docx']);
    let read = 0;
    const { documents } = server.context;
    server.context.documents = {
      ...documents,
      readText: (...given) => {
        read += 1;
        return documents.readText(...given);
      },
    };
    await person.client.copyDriveFiles({ body: { ids: [folder.id, file.id], parent_id: null } });
    await work();
    server.context.documents = documents;
    expect(read).toBe(0);
    expect(await found('đồng tâm')).toEqual(['~a.docx', '~a.docx', '~a.docx']);
    await person.client.trashDriveFiles({ body: { ids: [folder.id] } });
    await person.client.deleteDriveFiles({ body: {} });
    await work();
    expect(await found('đồng tâm')).toEqual(['~a.docx', '~a.docx']);
  });

  test('not where a virus is in it; what can not be read keeps nobody from the rest', async () => {
    const { db } = server.context;
    const infected = await upload(note('virus.txt', 'kính màu'));
    await sql`update drive_versions set has_virus = true where mailbox_id = ${person.mailbox} and entry_id = ${infected.id}`.execute(
      db,
    );
    await upload({ name: 'hỏng.pdf', content: 'kính màu' });
    await upload(note('tốt.txt', 'kính màu'));
    await upload(note('rỗng.txt', ''));
    await work();
    expect(await found('kính màu')).toEqual(['~tốt.txt']);
  });

  test('of files that were there before, some at a time', async () => {
    const { db } = server.context;
    for (let at = 0; at < 21; at += 1) await upload(note(`${at}.txt`, 'sổ quỹ'));
    await sql`update drive_texts set place = null, words = null where mailbox_id = ${person.mailbox}`.execute(
      db,
    );
    await enqueueUnreadDrives(db, new AbortController().signal);
    expect((await work()).filter((name) => name === 'drive_texts')).toHaveLength(2);
    expect(await found('sổ quỹ', person, '5')).toHaveLength(21);
  });
});
