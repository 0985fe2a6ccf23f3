import type { ApiClient } from '@bocau/contract/client.ts';
import type { SendFailure } from '../../model/compose/compose-model.ts';

/** What other servers say beside it may name people, or quote the message. */
const SMTP_CODES = /\b[245]\d\d\b(?:[ -][245]\.\d{1,3}\.\d{1,3}\b)?/;

/** SD-19: told to the server's log with what it means and its codes alone. */
export function reportSendFailure(api: ApiClient, { reason, text }: SendFailure): void {
  const [codes] = SMTP_CODES.exec(text) ?? [];
  const message = ['send_mail_failed', reason, ...(codes === undefined ? [] : [codes])].join(' ');
  api
    .reportClientError({ body: { kind: 'error', message, where: 'compose' } })
    // A report that is not taken is nothing that a person could help with.
    .catch(() => undefined);
}
