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
 * Several hundred malformed messages of our own making, the same in every run, each different from the others.
 * They are made one at a time, because together they are large.
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
