import type { ApiClient } from '@bocau/contract/client.ts';
import type { Rule } from '@bocau/contract/rules.ts';
import type { Thread } from '@bocau/contract/threads.ts';

/** The senders of these threads, except the user and those already blocked; each once, as written. */
export function sendersToBlock(
  threads: readonly Thread[],
  rules: readonly Rule[],
  own: ReadonlySet<string>,
): string[] {
  const blocked = new Set(
    rules.filter((rule) => rule.is_enable).flatMap((rule) => blockedSender(rule) ?? []),
  );
  const senders = new Map<string, string>();
  for (const { from } of threads) {
    const address = from.email.toLowerCase();
    if (address !== '' && !own.has(address) && !blocked.has(address)) senders.set(address, from.email);
  }
  return [...senders.values()];
}

/** Creates one rule per sender; resolves to a function that removes them again. */
export async function blockSenders(api: ApiClient, senders: readonly string[]): Promise<() => Promise<void>> {
  const made: string[] = [];
  for (const from of senders) {
    const sieve_json = JSON.stringify({ type: 'auto_mark_spam', from });
    made.push((await api.createRule({ body: { is_enable: true, sieve_json } })).data.id);
  }
  return async () => {
    for (const id of made) await api.deleteRule({ params: { id } });
  };
}

/** The address that a rule blocks, in lower case; null for any other rule. */
export function blockedSender({ sieve_json }: Rule): string | null {
  const definition = JSON.parse(sieve_json) as { type?: unknown; from?: unknown };
  if (definition.type !== 'auto_mark_spam' || typeof definition.from !== 'string') return null;
  return definition.from.toLowerCase();
}
