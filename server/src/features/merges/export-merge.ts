import { contentDisposition } from '../../platform/http/content-disposition.ts';
import type { Bytes } from '../../platform/http/routes.ts';
import { writeCsv } from '../../platform/spreadsheets/write-csv.ts';
import type { Cell } from '../../platform/spreadsheets/write-xlsx.ts';
import type { ReadDb } from '../../tables.ts';
import { REPORT_WORDS, type ReportWords } from './export-words.ts';
import { rowsAStep } from './merge-cells.store.ts';
import { type ReportedRow, readReport } from './merge-rows.store.ts';
import { requireMerge } from './merge-text.ts';

/** MM-13: the table as it was read, with what became of each row. */
export async function exportMerge(
  db: ReadDb,
  mailboxId: number,
  id: string,
  { lang }: { lang: 'vi' | 'en' },
): Promise<Bytes> {
  const merge = await requireMerge(db, mailboxId, id);
  const words = REPORT_WORDS[lang];
  const headings = merge.columns.map(({ heading }) => heading);
  const limit = rowsAStep(headings.length + words.headings.length);
  const rows = cellsOf(db, { mailboxId, mergeId: merge.id }, { limit, words });
  return {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': contentDisposition('attachment', `${words.file}.csv`),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
    stream: writeCsv([...headings, ...words.headings], rows),
  };
}

async function* cellsOf(
  db: ReadDb,
  key: { mailboxId: number; mergeId: string },
  { limit, words }: { limit: number; words: ReportWords },
): AsyncGenerator<Cell[]> {
  for (let after = 0; ; ) {
    // When those before have left.
    const rows = await readReport(db, key, { after, limit });
    for (const row of rows) yield lineOf(row, words);
    const last = rows.at(-1);
    if (!last) return;
    after = last.row;
  }
}

const text = (value: string): Cell => ({ kind: 'text', value });

function lineOf(row: ReportedRow, words: ReportWords): Cell[] {
  const { cells, state, problems, reply, sent_at, opened, answered } = row;
  const reason =
    state === 'skipped' ? problems.map((problem) => words.problems[problem]).join(', ') : (reply ?? '');
  const sentAt = sent_at === null ? '' : new Date(sent_at * 1000).toISOString().replace(/\.000Z$/, 'Z');
  return [
    ...cells.map(text),
    text(words.states[state]),
    text(reason),
    text(sentAt),
    text(opened === null ? '' : opened ? words.yes : words.no),
    text(answered ? words.yes : ''),
  ];
}
