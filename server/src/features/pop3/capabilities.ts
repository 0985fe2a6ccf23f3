import { type Command, refuseArguments, type Session } from './session.ts';

/** RFC 2449: what is served, and nothing else. */
export const capa: Command = {
  state: null,
  async run(session, args) {
    refuseArguments(args);
    const { connection, signedIn } = session;
    const signIn = mayShowPassword(session) ? ['USER', 'SASL PLAIN'] : [];
    const lines = [
      ...ALWAYS,
      ...(signedIn === null && connection.canStartTls ? ['STLS'] : []),
      ...(signedIn === null ? signIn : []),
    ];
    connection.send(`+OK That is all\r\n${lines.join('\r\n')}\r\n.\r\n`);
    return null;
  },
};

const ALWAYS = [
  'TOP',
  'UIDL',
  'PIPELINING',
  'RESP-CODES',
  'AUTH-RESP-CODE',
  'EXPIRE NEVER',
  'IMPLEMENTATION Bo-Cau',
];

export function mayShowPassword({ connection, deps }: Session): boolean {
  return connection.secure || deps.allowsPlaintextAuth(connection.remoteAddress);
}
