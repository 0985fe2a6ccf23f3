import type { ApiError } from '@bocau/contract/client.ts';
import { UNSIGNED_REPLY } from '@bocau/contract/unsigned-mail.ts';
import type { SendFailure, SendFailureReason } from './compose-model.ts';

/** Error texts of our own server when it could not do its part; not the answer of another one. */
const OWN_FAULT =
  /could not be filed|could not be made ready|a file of the mail is missing|local error|: no answer$/i;

/** Texts of mail servers and what they mean to the user; the first match wins. */
const TEXTS: readonly [RegExp, SendFailureReason][] = [
  [
    /size exceeds|exceeds (?:the )?(?:fixed |maximum )*(?:message )?size|total exceeds 40 ?MB/i,
    'size_exceeds',
  ],
  [
    /not allowed sender|sender (?:address )?(?:is )?not allowed|sender address rejected: not owned/i,
    'sender_not_allowed',
  ],
  [/relay(?:ing)? access denied|relaying denied|relay not permitted/i, 'cannot_send'],
  [
    /domain not found|unknown domain|host (?:or domain name )?not found|no such domain|domain .{0,80}does not exist|enotfound|nxdomain/i,
    'domain_not_found',
  ],
  [
    /recipient (?:address )?rejected|user unknown|unknown user|no such user|user .{0,80}not found|mailbox (?:not found|unavailable)/i,
    'receiver_not_found',
  ],
  [
    /no reply to greeting|has not answered|greeting never received|connection timed? ?out|etimedout/i,
    'server_not_responding',
  ],
  [/mailbox (?:is )?full|over ?quota|quota exceeded|inbox full|insufficient storage/i, 'inbox_full'],
  [/refused/i, 'receiver_refused'],
];

/** SD-16 to SD-18 and SD-21: interprets a server's text about a failed send. */
export function failureOfText(text: string | null | undefined): SendFailure {
  const said = (text ?? '').trim();
  if (said === '') return { reason: 'unknown', text: '', address: null };
  if (OWN_FAULT.test(said) || UNSIGNED_REPLY.test(said))
    return { reason: 'own_fault', text: said, address: addressIn(said) };
  const reason = TEXTS.find(([pattern]) => pattern.test(said))?.[1] ?? 'as_told';
  return { reason, text: said, address: addressIn(said) };
}

const CODES: Partial<Record<ApiError['code'], SendFailureReason>> = {
  no_answer: 'no_answer',
  mail_too_large: 'size_exceeds',
  too_large: 'size_exceeds',
  sender_not_allowed: 'sender_not_allowed',
  no_sender: 'no_sender',
  no_recipient: 'no_receiver',
  invalid_recipients: 'invalid_recipients',
  sending_disabled: 'sending_disabled',
  two_step_required: 'two_step_required',
  sending_limit_reached: 'limit_reached',
  body_too_long: 'body_too_long',
  time_in_past: 'time_in_past',
  no_dates: 'no_dates',
  quota_exceeded: 'own_mailbox_full',
};

/** Interprets a refused call: by its error code, otherwise by its text, otherwise `unknown`. */
export function failureOfError(error: ApiError): SendFailure {
  const reason = CODES[error.code];
  if (reason) {
    const { message: text, retryAfter } = error;
    return { reason, text, address: addressIn(text), ...(retryAfter !== null && { retryAfter }) };
  }
  const told = failureOfText(error.message);
  if (told.reason !== 'as_told') return told;
  return { ...told, reason: error.status >= 500 ? 'unknown' : 'cannot_send' };
}

function addressIn(text: string): string | null {
  return /[^\s<>"'(),;:@]{1,64}@[^\s<>"'(),;:@]{1,190}[^\s<>"'(),;:@.]/u.exec(text)?.[0] ?? null;
}
