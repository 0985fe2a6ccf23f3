import { oneLine } from '../../../platform/one-line.ts';

/** What a server may say to a password that is right (RFC 5530), and to too many who come. */
const COME_AGAIN = new Set(['UNAVAILABLE', 'LIMIT', 'INUSE']);

/** `lasting`: asking again would be answered the same. */
export class SourceError extends Error {
  override name = 'SourceError';
  readonly lasting: boolean;
  constructor(message: string, { lasting = false, cause }: { lasting?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.lasting = lasting;
  }
}

/** What the server would not do for one folder or message; it goes on with others. */
export class SourceRefusal extends Error {
  override name = 'SourceRefusal';
}

export type ImapError = Error & {
  code?: string;
  authenticationFailed?: boolean;
  serverResponseCode?: string;
  responseStatus?: string;
  responseText?: string;
};

/** Server's words, never what we sent, even where the server says it. */
export function asSourceError(
  error: ImapError,
  { broken, what, password }: { broken: Error | null; what: string; password: string },
): Error {
  if (error instanceof SourceError) return error;
  const told = (text: string) => oneLine(text.replaceAll(password, '…'), 200);
  const said = error.responseText ? told(error.responseText) : null;
  if (error.authenticationFailed) {
    const more = said ? `: ${said}` : '';
    if (COME_AGAIN.has(error.serverResponseCode?.toUpperCase() ?? '')) {
      return new SourceError(`The server takes nobody now${more}`);
    }
    return new SourceError(`The server does not take this user and password${more}`, { lasting: true });
  }
  if (broken === null && (error.responseStatus === 'NO' || error.responseStatus === 'BAD')) {
    return new SourceRefusal(said ?? 'The server refuses');
  }
  const cause = broken ?? error;
  return new SourceError(`${what} failed: ${told(cause.message)}`, { cause });
}
