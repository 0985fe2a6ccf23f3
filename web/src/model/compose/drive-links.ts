/** A link to a file of the drive as the editor writes it: the file's id and the target. */
const CARD = /(<p\b[^>]*\bdata-drive-file="([^"]*)"[^>]*><a\b[^>]*?\bhref=")([^"]*)"/gi;

/** The drive files that a text links to, each once, in order. */
export function linkedDriveFiles(body: string): string[] {
  return [...new Set([...body.matchAll(CARD)].map(([, , id = '']) => id))];
}

/** Points the links of these files to new addresses; all others stay as they are. */
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
