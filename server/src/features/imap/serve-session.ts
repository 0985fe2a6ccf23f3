import { CommandParser } from '../../platform/imap/command-parser.ts';
import type { ImapConnection } from '../../platform/imap/imap-connection.ts';
import { type CommandPart, tagOf } from '../../platform/imap/read-command.ts';
import { SyntaxFault } from '../../platform/imap/syntax-fault.ts';
import { capabilities } from './capability.ts';
import { COMMANDS, UID_COMMANDS } from './commands.ts';
import type { ImapDeps } from './imap-deps.ts';
import { judgeLiteral } from './judge-literal.ts';
import { answerToError } from './refusal.ts';
import { type Command, type Session, stateOf } from './session.ts';
import { tellChanges } from './tell-changes.ts';

const BAD_COMMANDS = 20;

/** The conversation with one mail program, from the greeting to the goodbye. */
export async function serveSession(deps: ImapDeps, connection: ImapConnection): Promise<void> {
  const session: Session = {
    deps,
    connection,
    tag: '*',
    program: 'IMAP',
    caller: null,
    selected: null,
    enabled: new Set(),
    told: new Map(),
    changed: false,
    wake: () => undefined,
    over: false,
    upgrade: null,
  };
  connection.send(`* OK [CAPABILITY ${capabilities(session)}] ${deps.name} ready\r\n`);
  let bad = 0;
  while (!session.over) {
    const read = await connection.nextCommand({ judge: (asked) => judgeLiteral(session, asked) });
    if (read.kind === 'ended') break;
    const answer =
      read.kind === 'command'
        ? await answerCommand(session, read.parts)
        : { tag: read.tag, text: read.answer };
    connection.send(`${answer.tag} ${answer.text}\r\n`);
    bad = answer.text.startsWith('BAD') ? bad + 1 : 0;
    if (read.kind === 'broken') connection.send('* BYE What follows cannot be read\r\n');
    else if (bad >= BAD_COMMANDS) connection.send('* BYE Too many commands that are none\r\n');
    session.over ||= read.kind === 'broken' || bad >= BAD_COMMANDS;
    if (session.upgrade === 'tls') await connection.startTls();
    if (session.upgrade === 'compression') await connection.startCompression();
    session.upgrade = null;
  }
  await connection.flush();
}

async function answerCommand(session: Session, parts: CommandPart[]): Promise<{ tag: string; text: string }> {
  const tag = tagOf(parts[0]);
  session.tag = tag;
  let command: Command | null = null;
  let text: string;
  try {
    const parser = new CommandParser(parts);
    parser.tag();
    parser.space();
    command = findCommand(session, parser);
    text = `OK ${await runInTurn(session, command, parser)}`;
  } catch (error) {
    text = answerToError(session.deps.log, error, { mailbox: session.caller?.mailbox ?? null });
  }
  try {
    if (session.changed && !command?.looksItself)
      await tellChanges(session, {
        mayExpunge: command !== null && !command.keepsNumbers,
        asked: command?.asksForNews === true,
      });
  } catch (error) {
    // What was done is done; what changed is told with the next command.
    answerToError(session.deps.log, error, { mailbox: session.caller?.mailbox ?? null });
  }
  if (command?.saysModseq && text.startsWith('OK ') && session.selected && session.enabled.has('QRESYNC'))
    text = `OK [HIGHESTMODSEQ ${session.selected.modseq}] ${text.slice(3)}`;
  return { tag, text };
}

async function runInTurn(session: Session, command: Command, parser: CommandParser): Promise<string> {
  const { deps, caller } = session;
  const run = () => command.run(session, parser);
  if (caller === null) return run();
  if (command.takesTurns) return deps.turns.run(caller.mailbox, session, run);
  return command.isPaced ? deps.turns.pace(caller.mailbox, run) : run();
}

function findCommand(session: Session, parser: CommandParser): Command {
  const name = parser.word('a command');
  if (name === 'UID') parser.space();
  const byUid = name === 'UID' ? parser.word('a command') : null;
  const command = byUid === null ? COMMANDS.get(name) : UID_COMMANDS.get(byUid);
  if (command === undefined) throw new SyntaxFault('There is no such command');
  const state = stateOf(session);
  if (!command.states.includes(state)) throw new SyntaxFault(`Not possible while ${WORDS[state]}`);
  return command;
}

const WORDS = {
  unauthenticated: 'nobody has signed in',
  authenticated: 'somebody is signed in and no folder is open',
  selected: 'a folder is open',
};
