import { safeFileName } from '../../platform/mime/file-names.ts';

const LONGEST = 100;

/** What the source of a message is called as a file: by its subject, with which it is found again. */
export function sourceFileName(subject: string): string {
  const stem = subject.replace(/[/\\]/g, '-').slice(0, LONGEST).trim();
  return safeFileName(/^[\s.]*$/.test(stem) ? 'message.eml' : `${stem}.eml`, 'message/rfc822', 1);
}
