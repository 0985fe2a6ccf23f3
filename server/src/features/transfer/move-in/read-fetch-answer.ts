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
/** NIL in a list is nothing, and not a name. */
const NOT_NIL = String.raw`(?![Nn][Ii][Ll][ )])`;
/** A backslash is at its beginning only: some servers leave out the blank, and imapflow knows where the next one begins. */
const FLAG = String.raw`${NOT_NIL}\\?[A-Za-z$_][\w$.+-]*`;
const FIELDS = [
  String.raw`UID (?<uid>[1-9]\d{0,9})`,
  String.raw`RFC822\.SIZE (?<size>\d{1,10})`,
  String.raw`X-GM-MSGID (?<googleId>\d{1,20})`,
  String.raw`EMAILID \(${NOT_NIL}(?<emailId>[\w-]{1,255})\)`,
  String.raw`INTERNALDATE "(?<date>[\w :+-]{1,40})"`,
  String.raw`FLAGS \((?<flags>(?:${FLAG}(?: ${FLAG})*)?)\)`,
  String.raw`BODY\[\] \{(?<bytes>\d{1,10})\}\r\n`,
];
const FIELD = new RegExp(String.raw`(?:${FIELDS.join('|')})(?: |\)$)`, 'y');
/** A plain answer has some hundred bytes. A longer one may have a whole message in quotes: to read it twice is dear. */
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
    const field = FIELD.exec(line)?.groups;
    if (field === undefined) return null;
    const { uid, size, googleId, emailId, date, flags, bytes } = field;
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
