import { createHash } from 'node:crypto';
import { charsetMails, htmlMails, textMails, transferMails } from './hostile/hostile-bodies.ts';
import {
  addressMails,
  encodedWordMails,
  longHeaderMails,
  parameterMails,
} from './hostile/hostile-headers.ts';
import type { HostileMail } from './hostile/hostile-parts.ts';
import {
  boundaryMails,
  damagedMails,
  lineEndMails,
  nestedMails,
  truncatedMails,
} from './hostile/hostile-structure.ts';
import { tnefMails } from './hostile/hostile-tnef.ts';

/**
 * Several hundred generated malformed messages, deterministic and all different. Generated one at a time,
 * because together they are large.
 */
export function* hostileMails(): Generator<HostileMail> {
  yield* truncatedMails();
  yield* damagedMails();
  yield* lineEndMails();
  yield* boundaryMails();
  yield* nestedMails();
  yield* longHeaderMails();
  yield* addressMails();
  yield* encodedWordMails();
  yield* parameterMails();
  yield* htmlMails();
  yield* textMails();
  yield* transferMails();
  yield* charsetMails();
  yield* tnefMails();
}

/**
 * In delivered form. Many are refused just for their line ends; with these repaired they show what else is
 * wrong.
 */
export function* hostileDeliveries(): Generator<HostileMail> {
  const known = new Set<string>();
  for (const { name, raw } of hostileMails()) {
    const mended = raw.toString('latin1').replace(/\r\n|\r|\n/g, '\r\n');
    for (const form of [raw, Buffer.from(mended, 'latin1')]) {
      const hash = createHash('sha256').update(asSent(form)).digest('hex');
      if (!known.has(hash)) yield { name: form === raw ? name : `${name}, line ends mended`, raw: form };
      known.add(hash);
    }
  }
}

/** The bytes as they come out of the mail protocol: a last line is a line. */
export function asSent(raw: Buffer): Buffer {
  return raw.subarray(-2).equals(Buffer.from('\r\n')) ? raw : Buffer.concat([raw, Buffer.from('\r\n')]);
}
