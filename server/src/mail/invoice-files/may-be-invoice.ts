const EXTENSIONS = new Set(['xml', 'zip', 'inv']);
const TYPES = /^(application|text)\/(xml|zip|x-zip|x-zip-compressed|[\w.+-]+\+xml)\b/;
/** Types that say nothing, of files whose names say nothing either. */
const VAGUE = /^(application\/octet-stream|text\/plain)\b/;
export const INVOICE_FILE_BYTES = 25 * 1024 ** 2;

/** Whether a file may be read as an invoice, by its name and type alone. */
export function mayBeInvoice({ name, contentType }: { name: string; contentType: string }): boolean {
  const extension = /\.([a-z0-9]{1,8})$/i.exec(name.trim())?.[1]?.toLowerCase();
  if (extension !== undefined && EXTENSIONS.has(extension)) return true;
  const type = contentType.toLowerCase();
  if (extension === undefined) return TYPES.test(type) || VAGUE.test(type);
  return TYPES.test(type) && !isDocument(type);
}

/** Office documents and drawings are XML or archives, too. */
function isDocument(type: string): boolean {
  return /openxmlformats|opendocument|svg|xhtml|ms-/.test(type);
}
