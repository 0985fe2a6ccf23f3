import { withoutHidden } from '../../platform/mime/hidden-characters.ts';
import type { ParsedMail } from '../../platform/mime/parsed-mail.ts';

/** Invalid results of a parser: ill-formed strings, or exceeded limits. */
export function readingProblems(mail: ParsedMail): string[] {
  const problems: string[] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value === 'string') {
      if (!value.isWellFormed()) problems.push(`${path} has a lone surrogate`);
      if (value.includes('\0')) problems.push(`${path} has a NUL`);
    } else if (Array.isArray(value)) for (const [at, one] of value.entries()) visit(one, `${path}[${at}]`);
    else if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) visit(one, `${path}.${key}`);
  };
  const { structure: _, ...said } = mail;
  visit(said, 'mail');
  const bounds: [string, number, number][] = [
    ['text', mail.text?.length ?? 0, 1_000_000],
    ['html', mail.html?.length ?? 0, 1_000_000],
    ['searchText', mail.searchText.length, 200_000],
    ['snippet', mail.snippet.length, 200],
    ['subject', mail.subject.length, 4_000],
    ['to', mail.to.length, 2_000],
    ['references', mail.references.length, 200],
    ['attachments', mail.attachments.length, 301],
    ['messageId', mail.messageId?.length ?? 0, 998],
    ['contentType', Math.max(0, ...mail.attachments.map((file) => file.contentType.length)), 127],
    ['names of files', Math.max(0, ...mail.attachments.map((file) => file.name.length)), 200],
    ['addresses', Math.max(0, ...mail.to.map(({ name, email }) => Math.max(name.length, email.length))), 500],
  ];
  for (const [what, actual, most] of bounds)
    if (actual > most) problems.push(`${what}: ${actual} is more than ${most}`);
  for (const { name } of mail.attachments) {
    if (name === '' || /[/\\\p{Cc}]/u.test(name) || withoutHidden(name).text !== name)
      problems.push(`unsafe name ${JSON.stringify(name)}`);
  }
  return problems;
}
