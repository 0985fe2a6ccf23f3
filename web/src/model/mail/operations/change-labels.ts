import type { Message } from '@bocau/contract/messages.ts';
import type { ThreadWithMessages } from '@bocau/contract/threads.ts';

type Labelled = { label_ids?: string[] | undefined };
type Ids = readonly string[];

/** A label that is added and removed is removed. */
export function withLabels<T extends Labelled>(thing: T, add: Ids, remove: Ids): T {
  const before = thing.label_ids ?? [];
  const label_ids = [...new Set([...before, ...add])].filter((id) => !remove.includes(id));
  const isSame = label_ids.length === before.length && label_ids.every((id) => before.includes(id));
  return isSame ? thing : { ...thing, label_ids };
}

/** The conversation with other labels on its messages, and so on itself; null leaves a message as it is. */
export function labelMessagesOf(
  detail: ThreadWithMessages,
  changeOf: (message: Message) => readonly [add: Ids, remove: Ids] | null,
): ThreadWithMessages {
  const messages = detail.messages.map((message) => {
    const change = changeOf(message);
    return change ? withLabels(message, ...change) : message;
  });
  const label_ids = [...new Set(messages.flatMap((message) => message.label_ids ?? []))];
  return { ...detail, messages, label_ids };
}
