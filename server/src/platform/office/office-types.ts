const EXTENSIONS = new Set([
  ...['doc', 'docx', 'docm', 'odt', 'rtf'],
  ...['xls', 'xlsx', 'xlsm', 'ods'],
  ...['ppt', 'pptx', 'pptm', 'pps', 'ppsx', 'odp'],
]);

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';

const BY_TYPE = new Map(
  Object.entries({
    'application/msword': 'doc',
    'application/vnd.ms-excel': 'xls',
    'application/vnd.ms-powerpoint': 'ppt',
    'application/rtf': 'rtf',
    'text/rtf': 'rtf',
    [`${OPEN_XML}.wordprocessingml.document`]: 'docx',
    [`${OPEN_XML}.spreadsheetml.sheet`]: 'xlsx',
    [`${OPEN_XML}.presentationml.presentation`]: 'pptx',
    [`${OPEN_XML}.presentationml.slideshow`]: 'ppsx',
    [`${OPEN_DOCUMENT}.text`]: 'odt',
    [`${OPEN_DOCUMENT}.spreadsheet`]: 'ods',
    [`${OPEN_DOCUMENT}.presentation`]: 'odp',
  }),
);

/** The extension of an office document, by its name, else by its type; null for other files. */
export function officeExtension(file: { name: string; content_type: string }): string | null {
  const extension = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase();
  if (file.name.includes('.') && EXTENSIONS.has(extension)) return extension;
  return BY_TYPE.get(file.content_type.toLowerCase()) ?? null;
}

/** The type of an office document by its extension; null for other files. */
export function officeType(extension: string): string | null {
  return [...BY_TYPE].find(([, known]) => known === extension)?.[0] ?? null;
}
