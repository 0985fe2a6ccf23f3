import type { ChangeSet } from '@bocau/contract/changes.ts';
import type { Message } from '@bocau/contract/messages.ts';
import type { Thread, ThreadWithMessages } from '@bocau/contract/threads.ts';
import type { Held } from '../engine/held-loader.ts';
import { sameValue } from '../engine/same-value.ts';

/** An opened thread as seen from one folder. */
export type OpenThread = Held & {
  readonly id: string;
  /** The folder it is viewed in. */
  readonly path: string | null;
  detail: ThreadWithMessages | null;
};

export type ThreadCache = {
  get(id: string, path: string | null): OpenThread | null;
  open(id: string, path: string | null): OpenThread;
  all(): Iterable<OpenThread>;
  /** A thread that was merged into another one goes by that one's id. */
  resolve(id: string): string;
  apply(thread: OpenThread, detail: ThreadWithMessages): void;
  applyMessage(message: Message): void;
  applyChanges(changes: ChangeSet): void;
  message(id: string): Message | null;
  forget(): void;
};

const CACHED_THREADS = 50;

export function createThreadCache(): ThreadCache {
  const threads = new Map<string, OpenThread>();
  const merged = new Map<string, string>();

  function resolve(id: string): string {
    const into = merged.get(id);
    return into === undefined ? id : resolve(into);
  }

  function keyOf(id: string, path: string | null): string {
    return `${resolve(id)} ${path ?? ''}`;
  }

  function trim(): void {
    for (const [key, thread] of threads) {
      if (threads.size <= CACHED_THREADS) return;
      if (thread.holds === 0) threads.delete(key);
    }
  }

  function follow(from: string, into: string): void {
    merged.set(from, into);
    for (const [key, thread] of threads) {
      if (thread.id !== from) continue;
      threads.delete(key);
      const there = threads.get(keyOf(into, thread.path));
      if (there) there.holds += thread.holds;
      else {
        const next = { ...thread, id: resolve(into), stale: true };
        threads.set(keyOf(into, thread.path), next);
      }
    }
  }

  return {
    get: (id, path) => threads.get(keyOf(id, path)) ?? null,
    open(id, path) {
      const key = keyOf(id, path);
      const thread = threads.get(key) ?? {
        id: resolve(id),
        path,
        detail: null,
        loading: false,
        error: null,
        stale: false,
        holds: 0,
      };
      threads.delete(key);
      threads.set(key, thread);
      trim();
      return thread;
    },
    all: () => threads.values(),
    resolve,
    apply(thread, detail) {
      const bodies = new Map(thread.detail?.messages.map((message) => [message.id, message]));
      thread.detail = {
        ...detail,
        messages: detail.messages.map((message) => keepBody(message, bodies.get(message.id))),
      };
      thread.stale = false;
      thread.error = null;
      if (detail.id !== thread.id && resolve(thread.id) !== detail.id) follow(thread.id, detail.id);
    },
    applyMessage(message) {
      for (const thread of threads.values()) {
        const { detail } = thread;
        if (!detail?.messages.some(({ id }) => id === message.id)) continue;
        const messages = detail.messages.map((other) => (other.id === message.id ? message : other));
        thread.detail = { ...detail, messages };
      }
    },
    applyChanges(changes) {
      for (const { id, into } of changes.merged) follow(id, into);
      for (const { id, rows } of changes.threads) {
        for (const thread of threads.values()) {
          if (thread.id !== id || !thread.detail) continue;
          const row = rows.find(({ list }) => list === thread.detail?.folder_id)?.thread;
          // Rows don't tell which of the messages carry a label.
          const isLabelled = Boolean(row?.label_ids ?? thread.detail.label_ids);
          if (!row || isLabelled || !shows(thread.detail, row)) thread.stale = true;
        }
      }
    },
    message(id) {
      for (const thread of threads.values()) {
        const found = thread.detail?.messages.find((message) => message.id === id);
        if (found && found.body !== null) return found;
      }
      return null;
    },
    forget() {
      for (const [key, thread] of threads) {
        if (thread.holds === 0) threads.delete(key);
        else thread.stale = true;
      }
    },
  };
}

/** The body of a sent or received message never changes; that of a draft does. */
function keepBody(message: Message, known: Message | undefined): Message {
  if (message.body !== null || message.is_draft || !known || known.body === null) return message;
  const { body, body_type, body_clipped } = known;
  return { ...message, body, body_type, body_clipped };
}

/** Whether an opened thread already shows everything that its row shows now. */
function shows(detail: ThreadWithMessages, row: Thread): boolean {
  return Object.entries(row).every(([name, value]) => sameValue(detail[name as keyof Thread], value));
}
