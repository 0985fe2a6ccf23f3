import { parsePlain } from '../../platform/line-server/sasl-plain.ts';
import { mayShowPassword } from './capabilities.ts';
import { openMaildrop, totalOf } from './maildrop.ts';
import { Refusal } from './refusal.ts';
import { type Command, refuseArguments, type Session } from './session.ts';

const SASL_BYTES = 12 * 1024;

export const user: Command = {
  state: 'authorization',
  async run(session, args) {
    refuseInClear(session);
    if (args === '') throw new Refusal(null, 'A name belongs behind USER');
    session.name = args;
    // Whether there is such a mailbox is not told.
    return 'And the password';
  },
};

export const pass: Command = {
  state: 'authorization',
  async run(session, args) {
    refuseInClear(session);
    const { name } = session;
    if (name === null) throw new Refusal(null, 'USER comes first');
    session.name = null;
    return signIn(session, name, args);
  },
};

/** SASL PLAIN (RFC 5034), its answer with the command or after it. */
export const auth: Command = {
  state: 'authorization',
  async run(session, args) {
    refuseInClear(session);
    const [mechanism = '', initial, more] = args.split(' ');
    if (mechanism.toUpperCase() !== 'PLAIN' || more !== undefined)
      throw new Refusal(null, 'Only PLAIN is served');
    const given = parsePlain(initial ?? (await askForAnswer(session)));
    if (given === null) throw new Refusal(null, 'That is no answer of PLAIN');
    if (given.forAnother) throw new Refusal('AUTH', 'Nobody acts for another here');
    return signIn(session, given.name, given.password);
  },
};

export const stls: Command = {
  state: 'authorization',
  async run(session, args) {
    refuseArguments(args);
    if (!session.connection.canStartTls)
      throw new Refusal(null, 'TLS is not to be had here, or is there already');
    session.upgrade = true;
    session.name = null;
    return 'Begin TLS';
  },
};

function refuseInClear(session: Session): void {
  if (!mayShowPassword(session)) throw new Refusal(null, 'Encrypt first: STLS');
}

async function askForAnswer({ connection }: Session): Promise<string> {
  connection.send('+ \r\n');
  const line = await connection.nextLine(SASL_BYTES);
  if (line === null || line === 'too_long') throw new Refusal(null, 'The answer did not come whole');
  const answer = line.toString('latin1');
  if (answer === '*') throw new Refusal(null, 'The client gave up');
  return answer;
}

async function signIn(session: Session, name: string, password: string): Promise<string> {
  const { deps, connection } = session;
  const opened = await deps.programs.open(
    {
      name,
      password,
      address: connection.remoteAddress,
      // Programs do not say in POP3 which one they are.
      userAgent: 'POP3',
      scope: 'pop3',
      protocol: 'pop3',
    },
    () => connection.retire('Signed out, sign in again'),
  );
  if (opened === null)
    throw new Refusal('IN-USE', 'This mailbox has too many connections already, close some');
  const { caller, close } = opened;
  connection.whenClosed(close);
  const maildrop = await openMaildrop(deps, caller.mailbox).catch((error: unknown) => {
    close();
    throw error;
  });
  session.signedIn = { caller, maildrop };
  connection.signedIn();
  const { count, size } = totalOf(maildrop);
  return `${count} messages, ${size} bytes`;
}
