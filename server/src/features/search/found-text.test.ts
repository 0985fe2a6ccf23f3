import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writtenWords } from '../../mail/search-index/words.ts';
import { fileMail } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { wordsAround } from './found-text.ts';

const filler = 'Chúng tôi xin gửi lời chào trân trọng. '.repeat(12);

describe('the words around what was found', () => {
  const around = (text: string, ...runs: string[]) => wordsAround(text, runs.map(writtenWords));

  test('SB-14 are those of the phrase and not of its words elsewhere', () => {
    const text = `Mời họp, mọi người đồng ý. ${filler}Kèm theo là hợp đồng thuê kho số 7. ${filler}`;
    expect(around(text, 'hợp đồng')).toMatch(/^… .*Kèm theo là hợp đồng thuê kho số 7\..* …$/);
    expect(around(text, 'hop dong')).toMatch(/hợp đồng/);
    expect(around(text, 'hợp động')).toBeNull();
  });

  test('SB-14 have as many of the words as stand near each other', () => {
    const text = `Kho. ${filler}Thép ở kho. ${filler}Thép.`;
    expect(around(text, 'thép', 'kho')).toMatch(/Thép ở kho/);
  });

  test('are one line that begins and ends between words', () => {
    const shown = around(`${filler}\n\n> Báo giá\n\tthép  tấm\n${filler}`, 'báo giá') ?? '';
    expect(shown).toContain('Báo giá thép tấm');
    expect(shown.length).toBeLessThan(210);
    for (const word of shown.split(' '))
      expect(`… > Báo giá thép tấm ${filler} …`.split(' ')).toContain(word);
    expect(around('báo giá'.normalize('NFD'), 'báo giá')).toBe('báo giá');
    expect(around(`${'x'.repeat(900)} kho ${'y'.repeat(900)}`, 'kho')).toContain('kho');
  });
});

describe('a hit of a search', () => {
  let server: TestServer;
  let person: NewPerson;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    person = await newPerson(server);
  });

  async function foundText(q: string): Promise<(string | undefined)[]> {
    const { data } = await person.client.listThreads({ query: { q } });
    return data.map(({ found_text: text }) => text);
  }

  test('SB-12 SB-14 shows them where the snippet does not', async () => {
    const body = `${filler}Thanh toán công nợ quý 4 trước ngày 30. ${filler}`;
    await fileMail(server.context, person.mailbox, {
      subject: 'Thư',
      snippet: body.slice(0, 100),
      body,
      searchText: body,
    });
    expect(await foundText('công nợ')).toEqual([expect.stringContaining('Thanh toán công nợ quý 4')]);
    expect(await foundText('cong no')).toEqual([expect.stringContaining('công nợ')]);
    expect(await foundText('trân trọng')).toEqual([undefined]);
    expect(await foundText('subject:thư')).toEqual([undefined]);
  });

  test('SB-12 reads HTML as it is shown', async () => {
    const said = `${filler}Kho b&atilde;i <b>Thủ</b> Đức`;
    await fileMail(server.context, person.mailbox, {
      snippet: 'Xin chào',
      body: `<style>.kho{}</style><p>${said}</p>`,
      bodyIsHtml: true,
      searchText: `${filler}Kho bãi Thủ Đức`,
    });
    expect(await foundText('"bai thu duc"')).toEqual([expect.stringMatching(/Kho bãi Thủ Đức$/)]);
  });
});
