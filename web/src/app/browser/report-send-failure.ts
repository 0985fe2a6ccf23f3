import type { ApiClient } from '@bocau/contract/client.ts';
import type { SendFailure } from '../../model/compose/compose-model.ts';

/** Only the codes: the rest of a server's text may name people, or quote the message. */
const SMTP_CODES = /\b[245]\d\d\b(?:[ -][245]\.\d{1,3}\.\d{1,3}\b)?/;

/** SD-19: reports a failed send to the server's log, with only its meaning and its SMTP codes. */
export function reportSendFailure(api: ApiClient, { reason, text }: SendFailure): void {
  const [codes] = SMTP_CODES.exec(text) ?? [];
  const message = ['send_mail_failed', reason, ...(codes === undefined ? [] : [codes])].join(' ');
  api
    .reportClientError({ body: { kind: 'error', message, where: 'compose' } })
    // A user cannot help if the report fails.
    .catch(() => undefined);
}
