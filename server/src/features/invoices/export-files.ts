import { INVOICES_EXPORTED } from '@bocau/contract/invoices.ts';
import { type AttachmentRow, readAttachments } from '../../mail/attachments/attachments.store.ts';
import { type FileDeps, openFile } from '../../mail/attachments/send-file.ts';
import { contentDisposition } from '../../platform/http/content-disposition.ts';
import type { Bytes } from '../../platform/http/routes.ts';
import { writeZip, type ZipMember } from '../../platform/zip/write-zip.ts';
import type { ReadDb } from '../../tables.ts';
import { eachInvoice, exportName, refuseTooMany } from './export-invoices.ts';
import { readEntry } from './exported-lines.store.ts';
import { readFilesOfMessages } from './invoices.store.ts';
import type { Selection } from './list-invoices.store.ts';
import { readIds } from './list-invoices.ts';
import { nameByPattern, USUAL_PATTERN } from './name-by-pattern.ts';
import { pdfBeside } from './pdf-beside.ts';

type Named = { path: string; modifiedAt: number; fileId: string };

/** The files of a selection in one zip; an archive with several invoices is in it once. */
export async function exportFiles(
  deps: FileDeps & { db: ReadDb },
  mailboxId: number,
  query: Omit<Selection, 'ids'> & { ids?: string | undefined; pattern?: string | undefined },
): Promise<Bytes> {
  const { ids, pattern = USUAL_PATTERN, ...where } = query;
  const selection = { ...where, ids: await readIds(deps.db, mailboxId, ids) };
  await refuseTooMany(deps.db, mailboxId, selection, INVOICES_EXPORTED.files);
  const named = await nameFiles(deps.db, mailboxId, selection, pattern);
  return {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': contentDisposition('attachment', `${exportName('hoa-don', where)}.zip`),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
    stream: writeZip(openEach(deps, mailboxId, named)),
  };
}

async function nameFiles(
  db: ReadDb,
  mailboxId: number,
  selection: Selection,
  pattern: string,
): Promise<Named[]> {
  const named = new Map<string, Named>();
  const paths = new Set<string>();
  for await (const row of eachInvoice(db, mailboxId, selection)) {
    const files = await readFilesOfMessages(db, mailboxId, [row.message_id]);
    const file = files.find(({ id }) => id === row.attachment_id);
    if (!file) continue;
    const pdf = pdfBeside(files, file, await readEntry(db, mailboxId, row));
    const base = nameByPattern(pattern, row);
    for (const one of pdf ? [file, pdf] : [file]) {
      if (named.has(one.id)) continue;
      const ending = /\.[a-z0-9]{1,5}$/i.exec(one.name)?.[0]?.toLowerCase() ?? '.xml';
      const path = distinct(base, ending, paths);
      named.set(one.id, { path, modifiedAt: row.received_at, fileId: one.id });
    }
  }
  return [...named.values()];
}

function distinct(base: string, ending: string, taken: Set<string>): string {
  let path = `${base}${ending}`;
  for (let number = 2; taken.has(path.toLowerCase()); number += 1) path = `${base} (${number})${ending}`;
  taken.add(path.toLowerCase());
  return path;
}

async function* openEach(
  deps: FileDeps & { db: ReadDb },
  mailboxId: number,
  named: Named[],
): AsyncGenerator<ZipMember> {
  for (const { path, modifiedAt, fileId } of named) {
    const [file] = (await readAttachments(deps.db, mailboxId, [fileId])) as [AttachmentRow?];
    // Its message was deleted meanwhile.
    if (!file || file.has_virus) continue;
    yield { path, size: file.size, modifiedAt, bytes: await openFile(deps, file) };
  }
}
