import { type Prng, prng } from '@bocau/server/demo-world/prng.ts';
import { openSessions, type SignedIn } from '@bocau/server/test-kit/open-sessions.ts';
import { makeAttachments, writeMessage } from '../mailboxes/write-message.ts';
import { writeBody, writeSubject } from '../mailboxes/write-text.ts';
import { SENDING_DOMAIN, signing } from '../program/bench-names.ts';

/** Number of distinct senders of a company's mail. */
const SENDERS = 400;
/** Length of a typical office message including its quotes. */
const CHARACTERS = 1_500;

/** Messages with text, HTML and, for three out of five, an attachment: 21 KB on average. */
export async function writeOfficeMail(seed: string, count: number): Promise<Buffer[]> {
  const random = prng(seed);
  const files = makeAttachments(random);
  const messages: Buffer[] = [];
  for (let i = 0; i < count; i++) {
    const language = i % 2 === 0 ? 'vi' : 'en';
    const paragraphs: string[] = [];
    while (paragraphs.join().length < CHARACTERS) paragraphs.push(...writeBody(random, language));
    const number = random.int(1, SENDERS);
    const raw = writeMessage({
      messageId: `${seed.replaceAll(' ', '.')}.${i}@partner.example`,
      references: [],
      from: { name: `Nguyễn Văn An ${number}`, email: `partner${number}@${SENDING_DOMAIN}` },
      to: [{ name: '', email: 'incoming@bench.example' }],
      subject: writeSubject(random, language),
      date: 1_790_000_000 + i,
      paragraphs,
      html: true,
      attachment: random.chance(0.6) ? files.draw(random) : null,
    });
    messages.push(await signing.sign(raw, new Date((1_790_000_000 + i) * 1000)));
  }
  return messages;
}

/** Upper limit on the mailboxes used; their number hardly affects what they share between two checkpoints. */
const MAILBOXES = 1_000;

/** Draws mailboxes in random order, each equally often. */
export async function drawMailboxes(
  databaseUrl: string,
  random: Prng,
): Promise<{ mailboxes: number; next(): SignedIn }> {
  const mailboxes = shuffled(await openSessions(databaseUrl), random).slice(0, MAILBOXES);
  let left: SignedIn[] = [];
  return {
    mailboxes: mailboxes.length,
    next() {
      if (left.length === 0) left = shuffled(mailboxes, random);
      return left.pop() as SignedIn;
    },
  };
}

function shuffled<T>(items: T[], random: Prng): T[] {
  return items
    .map((item) => ({ item, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
