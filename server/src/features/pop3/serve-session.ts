import type { LineConnection } from '../../platform/line-server/line-connection.ts';
import { parseCommand } from '../../platform/pop3/parse-command.ts';
import { COMMANDS } from './commands.ts';
import type { Pop3Deps } from './pop3-deps.ts';
import { answerToError, Refusal } from './refusal.ts';
import type { Session } from './session.ts';

/** A command has up to 255 (RFC 2449 section 4); the answer of an AUTH behind it may have more. */
const LINE_BYTES = 16 * 1024;
const BAD_COMMANDS = 20;

/** The conversation with one mail program, from the greeting to the goodbye. */
export async function serveSession(deps: Pop3Deps, connection: LineConnection): Promise<void> {
  const session: Session = { deps, connection, name: null, signedIn: null, over: false, upgrade: false };
  connection.send(`+OK ${deps.name} POP3 ready\r\n`);
  let bad = 0;
  while (!session.over) {
    const line = await connection.nextLine(LINE_BYTES);
    if (line === null) break;
    if (line === 'too_long') {
      connection.send('-ERR The line is too long\r\n');
      break;
    }
    const isKnown = await answerLine(session, line);
    bad = isKnown ? 0 : bad + 1;
    if (bad >= BAD_COMMANDS) break;
    if (session.upgrade) {
      session.upgrade = false;
      await connection.startTls();
    }
  }
  await connection.flush();
}

/** False where the line is no command. */
async function answerLine(session: Session, line: Buffer): Promise<boolean> {
  const { deps, connection, signedIn } = session;
  const parsed = parseCommand(line);
  const command = parsed && COMMANDS.get(parsed.name);
  try {
    if (!command) throw new Refusal(null, 'There is no such command');
    if (command.state === 'authorization' && signedIn !== null)
      throw new Refusal(null, 'Somebody is signed in already');
    if (command.state === 'transaction' && signedIn === null) throw new Refusal(null, 'Sign in first');
    const text = await command.run(session, parsed.args);
    if (text !== null) connection.send(`+OK ${text}\r\n`);
  } catch (error) {
    connection.send(`${answerToError(deps.log, error, { mailbox: signedIn?.caller.mailbox ?? null })}\r\n`);
  }
  return Boolean(command);
}
