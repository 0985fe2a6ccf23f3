import type { ModelClock } from '../engine/environment.ts';
import { asApiError, createRetry, isUnreachable } from '../engine/retry.ts';
import type { ComposeRecipient } from './compose-model.ts';
import type { ComposeApi } from './compose-options.ts';
import type { ComposeStore } from './compose-store.ts';
import { recipientsOf } from './open-window.ts';

/** Maximum addresses in one query (RC-8). */
const ADDRESSES_PER_CALL = 5;
const FIELDS = ['to', 'cc', 'bcc'] as const;

type Known = Required<Pick<ComposeRecipient, 'status'>> & Pick<ComposeRecipient, 'nearest'>;

/** Asks the server which recipients are outside the organisation, and caches the answers. */
export function createRecipientChecks(store: ComposeStore, api: ComposeApi, clock: ModelClock) {
  const known = new Map<string, Known>();
  const asking = new Set<string>();
  const calls = new Set<Promise<void>>();
  const retry = createRetry(clock);

  function apply(): void {
    for (const { view } of store.all()) {
      for (const field of FIELDS) {
        const told = view[field].map((recipient) => withStatus(recipient, known));
        if (told.some((recipient, index) => recipient !== view[field][index])) {
          store.update(view.id, { view: { [field]: told } });
        }
      }
    }
  }

  async function ask(emails: readonly string[]): Promise<void> {
    for (const email of emails) asking.add(email);
    try {
      const { data } = await api.checkAddresses({ body: { emails: [...emails] } });
      for (const [email, { status, nearest }] of Object.entries(data)) {
        if (status !== 'invalid') known.set(email.toLowerCase(), { status, ...(nearest && { nearest }) });
      }
      retry.worked();
    } catch (error) {
      if (isUnreachable(asApiError(error))) retry.later(check);
    } finally {
      for (const email of emails) asking.delete(email);
    }
  }

  function check(): void {
    apply();
    const unknown = new Set<string>();
    for (const { view } of store.all()) {
      for (const { email, valid, status } of recipientsOf(view)) {
        const key = email.toLowerCase();
        if (valid && status === 'unknown' && !known.has(key) && !asking.has(key)) unknown.add(key);
      }
    }
    const emails = [...unknown];
    for (let at = 0; at < emails.length; at += ADDRESSES_PER_CALL) {
      const call = ask(emails.slice(at, at + ADDRESSES_PER_CALL)).then(apply);
      calls.add(call);
      void call.finally(() => calls.delete(call));
    }
  }

  return {
    check,
    /** Settles when every address was queried, whether the server could be reached or not. */
    async settle(): Promise<void> {
      check();
      await Promise.all(calls);
    },
    stop: () => retry.reset(),
  };
}

function withStatus(recipient: ComposeRecipient, known: ReadonlyMap<string, Known>): ComposeRecipient {
  const told = known.get(recipient.email.toLowerCase());
  return told === undefined || recipient.status === told.status ? recipient : { ...recipient, ...told };
}
