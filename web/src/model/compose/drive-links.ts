/** As the editor writes a link to a file of the drive: which it is, and where it leads. */
const CARD = /(<p\b[^>]*\bdata-drive-file="([^"]*)"[^>]*><a\b[^>]*?\bhref=")([^"]*)"/gi;

/** The files of the drive that a text leads to, each once, in their order. */
export function linkedDriveFiles(body: string): string[] {
  return [...new Set([...body.matchAll(CARD)].map(([, , id = '']) => id))];
}

/** Where these files are to be found from now on; what is not among them stays as it is. */
export function leadDriveLinks(body: string, to: ReadonlyMap<string, string>): string {
  return body.replace(CARD, (whole, before: string, id: string) => {
    const link = to.get(id);
    return link === undefined ? whole : `${before}${attribute(link)}"`;
  });
}

function attribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
