import { UNSIGNED_REPLY } from '@bocau/contract/unsigned-mail.ts';
import type { Say } from '../../../i18n/say.ts';
import type { adminMail } from '../../../i18n/vi/admin-mail.ts';

type Own = keyof typeof adminMail.own;

/**
 * Replies of this server, and failures it finds before another server replies; by their beginnings, of which
 * the first match counts.
 */
const OWN: readonly (readonly [Own, RegExp])[] = [
  ['mailboxFull', /^mailbox full/i],
  ['noRoom', /^Out of storage/],
  ['localError', /^Local error/],
  ['tooManyPasswords', /^Too many wrong passwords/],
  ['tooMany', /^Too many (recipients|connections|messages|errors)/],
  ['tooSlow', /^Timeout, closing connection/],
  ['restarting', /^Server is restarting/],
  ['noMailbox', /^(No such mailbox here|user unknown$|There is no mailbox )/],
  ['disabled', /^Mailbox does not take mail/],
  ['noRelaying', /^We do not relay/],
  ['loop', /^Mail loop detected/],
  ['tooLarge', /^Message exceeds the size limit/],
  ['malformed', /^(Message has a bare CR|Lines end in CR LF|Line too long|The message needs a well-formed)/],
  ['badAddress', /^(Address needs SMTPUTF8|Bad address syntax)/],
  ['protocol', /^(Parameter not recognised|Nothing may follow DATA|BDAT is not offered)/],
  ['encrypt', /^Encryption is needed/],
  ['notSender', /^Not allowed sender/],
  ['notStored', /^The mail could not be filed/],
  ['unsigned', UNSIGNED_REPLY],
  ['silent', /has not answered, and is left alone/],
  ['unheard', /^The program stop/],
  ['noAddress', /^domain not found: its mail server has no public address/],
  ['noDomain', /^domain not found/],
  ['takesNoMail', /^domain does not accept mail/],
  ['dns', /^(DNS does not answer|queryMx |getaddrinfo )/],
  ['insecure', /certificate|\bTLS\b|\bSSL\b|STARTTLS/],
  ['closed', /^Connection closed|ECONNRESET|EPIPE/],
  [
    'unreachable',
    /^(Connection timeout|Greeting never received|Timeout)|ECONNREFUSED|E(HOST|NET)UNREACH|ETIMEDOUT/,
  ],
  ['noUtf8', /^The mail server takes no address with messages beyond ASCII/],
  ['sizeLimit', /^Message size exceeds the limit$/],
  ['senderSuspended', /^The sender is suspended$/],
  ['senderDeleted', /^The sender was deleted$/],
];

/** Why a sender is held automatically, shown in place of a server's reply. */
const BRAKES = {
  hour: /^Held automatically .* within an hour/,
  refused: /^Held automatically .* refused/,
  day: /^Held automatically .* within a day/,
};

/** Who holds a sender or a destination as a whole, and why. */
const HOLDS = {
  sender: /^The sender is held by (.+)$/s,
  destination: /^The destination is held by (.+)$/s,
};

const CODES = /^(?:\d{3}[ -])?(?:\d\.\d{1,3}\.\d{1,3} )?/;

/**
 * Why a message was not delivered, or that it was: the words of this server in the user's language, those of
 * another server unchanged and marked as a quotation.
 */
export function replyWords(t: Say, code: number | null, said: string, isOurs = false): string {
  const brake = brakeOf(said);
  if (brake) return t(`adminMail.brakes.${brake}`);
  for (const whole of ['sender', 'destination'] as const) {
    const by = HOLDS[whole].exec(said)?.[1];
    if (by) return t(`adminMail.holds.${whole}`, { by });
  }
  const text = said.replace(CODES, '');
  // A reply of another server begins with its code; one without a code is ours.
  const own = isOurs || !/^\d{3}/.test(said) ? OWN.find(([, pattern]) => pattern.test(text))?.[0] : undefined;
  if (own) return code === null ? t(`adminMail.own.${own}`) : `${t(`adminMail.own.${own}`)} (${code})`;
  const whole = code === null || said.startsWith(String(code)) ? said : `${code} ${said}`;
  if (isOurs) return whole;
  return t(code === null ? 'adminMail.reported' : 'adminMail.quoted', { text: whole });
}

function brakeOf(said: string): keyof typeof BRAKES | undefined {
  return (Object.keys(BRAKES) as (keyof typeof BRAKES)[]).find((each) => BRAKES[each].test(said));
}

/** The destination of recipients: their domain, or the relay that takes all mail. */
export function destinationWords(t: Say, destination: string): string {
  return destination === 'relay' ? t('adminMail.relay') : destination;
}
