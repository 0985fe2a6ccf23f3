import type { DocumentKind } from './document-limits.ts';

const BY_EXTENSION = new Map<string, DocumentKind>(
  Object.entries({
    pdf: 'pdf',
    docx: 'docx',
    docm: 'docx',
    xlsx: 'xlsx',
    xlsm: 'xlsx',
    pptx: 'pptx',
    pptm: 'pptx',
    ppsx: 'pptx',
  }),
);
const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const BY_TYPE = new Map<string, DocumentKind>(
  Object.entries({
    'application/pdf': 'pdf',
    [`${OPEN_XML}.wordprocessingml.document`]: 'docx',
    [`${OPEN_XML}.spreadsheetml.sheet`]: 'xlsx',
    [`${OPEN_XML}.presentationml.presentation`]: 'pptx',
    [`${OPEN_XML}.presentationml.slideshow`]: 'pptx',
  }),
);
const TEXT_EXTENSIONS = ['txt', 'csv', 'tsv', 'md'];
const TEXT_TYPES = ['text/plain', 'text/csv', 'text/markdown'];

type NamedFile = { name: string; contentType: string };

/** The kind of document with text, by file name first, then by type; null for other files. */
export function documentKind({ name, contentType }: NamedFile): DocumentKind | null {
  return BY_EXTENSION.get(extensionOf(name)) ?? BY_TYPE.get(contentType.toLowerCase()) ?? null;
}

/** Like `documentKind`, including plain text files. */
export function textKind(file: NamedFile): DocumentKind | 'text' | null {
  const kind = documentKind(file);
  if (kind !== null) return kind;
  const type = file.contentType.toLowerCase().split(';')[0] as string;
  return TEXT_EXTENSIONS.includes(extensionOf(file.name)) || TEXT_TYPES.includes(type) ? 'text' : null;
}

function extensionOf(name: string): string {
  return /\.([a-z]+)$/i.exec(name.trim())?.[1]?.toLowerCase() ?? '';
}
