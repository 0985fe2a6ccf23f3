import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../../../platform/clock.ts';
import { createDocumentReader } from '../../../platform/documents/document-reader.ts';
import { DocumentError } from '../../../platform/documents/reader-process.ts';
import type { ReadLines } from './merge-table.ts';
import type { WorkbookAnswer } from './read-workbook.ts';
import { tooManyBytes, tooManyRows, unreadableTable } from './table-refusals.ts';

export type WorkbookReader = {
  read(bytes: Buffer, signal: AbortSignal): Promise<ReadLines>;
  close(): Promise<void>;
};

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Reads workbooks in the sandbox of documents; its own processes, as somebody waits for the answer. */
export function createWorkbookReader(clock: Clock): WorkbookReader {
  const reader = createDocumentReader({ clock, program: place('./workbook-program.ts'), code: [place('.')] });
  return {
    async read(bytes, signal) {
      const open = async () => Readable.from([bytes], { objectMode: false });
      const text = await reader.readText({ kind: 'xlsx', open }, signal).catch((error: unknown) => {
        if (error instanceof DocumentError) throw unreadableTable();
        throw error;
      });
      const answer = JSON.parse(text) as WorkbookAnswer;
      if (!('refused' in answer)) {
        const faults = answer.long.map((line) => ({ line, problem: 'cell_too_long' as const }));
        return { lines: answer.lines, faults, hidden: answer.hidden };
      }
      if (answer.refused === 'unreadable') throw unreadableTable();
      throw answer.refused === 'rows' ? tooManyRows() : tooManyBytes();
    },
    close: () => reader.close(),
  };
}
