import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { docx, pptx, xlsx } from '../../demo-world/sample-office.ts';
import { pdf } from '../../demo-world/sample-pdf.ts';
import { rebuildMailbox } from '../../mail/rebuild/rebuild-mailbox.ts';
import { fileMail, type MailGiven } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let person: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  person = await newPerson(server);
});

type Sample = { name: string; content: Uint8Array | string };

async function receive(files: Sample[], given: MailGiven = {}, to = person): Promise<string> {
  const attachments = await Promise.all(
    files.map(async ({ name, content }) => {
      const { key, size } = await server.context.blobs.put(Buffer.from(content));
      const contentType = 'application/octet-stream';
      return { name, contentType, contentId: null, inline: false, size, blob: key, held: null };
    }),
  );
  return fileMail(server.context, to.mailbox, { ...given, attachments });
}

/** Subject and attachment of each hit. */
async function found(q: string, by = person): Promise<[string, string | undefined][]> {
  const { data } = await by.client.listThreads({ query: { q } });
  return data.map(({ subject, found_in }) => [subject, found_in]);
}

const letter = (name: string, ...lines: string[]) => docx(name, 'Kính gửi', lines);

describe('SB-12 what attached documents say', () => {
  test('is found in each kind of document, and the hit says in which file', async () => {
    await receive([pdf('thue.pdf', [{ title: 'Hợp đồng', lines: ['Kho bãi Thủ Đức'] }])], { subject: '1' });
    await receive([letter('thu.docx', 'Nhà xưởng Long Hậu')], { subject: '2' });
    await receive([xlsx('no.xlsx', 'Quý 4', [['Thép cuộn', 12_500]])], { subject: '3' });
    await receive([pptx('ke-hoach.PPTX', [{ title: 'Doanh thu', lines: ['Miền Tây'] }])], { subject: '4' });
    expect(await found('thủ đức')).toEqual([]);
    expect(await runJobsUntilIdle(server.context)).toEqual(
      Array.from({ length: 4 }, () => 'read_file_texts'),
    );
    expect(await found('"thủ đức"')).toEqual([['1', 'thue.pdf']]);
    expect(await found('long hau')).toEqual([['2', 'thu.docx']]);
    expect(await found('thép 12500')).toEqual([['3', 'no.xlsx']]);
    expect(await found('"doanh thu miền tây"')).toEqual([['4', 'ke-hoach.PPTX']]);
    expect(await found('"bãi đức"')).toEqual([]);
  });

  test('marks only hits that the message itself does not explain, with the file that has most of the words', async () => {
    const files = [letter('a.docx', 'Thép tấm'), letter('b.docx', 'Xi măng Hà Tiên, thép cuộn')];
    await receive(files, { subject: 'Thép tháng này', text: 'giá mới' });
    await runJobsUntilIdle(server.context);
    expect(await found('thép')).toEqual([['Thép tháng này', undefined]]);
    expect(await found('thép măng')).toEqual([['Thép tháng này', 'b.docx']]);
    expect(await found('giá tấm')).toEqual([['Thép tháng này', 'a.docx']]);
    // Adjacency does not extend across files.
    expect(await found('"tấm kính gửi"')).toEqual([]);
    expect(await found('subject:tấm')).toEqual([]);
  });

  test('is read once, in whosever mail it comes again', async () => {
    const second = await newPerson(server);
    let read = 0;
    const { documents } = server.context;
    server.context.documents = {
      ...documents,
      readText: (...given) => {
        read += 1;
        return documents.readText(...given);
      },
    };
    const same = letter('chung.docx', 'Nghị quyết đại hội');
    await receive([same, { ...same, name: 'chung (2).docx' }]);
    await receive([same], {}, second);
    await runJobsUntilIdle(server.context);
    server.context.documents = documents;
    expect(read).toBe(1);
    expect(await found('nghị quyết')).toEqual([['Báo giá', 'chung.docx']]);
    expect(await found('nghị quyết', second)).toEqual([['Báo giá', 'chung.docx']]);
  });

  test('is given up with a reason where a file is broken, and no other file waits for it', async () => {
    await receive([
      { name: 'hong.docx', content: 'not a zip' },
      letter('lanh.docx', 'Điều khoản thanh toán'),
    ]);
    await receive([{ name: 'anh.jpg', content: 'a picture' }]);
    expect(await runJobsUntilIdle(server.context)).toEqual(['read_file_texts']);
    expect(await found('điều khoản')).toEqual([['Báo giá', 'lanh.docx']]);
    const texts = await server.context.db.selectFrom('file_texts').select('failure').execute();
    expect(texts.filter(({ failure }) => failure !== null)).toHaveLength(1);
  });

  test('a phrase of a file that is too long for all its places is found by its words', async () => {
    const filler = Array.from({ length: 17_000 }, (_, index) => `x${index % 3_000}`).join(' ');
    await receive([letter('dai.docx', 'hàng hoá', filler, 'xuất khẩu')]);
    await runJobsUntilIdle(server.context);
    expect(await found('"xuất khẩu"')).toEqual([['Báo giá', 'dai.docx']]);
  });

  test('mail of before is read by the rebuild, and an index made anew keeps what was read', async () => {
    const { context } = server;
    const id = await receive([letter('cu.docx', 'Biên bản bàn giao')], { draft: true });
    expect(await runJobsUntilIdle(context)).toEqual([]);
    await context.db.updateTable('messages').set({ draft: false }).where('id', '=', id).execute();
    await rebuildMailbox(context, person.mailbox, 'files', { again: true });
    expect(await found('bàn giao')).toEqual([['Báo giá', 'cu.docx']]);
    await rebuildMailbox(context, person.mailbox, 'words', { again: true });
    expect(await found('"bàn giao"')).toEqual([['Báo giá', 'cu.docx']]);
  });
});
