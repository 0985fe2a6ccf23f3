import { readSourceIn } from '../../mail/messages/folder-uids.store.ts';
import { createDotStuffing } from '../../platform/pop3/dot-stuffing.ts';
import { parseNumber } from '../../platform/pop3/parse-command.ts';
import { idOf, sizeOf } from './maildrop.ts';
import { Refusal } from './refusal.ts';
import { type Command, numberIn, type Session, signedInOf } from './session.ts';

export const retr: Command = {
  state: 'transaction',
  async run(session, args) {
    const number = numberIn(session, parseNumber(args));
    await sendMessage(session, number, null);
    return null;
  },
};

/** The header and so many lines of what follows it. */
export const top: Command = {
  state: 'transaction',
  async run(session, args) {
    const [which = '', count = '', more] = args.split(' ');
    const number = numberIn(session, parseNumber(which));
    const lines = parseNumber(count);
    if (lines === null || more !== undefined)
      throw new Refusal(null, 'TOP takes a message and a number of lines');
    await sendMessage(session, number, lines);
    return null;
  },
};

async function sendMessage(session: Session, number: number, bodyLines: number | null): Promise<void> {
  const { deps, connection } = session;
  const { caller, maildrop } = signedInOf(session);
  const blob = await readSourceIn(deps.db, caller.mailbox, maildrop.folderId, idOf(maildrop, number));
  if (blob === undefined) throw new Refusal(null, 'This message is no longer in the inbox');
  const stream = await deps.blobs.open(blob);
  const stuffing = createDotStuffing(bodyLines);
  let begun = false;
  let held: Buffer | null = null;
  const sendHeld = async () => {
    if (!begun)
      connection.send(bodyLines === null ? `+OK ${sizeOf(maildrop, number)} octets\r\n` : '+OK\r\n');
    begun = true;
    if (held !== null) await connection.sendBytes(stuffing.push(held));
  };
  try {
    // A piece leaves when the next one could be read: a small message whose bytes are damaged is refused in whole.
    for await (const piece of stream) {
      if (held !== null) await sendHeld();
      held = piece as Buffer;
      if (stuffing.isDone || connection.isClosed) break;
    }
    await sendHeld();
    connection.send(stuffing.end());
  } catch (error) {
    // Nothing but the rest of the message may follow.
    if (begun) connection.destroy();
    throw error;
  } finally {
    stream.destroy();
  }
}
