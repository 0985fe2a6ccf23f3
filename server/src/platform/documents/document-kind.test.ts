import { expect, test } from 'vitest';
import { officeExtension } from '../office/office-types.ts';
import { documentKind } from './document-kind.ts';

test.each([
  ['a.docx', '', 'docx', 'docx'],
  ['a', 'application/msword', null, 'doc'],
  ['a.constructor', 'text/plain', null, null],
  ['a', 'constructor', null, null],
])(
  'the file %s of type "%s" has text of the kind %s, and is the office document %s',
  (name, type, kind, office) => {
    expect(documentKind({ name, contentType: type })).toBe(kind);
    expect(officeExtension({ name, content_type: type })).toBe(office);
  },
);
