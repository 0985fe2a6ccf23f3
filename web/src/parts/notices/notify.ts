import { createStore } from '../../lib/store.ts';

export type Notice = {
  id: number;
  text: string;
  tone: 'plain' | 'danger';
  seconds: number;
  undo: (() => unknown) | null;
  /** Another way on than taking it back. */
  action: { label: string; run(): void } | null;
};

/** How long a notice stays; one that can be taken back stays longer. */
const SECONDS = 3;
const SECONDS_FOR_UNDO = 5;

let lastId = 0;
export const notices = createStore<Notice | null>(null);

/** Says at the bottom left what happened. A new notice takes the place of the one before. */
export function notify(what: {
  text: string;
  undo?: () => unknown;
  action?: { label: string; run(): void };
  tone?: Notice['tone'];
  seconds?: number;
}): void {
  lastId += 1;
  notices.set({
    id: lastId,
    text: what.text,
    tone: what.tone ?? 'plain',
    seconds: what.seconds ?? (what.undo ? SECONDS_FOR_UNDO : SECONDS),
    undo: what.undo ?? null,
    action: what.action ?? null,
  });
}

/** Takes a notice away, if it is still the one that is shown. */
export function dismiss(id: number): void {
  if (notices.get()?.id === id) notices.set(null);
}
