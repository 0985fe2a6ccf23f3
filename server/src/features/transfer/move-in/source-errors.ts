import { oneLine } from '../../../platform/one-line.ts';

/** Temporary refusals of a correct password (RFC 5530), or of too many connections. */
const COME_AGAIN = new Set(['UNAVAILABLE', 'LIMIT', 'INUSE']);

/** `lasting`: a retry would fail the same way. */
export class SourceError extends Error {
  override name = 'SourceError';
  readonly lasting: boolean;
  constructor(message: string, { lasting = false, cause }: { lasting?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.lasting = lasting;
  }
}

/** A refusal for one folder or message; the server continues with others. */
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

/** The server's text, never what we sent, even if the server echoes it. */
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
