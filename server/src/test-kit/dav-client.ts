import { request } from 'node:http';
import { XMLParser } from 'fast-xml-parser';

export type DavSent = {
  headers?: Record<string, string>;
  body?: string | Buffer;
  depth?: '0' | '1' | 'infinity';
};
export type DavAnswer = {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
  bytes: Buffer;
};
/** One resource of a multistatus: its own status, or the properties of each status. */
export type DavResponse = { status: number | null; props: Record<number, Record<string, unknown>> };
export type Multistatus = { byHref: Map<string, DavResponse>; token: string | undefined };

export type DavClient = {
  call(method: string, path: string, sent?: DavSent): Promise<DavAnswer>;
  /** Fails where the answer is no multistatus. */
  ask(method: 'PROPFIND' | 'PROPPATCH' | 'REPORT', path: string, sent?: DavSent): Promise<Multistatus>;
};

/** A program that speaks WebDAV; without credentials it doesn't sign in. */
export function davClient(
  baseUrl: string,
  credentials: { name: string; password: string } | null,
): DavClient {
  const { hostname, port } = new URL(baseUrl);
  const basic = credentials && Buffer.from(`${credentials.name}:${credentials.password}`).toString('base64');

  function call(method: string, path: string, { headers = {}, body, depth }: DavSent = {}) {
    return new Promise<DavAnswer>((resolve, reject) => {
      const sent = {
        ...(basic === null ? {} : { authorization: `Basic ${basic}` }),
        ...(depth === undefined ? {} : { depth }),
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        ...headers,
      };
      const outgoing = request({ hostname, port, method, path, headers: sent }, (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('error', reject);
        answer.on('end', () => {
          const bytes = Buffer.concat(pieces);
          const { statusCode: status = 0, headers: given } = answer;
          resolve({ status, headers: given as DavAnswer['headers'], text: bytes.toString(), bytes });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  return {
    call,
    async ask(method, path, sent) {
      const { status, text } = await call(method, path, sent);
      if (status !== 207) throw new Error(`${method} ${path} was answered ${status}: ${text}`);
      return readMultistatus(text);
    },
  };
}

const LISTS = new Set(['response', 'propstat']);
const parser = new XMLParser({
  ...{
    ignoreAttributes: false,
    htmlEntities: true,
    removeNSPrefix: true,
    trimValues: false,
    parseTagValue: false,
  },
  isArray: (name) => LISTS.has(name),
});

type Parsed = {
  href: string;
  status?: string;
  propstat?: { status: string; prop: Record<string, unknown> }[];
};

export function readMultistatus(text: string): Multistatus {
  const { multistatus } = parser.parse(text) as {
    multistatus: { response?: Parsed[]; 'sync-token'?: string };
  };
  const byHref = (multistatus.response ?? []).map(
    ({ href, status, propstat = [] }) =>
      [
        href,
        {
          status: status === undefined ? null : codeOf(status),
          props: Object.fromEntries(propstat.map((one) => [codeOf(one.status), one.prop])),
        },
      ] as const,
  );
  return { byHref: new Map(byHref), token: multistatus['sync-token'] };
}

function codeOf(status: string): number {
  return Number(status.split(' ')[1]);
}
