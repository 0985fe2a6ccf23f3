import { SESSION_HEADER } from '@bocau/contract/session.ts';

/** The bytes of a request, built once and sent many times. */
export function getRequest(path: string, token: string): Buffer {
  return Buffer.from(`${head('GET', path, token)}\r\n`);
}

/** A page request as a visitor sends it: only a cookie, and the address added by the reverse proxy. */
export function pageRequest(path: string, cookie: string, address: string): Buffer {
  return Buffer.from(
    `GET ${path} HTTP/1.1\r\nhost: bench\r\naccept: text/html\r\nx-forwarded-for: ${address}\r\ncookie: ${cookie}\r\n\r\n`,
  );
}

export function jsonRequest(
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  token: string,
  body: unknown,
): Buffer {
  const bytes = Buffer.from(JSON.stringify(body));
  return Buffer.concat([
    Buffer.from(
      `${head(method, path, token)}content-type: application/json\r\ncontent-length: ${bytes.length}\r\n\r\n`,
    ),
    bytes,
  ]);
}

function head(method: string, path: string, token: string): string {
  return `${method} ${path} HTTP/1.1\r\nhost: bench\r\naccept: application/json\r\n${SESSION_HEADER}: ${token}\r\n`;
}

/** A path with its query string, with spaces and Vietnamese encoded. */
export function withQuery(path: string, query: Record<string, string | number | boolean>): string {
  const parameters = new URLSearchParams(
    Object.entries(query).map(([key, value]) => [key, String(value)] as [string, string]),
  );
  return `${path}?${parameters}`;
}
