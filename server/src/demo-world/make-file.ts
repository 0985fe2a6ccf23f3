import type { FileForm } from './conversation-form.ts';
import { fillIn, type Scope } from './fill-in.ts';
import type { MailFile } from './mime.ts';
import { csv, jpeg, logo, png, txt, wav, webm, winmailDat, zip } from './sample-files.ts';
import { type Cell, docx, pptx, xlsx } from './sample-office.ts';
import { pdf } from './sample-pdf.ts';

const lineTypes = { eml: 'message/rfc822', ics: 'text/calendar', xml: 'application/xml' };

export function makeFile(file: FileForm, scope: Scope): MailFile {
  const fill = (text: string) => String(fillIn(text, scope));
  const rowsOf = (rows: Cell[][]) => rows.map((row) => row.map(cellOf));
  const cellOf = (cell: Cell) => (typeof cell === 'number' ? cell : fillIn(cell, scope));
  const pagesOf = (pages: { title: string; lines: string[] }[]) =>
    pages.map(({ title, lines }) => ({ title: fill(title), lines: lines.map(fill) }));
  if (file.kind === 'winmail') return winmailDat(file.files.map((one) => makeFile(one, scope)));
  const name = fill(file.name);
  switch (file.kind) {
    case 'pdf':
      return pdf(name, pagesOf(file.pages));
    case 'pptx':
      return pptx(name, pagesOf(file.slides));
    case 'docx':
      return docx(name, fill(file.title), file.paragraphs.map(fill), rowsOf(file.table ?? []));
    case 'xlsx':
      return xlsx(name, fill(file.sheet), rowsOf(file.rows));
    case 'csv':
      return csv(name, rowsOf(file.rows));
    case 'txt': {
      const lines = file.lines.map(fill);
      return file.lastLineBreak
        ? txt(name, lines)
        : { ...txt(name, lines), content: Buffer.from(lines.join('\r\n')) };
    }
    case 'xml':
      return { name, type: lineTypes.xml, content: Buffer.from(`${file.lines.map(fill).join('\n')}\n`) };
    case 'eml':
    case 'ics':
      return { ...txt(name, file.lines.map(fill)), type: lineTypes[file.kind] };
    case 'jpeg':
      return jpeg(name);
    case 'webm':
      return webm(name);
    case 'wav':
      return wav(name, file.seconds);
    case 'png':
      return png(name, file.width, file.height, file.grain);
    case 'logo':
      return logo(name, file.colour);
    case 'zip':
      return zip(
        name,
        file.files.map((one) => makeFile(one, scope)),
      );
  }
}
