import type { DocumentKind } from '../../platform/documents/document-limits.ts';

const BY_EXTENSION: Record<string, DocumentKind> = {
  pdf: 'pdf',
  docx: 'docx',
  docm: 'docx',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  pptx: 'pptx',
  pptm: 'pptx',
  ppsx: 'pptx',
};
const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const BY_TYPE: Record<string, DocumentKind> = {
  'application/pdf': 'pdf',
  [`${OPEN_XML}.wordprocessingml.document`]: 'docx',
  [`${OPEN_XML}.spreadsheetml.sheet`]: 'xlsx',
  [`${OPEN_XML}.presentationml.presentation`]: 'pptx',
  [`${OPEN_XML}.presentationml.slideshow`]: 'pptx',
};

/** What kind of document with text a file calls itself, by its name before its type; null for other files. */
export function documentKind(file: { name: string; contentType: string }): DocumentKind | null {
  const extension = /\.([a-z]+)$/i.exec(file.name.trim())?.[1]?.toLowerCase() ?? '';
  return BY_EXTENSION[extension] ?? BY_TYPE[file.contentType.toLowerCase()] ?? null;
}
