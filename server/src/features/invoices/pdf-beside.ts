import type { FileOfMessage } from './invoices.store.ts';

/** The PDF of the same name, or the only one of the message. */
export function pdfBeside(
  files: FileOfMessage[],
  file: FileOfMessage,
  entry: string | null,
): FileOfMessage | null {
  const pdfs = files.filter(
    ({ name, content_type, message_id }) =>
      message_id === file.message_id && (/\.pdf$/i.test(name) || content_type.startsWith('application/pdf')),
  );
  const names = [file.name, entry ?? ''].map(stem).filter((name) => name !== '');
  return (
    pdfs.find(({ name }) => names.includes(stem(name))) ?? (pdfs.length === 1 ? (pdfs[0] ?? null) : null)
  );
}

function stem(name: string): string {
  return (name.split('/').at(-1) ?? '').replace(/\.[a-z0-9]{1,5}$/i, '').toLowerCase();
}
