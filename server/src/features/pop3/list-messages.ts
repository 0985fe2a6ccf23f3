import { parseNumber } from '../../platform/pop3/parse-command.ts';
import { idOf, type Maildrop, numbersOf, sizeOf, totalOf } from './maildrop.ts';
import { type Command, numberIn, refuseArguments, type Session, signedInOf } from './session.ts';

export const stat: Command = {
  state: 'transaction',
  async run(session, args) {
    refuseArguments(args);
    const { count, size } = totalOf(signedInOf(session).maildrop);
    return `${count} ${size}`;
  },
};

export const list: Command = {
  state: 'transaction',
  run: (session, args) => tellOfEach(session, args, (maildrop, number) => String(sizeOf(maildrop, number))),
};

/** The id of a message is the same wherever it goes and whatever is rebuilt. */
export const uidl: Command = {
  state: 'transaction',
  run: (session, args) => tellOfEach(session, args, idOf),
};

/** Of one message, or of all in an answer of several lines. */
async function tellOfEach(
  session: Session,
  args: string,
  tell: (maildrop: Maildrop, number: number) => string,
): Promise<string | null> {
  const { maildrop } = signedInOf(session);
  const { connection } = session;
  if (args !== '') {
    const number = numberIn(session, parseNumber(args));
    return `${number} ${tell(maildrop, number)}`;
  }
  connection.send('+OK\r\n');
  for (const number of numbersOf(maildrop)) {
    connection.send(`${number} ${tell(maildrop, number)}\r\n`);
    if (connection.isCongested) await connection.flush();
  }
  connection.send('.\r\n');
  return null;
}
