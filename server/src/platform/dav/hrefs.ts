/** Segments of a path, decoded; null where it is not UTF-8, or has a segment that leads elsewhere. */
export function segmentsOf(path: string): string[] | null {
  const [pathname = ''] = path.split(/[?#]/, 1);
  const parts = pathname.split('/').filter((part) => part !== '');
  try {
    const segments = parts.map(decodeURIComponent);
    return segments.some((one) => one === '.' || one === '..' || /[/\0]/.test(one)) ? null : segments;
  } catch {
    return null;
  }
}

/** RFC 3986: everything but unreserved characters is encoded, save for the @ of addresses. */
export function hrefOf(segments: readonly string[], { isCollection }: { isCollection: boolean }): string {
  const path = segments.map((one) => (UNRESERVED.test(one) ? one : encoded(one)));
  return `/${path.join('/')}${isCollection && path.length > 0 ? '/' : ''}`;
}

/** With which nothing is done. */
const UNRESERVED = /^[\w.~@-]*$/;

function encoded(segment: string): string {
  return encodeURIComponent(segment)
    .replaceAll('%40', '@')
    .replace(/[!'()*]/g, byCode);
}

function byCode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** The path of an href or a Destination, which may be a whole URL (RFC 4918, section 8.3); null where it is none. */
export function pathOfHref(href: string, hosts: readonly string[]): string | null {
  const trimmed = href.trim();
  if (trimmed.startsWith('/') && !trimmed.startsWith('//')) return trimmed;
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return null;
  const url = new URL(trimmed);
  return hosts.includes(url.host) ? url.pathname : null;
}
