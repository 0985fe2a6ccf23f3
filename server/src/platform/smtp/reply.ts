/** A mail server's reply to a command or a message: `452 4.2.2 Mailbox full`. */
export type Reply = {
  outcome: 'accepted' | 'temporary' | 'permanent';
  code: number;
  /** The enhanced status code of RFC 3463. */
  status: string;
  text: string;
};

export function accepted(text = 'Message accepted', status = '2.6.0'): Reply {
  return { outcome: 'accepted', code: 250, status, text };
}

/** Temporary: the sender keeps the message and retries. */
export function temporaryFailure(code: number, status: string, text: string): Reply {
  return { outcome: 'temporary', code, status, text };
}

/** Permanent: the sender gives up and bounces the message (DSN). */
export function permanentFailure(code: number, status: string, text: string): Reply {
  return { outcome: 'permanent', code, status, text };
}

/** The replies that every mail server needs. */
export const replies = {
  mailboxFull: temporaryFailure(452, '4.2.2', 'Mailbox full'),
  mailboxSuspended: temporaryFailure(450, '4.2.1', 'Mailbox does not take mail for now, try again later'),
  noRoom: temporaryFailure(452, '4.3.1', 'Out of storage, try again later'),
  localError: temporaryFailure(451, '4.3.0', 'Local error, try again later'),
  tooManyRecipients: temporaryFailure(452, '4.5.3', 'Too many recipients, send the rest separately'),
  tooManyConnections: temporaryFailure(421, '4.7.0', 'Too many connections, try again later'),
  tooManyMessages: temporaryFailure(421, '4.7.0', 'Too many messages on one connection, connect again'),
  tooManyErrors: temporaryFailure(421, '4.7.0', 'Too many errors'),
  tooSlow: temporaryFailure(421, '4.4.2', 'Timeout, closing connection'),
  shuttingDown: temporaryFailure(421, '4.3.2', 'Server is restarting, try again later'),
  noSuchMailbox: permanentFailure(550, '5.1.1', 'No such mailbox here'),
  notAWriter: permanentFailure(550, '5.7.2', 'This group takes no mail from this sender'),
  notToGroups: permanentFailure(550, '5.7.2', 'Reports are no mail to a group'),
  tooMuchHeld: temporaryFailure(452, '4.2.2', 'Too much mail waits for the keepers of this group'),
  notAMember: permanentFailure(550, '5.7.2', 'This address is no member that leaves by mail'),
  noRelaying: permanentFailure(550, '5.7.1', 'We do not relay'),
  loopDetected: permanentFailure(554, '5.4.6', 'Mail loop detected'),
  tooBig: permanentFailure(552, '5.3.4', 'Message exceeds the size limit'),
  bareLineEnding: permanentFailure(550, '5.6.11', 'Message has a bare CR or LF'),
  needsSmtpUtf8: permanentFailure(553, '5.6.7', 'Address needs SMTPUTF8'),
  badAddress: permanentFailure(501, '5.1.3', 'Bad address syntax'),
  unknownParameter: permanentFailure(555, '5.5.4', 'Parameter not recognised'),
  badLine: permanentFailure(500, '5.5.2', 'Lines end in CR LF and hold no control characters'),
  lineTooLong: permanentFailure(500, '5.5.2', 'Line too long'),
  tooEarly: permanentFailure(503, '5.5.1', 'Nothing may follow DATA before its reply'),
  encryptFirst: permanentFailure(538, '5.7.11', 'Encryption is needed before a password is shown: STARTTLS'),
  noChunking: permanentFailure(502, '5.5.1', 'BDAT is not offered here'),
} satisfies Record<string, Reply>;

const UNKNOWN_ADDRESS = [replies.noSuchMailbox.status, replies.noRelaying.status];

/**
 * Whether the reply says that the address does not exist; not for a mailbox that is full, suspended or
 * closed.
 */
export function isUnknownAddress({ status }: Reply): boolean {
  return UNKNOWN_ADDRESS.includes(status);
}

/**
 * One reply for a message with several recipients, where the protocol allows only one. A temporary failure of
 * one recipient makes the sender transmit the message again for all of them, so the delivery must detect
 * duplicates. A permanent failure of one recipient refuses the message for all: a bounce that reports too
 * much is better than a silent loss.
 */
export function foldReplies(perRecipient: readonly Reply[]): Reply {
  return (
    perRecipient.find((reply) => reply.outcome === 'temporary') ??
    perRecipient.find((reply) => reply.outcome === 'permanent') ??
    perRecipient[0] ??
    replies.localError
  );
}
