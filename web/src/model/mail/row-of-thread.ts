import type { Thread, ThreadWithMessages } from '@bocau/contract/threads.ts';

/** An open conversation as a list shows it. */
export function rowOfThread({
  messages: _messages,
  snippets: _snippets,
  ...row
}: ThreadWithMessages): Thread {
  return row;
}
