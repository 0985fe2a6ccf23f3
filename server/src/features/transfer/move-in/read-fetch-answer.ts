/** A response as imapflow's stream splits it: its lines, and separately the literals that they announce. */
export type Answer = { payload: Buffer; literals: Buffer[] };

/** The content of a FETCH response about one message, with imapflow's names. */
export type FetchAnswer = {
  uid: number;
  size?: number;
  emailId?: string;
  flags?: Iterable<string>;
  labels?: Iterable<string>;
  internalDate?: Date | string;
  source?: Buffer;
};

const BEGINNING = /^\* \d{1,10} FETCH \(/;
/** NIL in a list means nothing, not a name. */
const NOT_NIL = String.raw`(?![Nn][Ii][Ll][ )])`;
/**
 * A backslash only at the beginning: some servers omit the space, and imapflow knows where the next flag
 * begins.
 */
const FLAG = String.raw`${NOT_NIL}\\?[A-Za-z$_][\w$.+-]*`;
const QUOTED = String.raw`"(?:[^"\\]|\\["\\])*"`;
const LABEL = String.raw`(?:${QUOTED}|${FLAG})`;
const FIELDS = [
  String.raw`UID (?<uid>[1-9]\d{0,9})`,
  String.raw`RFC822\.SIZE (?<size>\d{1,10})`,
  String.raw`X-GM-MSGID (?<googleId>\d{1,20})`,
  String.raw`EMAILID \(${NOT_NIL}(?<emailId>[\w-]{1,255})\)`,
  String.raw`INTERNALDATE "(?<date>[\w :+-]{1,40})"`,
  String.raw`FLAGS \((?<flags>(?:${FLAG}(?: ${FLAG})*)?)\)`,
  String.raw`X-GM-LABELS \((?<labels>(?:${LABEL}(?: ${LABEL})*)?)\)`,
  String.raw`BODY\[\] \{(?<bytes>\d{1,10})\}\r\n`,
];
const EACH_LABEL = new RegExp(LABEL, 'g');
const FIELD = new RegExp(String.raw`(?:${FIELDS.join('|')})(?: |\)$)`, 'y');
/**
 * A plain response has some hundred bytes. A longer one may contain a whole message in quotes, which is
 * expensive to parse twice.
 */
const LONGEST_BYTES = 4_000;

/**
 * Parses the response if it is about a message, in the form that nearly every server uses. Null for any
 * other: it needs a complete IMAP parser.
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
    const { uid, size, googleId, emailId, date, flags, labels, bytes } = field;
    if (uid !== undefined) answer.uid = Number(uid);
    else if (size !== undefined) answer.size = Number(size);
    else if (date !== undefined) answer.internalDate = date;
    else if (flags !== undefined) answer.flags = flags === '' ? [] : flags.split(' ');
    else if (labels !== undefined) answer.labels = (labels.match(EACH_LABEL) ?? []).map(unquote);
    else if (bytes !== undefined) {
      answer.source = literals[literal];
      literal += 1;
      if (answer.source?.length !== Number(bytes)) return null;
    } else answer.emailId = googleId ?? emailId;
  }
  const { uid } = answer;
  return uid === undefined || literal !== literals.length || !line.endsWith(')') ? null : { ...answer, uid };
}

function unquote(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;
}
