/** An answer as imapflow's stream cuts it: its lines, and by themselves the literals that these announce. */
export type Answer = { payload: Buffer; literals: Buffer[] };

/** What an answer to FETCH says of one message, named as imapflow names it. */
export type FetchAnswer = {
  uid: number;
  size?: number;
  emailId?: string;
  flags?: Iterable<string>;
  internalDate?: Date | string;
  source?: Buffer;
};

const BEGINNING = /^\* \d{1,10} FETCH \(/;
const FIELD =
  /(?:UID ([1-9]\d{0,9})|RFC822\.SIZE (\d{1,10})|X-GM-MSGID (\d{1,20})|EMAILID \(([\w-]{1,255})\)|INTERNALDATE "([\w :+-]{1,40})"|FLAGS \(([ !#-'*-z|~]*)\)|BODY\[\] \{(\d{1,10})\}\r\n)( |\)$)/y;
const LONGEST_BYTES = 4_000;

/**
 * Reads the answer if it is one about a message, in the form that nearly every server gives it. Whatever else there may
 * be in one, null says that it is for somebody who knows all of IMAP.
 */
export function readFetchAnswer({ payload, literals }: Answer): FetchAnswer | null {
  if (payload.length > LONGEST_BYTES) return null;
  const line = payload.toString('latin1');
  const beginning = BEGINNING.exec(line);
  if (beginning === null) return null;
  const answer: Omit<FetchAnswer, 'uid'> & { uid?: number } = {};
  let literal = 0;
  for (FIELD.lastIndex = beginning[0].length; FIELD.lastIndex < line.length; ) {
    const field = FIELD.exec(line);
    if (field === null) return null;
    const [, uid, size, googleId, emailId, date, flags, bytes] = field;
    if (uid !== undefined) answer.uid = Number(uid);
    else if (size !== undefined) answer.size = Number(size);
    else if (date !== undefined) answer.internalDate = date;
    else if (flags !== undefined) answer.flags = flags === '' ? [] : flags.split(' ');
    else if (bytes !== undefined) {
      answer.source = literals[literal];
      literal += 1;
      if (answer.source?.length !== Number(bytes)) return null;
    } else answer.emailId = googleId ?? emailId;
  }
  const { uid } = answer;
  return uid === undefined || literal !== literals.length || !line.endsWith(')') ? null : { ...answer, uid };
}
