import { SyntaxFault } from '../../platform/imap/syntax-fault.ts';
import { parsePlain } from '../../platform/line-server/sasl-plain.ts';
import { capabilities, mayShowPassword } from './capability.ts';
import { Refusal } from './refusal.ts';
import { BEFORE_SIGN_IN, type Command, type Session } from './session.ts';

const SASL_BYTES = 12 * 1024;

export const login: Command = {
  states: BEFORE_SIGN_IN,
  async run(session, parser) {
    refuseInClear(session);
    parser.space();
    const name = parser.text();
    parser.space();
    const password = parser.text();
    parser.end();
    return signIn(session, name, password);
  },
};

/** SASL PLAIN (RFC 4616), its answer with the command (RFC 4959) or after it. */
export const authenticate: Command = {
  states: BEFORE_SIGN_IN,
  async run(session, parser) {
    refuseInClear(session);
    parser.space();
    const mechanism = parser.word('a mechanism');
    const initial = parser.take(' ') ? parser.base64() : null;
    parser.end();
    if (mechanism !== 'PLAIN') throw new Refusal('CANNOT', 'Only PLAIN is served');
    const given = parsePlain(initial ?? (await askForAnswer(session)));
    if (given === null) throw new SyntaxFault('That is no answer of PLAIN');
    if (given.forAnother) throw new Refusal('AUTHORIZATIONFAILED', 'Nobody acts for another here');
    return signIn(session, given.name, given.password);
  },
};

function refuseInClear(session: Session): void {
  if (!mayShowPassword(session)) throw new Refusal('PRIVACYREQUIRED', 'Encrypt first: STARTTLS');
}

async function askForAnswer({ connection }: Session): Promise<string> {
  connection.send('+ \r\n');
  const line = await connection.nextLine(SASL_BYTES);
  if (line === null || line === 'too_long') throw new SyntaxFault('The answer did not come whole');
  const answer = line.toString('latin1');
  if (answer === '*') throw new SyntaxFault('The client gave up');
  return answer;
}

async function signIn(session: Session, name: string, password: string): Promise<string> {
  const { deps, connection } = session;
  const opened = await deps.programs.open(
    {
      name,
      password,
      address: connection.remoteAddress,
      userAgent: session.program,
      scope: 'imap',
      protocol: 'imap',
    },
    () => connection.retire('Signed out, sign in again'),
  );
  if (opened === null)
    throw new Refusal('LIMIT', 'This mailbox has too many connections already, close some');
  const { caller } = opened;
  session.caller = caller;
  connection.signedIn();
  const unwatchChanges = deps.wakes.watch(caller.mailbox, () => {
    session.changed = true;
    session.wake();
  });
  connection.whenClosed(() => {
    opened.close();
    unwatchChanges();
  });
  return `[CAPABILITY ${capabilities(session)}] Signed in`;
}
