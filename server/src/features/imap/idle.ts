import { SyntaxFault } from '../../platform/imap/syntax-fault.ts';
import { answerToError } from './refusal.ts';
import { type Command, mailboxOf, type Session, SIGNED_IN } from './session.ts';
import { tellChanges } from './tell-changes.ts';

const DONE_BYTES = 100;

/** RFC 2177: what changes is told as it happens, until the client says DONE. */
export const idle: Command = {
  states: SIGNED_IN,
  async run(session, parser) {
    parser.end();
    const { connection, selected } = session;
    connection.send('+ idling\r\n');
    // Thunderbird passes over what is told beside a FETCH, and would show it with the next news: at this it looks anew.
    if (selected?.toldUnasked) connection.send(`* ${selected.uids.length} EXISTS\r\n`);
    if (selected) selected.toldUnasked = false;
    let done = false;
    const line = connection.nextLine(DONE_BYTES).finally(() => {
      done = true;
      session.wake();
    });
    while (!done) {
      const woken = new Promise<void>((resolve) => {
        session.wake = resolve;
      });
      if (session.changed) await tellNow(session);
      // Something may have come while that was told.
      if (!session.changed && !done) await woken;
    }
    session.wake = () => undefined;
    const said = await line;
    if (said === null) {
      session.over = true;
      return 'Idled';
    }
    if (said === 'too_long' || said.toString('latin1').toUpperCase() !== 'DONE')
      throw new SyntaxFault('IDLE ends with DONE');
    return 'Idled';
  },
};

async function tellNow(session: Session): Promise<void> {
  try {
    await tellChanges(session, { mayExpunge: true, asked: true });
    await session.connection.flush();
  } catch (error) {
    // The client comes back, and looks at everything anew.
    answerToError(session.deps.log, error, { mailbox: mailboxOf(session) });
    session.changed = false;
    session.connection.retire('[UNAVAILABLE] The server is busy, connect again');
  }
}
