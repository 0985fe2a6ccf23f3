import type { CommandParser } from '../../platform/imap/command-parser.ts';
import { SyntaxFault } from '../../platform/imap/syntax-fault.ts';

const FIELDS = 30;

/** The fields of an ID by their names in small letters (RFC 2971 section 3.1); control characters are left out. */
export function parseId(parser: CommandParser): { [field: string]: string | undefined } {
  if (parser.take('NIL')) return {};
  let key: string | null = null;
  const fields = new Map<string, string>();
  parser.list(() => {
    const value = parser.nstring();
    if (key === null) {
      if (value === null) throw new SyntaxFault('A field has a name');
      key = value.toLowerCase();
    } else {
      if (value !== null)
        fields.set(
          key,
          value
            .replace(/[\p{Cc}\p{Cf}]/gu, '')
            .trim()
            .slice(0, 100),
        );
      key = null;
    }
    if (fields.size > FIELDS) throw new SyntaxFault(`An ID has up to ${FIELDS} fields`);
  });
  if (key !== null) throw new SyntaxFault('A field has a value');
  return Object.fromEntries(fields);
}
