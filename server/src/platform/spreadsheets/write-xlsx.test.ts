import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readZip } from '../zip/read-zip.ts';
import { type Cell, writeXlsx } from './write-xlsx.ts';

const text = (value: string): Cell => ({ kind: 'text', value });

async function sheetOf(rows: AsyncIterable<Cell[]>): Promise<string> {
  const workbook = await buffer(writeXlsx('Hóa đơn', ['Ngày', 'Tên'], rows, 0));
  const [sheet] = await readZip(workbook, /sheet1/, { entries: 10, unpackedBytes: 100_000_000 });
  return sheet?.bytes.toString() ?? '';
}

test('a sheet has its headings, then days, numbers and text as they are', async () => {
  async function* rows(): AsyncGenerator<Cell[]> {
    yield [{ kind: 'date', value: '2026-10-02' }, text('=1+1 <a> & "b"\u0007')];
    yield [text(''), { kind: 'number', value: '12.5' }];
  }
  expect(await sheetOf(rows())).toBe(
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
      '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="2" width="18" customWidth="1"/></cols><sheetData>' +
      '<row><c t="inlineStr" s="1"><is><t>Ngày</t></is></c><c t="inlineStr" s="1"><is><t>Tên</t></is></c></row>' +
      '<row><c s="3"><v>46297</v></c><c t="inlineStr"><is><t xml:space="preserve">=1+1 &lt;a&gt; &amp; &quot;b&quot; </t></is></c></row>' +
      '<row><c/><c s="2"><v>12.5</v></c></row></sheetData></worksheet>',
  );
});

const MANY = 50_000;

async function* manyRows(told: { given: number; ended: boolean }): AsyncGenerator<Cell[]> {
  try {
    for (; told.given < MANY; told.given += 1) yield [text(`${told.given}`), text('Giấy in A4'.repeat(10))];
  } finally {
    told.ended = true;
  }
}

test('rows are asked for no faster than the workbook is taken, and no more once the reader has left', async () => {
  const told = { given: 0, ended: false };
  const workbook = writeXlsx('Hóa đơn', ['Số', 'Tên'], manyRows(told), 0);
  workbook.read(0);
  for (let turn = 0; turn < 500; turn += 1) await new Promise(setImmediate);
  expect(told.given).toBeLessThan(MANY);
  workbook.destroy();
  await expect.poll(() => told.ended).toBe(true);
  expect(told.given).toBeLessThan(MANY);
});

test('others are served between the rows', async () => {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  count();
  const sheet = await sheetOf(manyRows({ given: 0, ended: false }));
  isOver = true;
  expect(sheet.match(/<row>/g)).toHaveLength(MANY + 1);
  expect(turns).toBeGreaterThan(100);
});
