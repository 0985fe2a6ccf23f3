import type { Clock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { handle, type TaskHandler } from '../../platform/jobs/task.ts';
import type { Logger } from '../../platform/logger.ts';
import type { PhoneGateway, PhoneMessage } from '../../platform/phone/phone-gateway.ts';
import type { Db } from '../../tables.ts';
import type { PersonNotices } from '../person-notices.ts';
import { type PhoneCodeJob, phoneCodeTask } from './phone-code-task.ts';
import { readPhoneCode, writeCodeState } from './phone-codes.store.ts';
import { CALL_WORDS, SMS_WORDS } from './phone-words.ts';
import { openPhoneCode, type PhoneCodeDeps } from './send-phone-code.ts';

type Deps = PhoneCodeDeps & { db: Db; log: Logger; personNotices: Pick<PersonNotices, 'readChoices'> };

const GATEWAY_MS = 10_000;

export function phoneHandlers(deps: Deps): TaskHandler[] {
  return [handle(phoneCodeTask, (job, { signal }) => transmitCode(deps, job, signal))];
}

/** Does nothing when another code has replaced it. */
async function transmitCode(
  deps: Deps,
  { mailboxId, purpose, id }: PhoneCodeJob,
  stopped: AbortSignal,
): Promise<void> {
  const { db, clock, log, metrics, personNotices, phoneGateway } = deps;
  const row = await readPhoneCode(db, mailboxId, purpose);
  const opened = openPhoneCode(deps, mailboxId, row);
  if (!row || row.id !== id || row.state !== 'queued' || !opened || !phoneGateway) return;
  const { language } = await personNotices.readChoices(db, mailboxId);
  const { method } = row;
  const text = (method === 'sms' ? SMS_WORDS : CALL_WORDS)[language](opened.code);
  const outcome = await transmit({ clock, phoneGateway }, { mailboxId, method, text, ...opened }, stopped);
  metrics.phoneCodes.inc({ method, outcome });
  const line = { mailbox: mailboxId, code: id, method };
  if (outcome === 'sent') log.info(line, 'phone code sent');
  else log.warn(line, `phone code ${outcome} by gateway`);
  const state = outcome === 'sent' ? 'sent' : 'failed';
  await inTransaction(db, (tx) => writeCodeState(tx, mailboxId, { purpose, id, state }));
}

/** The error is not logged: it may contain the URL, with number and code in it. */
async function transmit(
  { clock, phoneGateway }: { clock: Clock; phoneGateway: PhoneGateway },
  message: PhoneMessage,
  stopped: AbortSignal,
): Promise<'sent' | 'refused' | 'failed'> {
  const late = new AbortController();
  const limit = clock.after(GATEWAY_MS, () => late.abort(new Error('the gateway took too long')));
  try {
    return await phoneGateway.send(message, AbortSignal.any([late.signal, stopped]));
  } catch {
    return 'failed';
  } finally {
    limit.stop();
  }
}
