import { oneLine } from '../one-line.ts';
import type { MailLog, MailRefusal } from './mail-types.ts';

const MOST_RECIPIENTS = 5;
const LONGEST_NAME = 255;

/**
 * Logs each refusing reply. Temporary refusals, for a fault or for lack of capacity, deserve more attention.
 */
export function refusalLogger(
  log: Pick<MailLog, 'info' | 'warn'>,
  protocol: string,
): (refusal: MailRefusal) => void {
  return ({ session, client, helo, mailbox, from, to, code, reply }) => {
    const [status = ''] = /^[245]\.\d{1,3}\.\d{1,3}(?= )/.exec(reply) ?? [];
    const fields = {
      event: 'mail_refused' as const,
      protocol,
      session,
      client,
      helo: oneLine(helo, LONGEST_NAME),
      ...(mailbox === null ? {} : { mailbox }),
      from: oneLine(from, LONGEST_NAME),
      to: to.slice(-MOST_RECIPIENTS).map((address) => oneLine(address, LONGEST_NAME)),
      code,
      reason: status || String(code),
      reply: oneLine(reply, LONGEST_NAME),
    };
    if (code >= 500 || code === 421) log.info(fields, 'mail refused');
    else log.warn(fields, 'mail deferred');
  };
}
