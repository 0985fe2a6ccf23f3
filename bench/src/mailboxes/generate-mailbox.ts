import { type Prng, prng } from '@bocau/server/demo-world/prng.ts';
import { type Correspondent, makeCorrespondents } from './correspondents.ts';
import { type PlannedThread, planThreads } from './plan-threads.ts';
import { makeAttachments, writeMessage } from './write-message.ts';
import { writeBody, writeSubject } from './write-text.ts';

export type GeneratedMessage = {
  /** Maildir++ folder name without the leading dot. */
  folder: string;
  /** Maildir flags: S seen, F flagged, R replied. */
  flags: string;
  date: number;
  raw: Buffer;
};

const READ = 0.7;
const STARRED = 0.03;
const AS_HTML = 0.3;
const LONGEST_PAUSE_SECONDS = 2 * 24 * 3600;

/** The fraction of messages with an attachment, and the maximum size of one. */
export type Files = { part: number; largest: number };

const FEW: Files = { part: 0.1, largest: 60_000 };

/** Deterministic: the same seed and size generate the same mailbox, message by message. */
export function* generateMailbox(
  seed: string,
  owner: Correspondent,
  messages: number,
  files = FEW,
): Generator<GeneratedMessage> {
  const random = prng(`${seed} ${messages}`);
  const people = makeCorrespondents(seed);
  const attachments = makeAttachments(random, files.largest);
  let number = 0;
  for (const thread of planThreads(seed, messages)) {
    const partner = people.draw(random);
    const third = random.chance(0.2) ? [people.draw(random)] : [];
    const subject = writeSubject(random, thread.language);
    const ids: string[] = [];
    const pauses = Array.from({ length: thread.length - 1 }, () => random.int(60, LONGEST_PAUSE_SECONDS));
    let date = thread.endedAt - pauses.reduce((sum, pause) => sum + pause, 0);
    for (let place = 0; place < thread.length; place++) {
      const own = place % 2 === 1 && random.chance(0.8);
      number += 1;
      const messageId = `${seed}.${number}@${own ? 'bench.example' : 'partner.example'}`;
      const raw = writeMessage({
        messageId,
        references: ids.slice(-12),
        from: own ? owner : partner,
        to: own ? [partner, ...third] : [owner, ...third],
        subject: place === 0 ? subject : `Re: ${subject}`,
        date,
        paragraphs: writeBody(random, thread.language),
        html: random.chance(AS_HTML),
        attachment: random.chance(files.part) ? attachments.draw(random) : null,
      });
      yield { folder: own ? 'Sent' : thread.folder, flags: drawFlags(random, thread, place, own), date, raw };
      ids.push(messageId);
      date += pauses[place] ?? 0;
    }
  }
}

/** Messages that were replied to are read, so only the last message of a thread can be unread. */
function drawFlags(random: Prng, thread: PlannedThread, place: number, own: boolean): string {
  const answered = place < thread.length - 1;
  const starred = random.chance(STARRED);
  const seen = random.chance(READ) || answered || own;
  return `${starred ? 'F' : ''}${answered && !own ? 'R' : ''}${seen ? 'S' : ''}`;
}
