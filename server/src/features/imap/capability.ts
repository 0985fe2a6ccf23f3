import type { Session } from './session.ts';

const ALWAYS = ['IMAP4rev1', 'IMAP4rev2', 'ID', 'SASL-IR'];

/** What is served, and nothing else; before a sign-in no more than that needs. */
export function capabilities(session: Session): string {
  const { connection, caller, deps } = session;
  if (caller === null) {
    const auth = mayShowPassword(session) ? ['AUTH=PLAIN'] : ['LOGINDISABLED'];
    const tls = connection.canStartTls ? ['STARTTLS'] : [];
    return [...ALWAYS, 'LITERAL-', ...tls, ...auth].join(' ');
  }
  const compress = connection.isCompressed ? [] : ['COMPRESS=DEFLATE'];
  return [
    ...[...ALWAYS, 'LITERAL+', ...SIGNED_IN_CAPABILITIES, ...compress],
    `APPENDLIMIT=${deps.maxBytes}`,
  ].join(' ');
}

const SIGNED_IN_CAPABILITIES = [
  'BINARY',
  'CHILDREN',
  'CONDSTORE',
  'CREATE-SPECIAL-USE',
  'ENABLE',
  'ESEARCH',
  'ESORT',
  'IDLE',
  'LIST-EXTENDED',
  'LIST-STATUS',
  'MOVE',
  'MULTIAPPEND',
  'NAMESPACE',
  'OBJECTID',
  'PREVIEW',
  'QRESYNC',
  'QUOTA',
  'QUOTA=RES-STORAGE',
  'SAVEDATE',
  'SEARCHRES',
  'SORT',
  'SORT=DISPLAY',
  'SPECIAL-USE',
  'STATUS=SIZE',
  'THREAD=ORDEREDSUBJECT',
  'THREAD=REFERENCES',
  'UIDPLUS',
  'UNSELECT',
  'UTF8=ACCEPT',
  'WITHIN',
];

export function mayShowPassword({ connection, deps }: Session): boolean {
  return connection.secure || deps.allowsPlaintextAuth(connection.remoteAddress);
}
