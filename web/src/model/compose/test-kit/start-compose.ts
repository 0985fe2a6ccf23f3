import { ApiError } from '@bocau/contract/client.ts';
import { DEFAULT_SETTINGS } from '@bocau/contract/settings.ts';
import type { NewShare, Share } from '@bocau/contract/shares.ts';
import type { Signature } from '@bocau/contract/signatures.ts';
import type { KeyValueStorage } from '../../engine/environment.ts';
import type { ManualClock } from '../../engine/test-kit/manual-clock.ts';
import { createMemoryStorage } from '../../engine/test-kit/memory-storage.ts';
import { createRandom } from '../../engine/test-kit/random.ts';
import type { Fate } from '../../mail/test-kit/fake-server.ts';

import type { ComposeEvent, ComposeModel } from '../compose-model.ts';
import {
  type ComposeApi,
  type ComposeOptions,
  type ComposeSettings,
  RETURNS_WITHIN_MS,
  type WindowLocks,
} from '../compose-options.ts';
import { createComposeModel } from '../create-compose-model.ts';
import { createFakeOutbox } from './fake-outbox.ts';

// biome-ignore lint/suspicious/noExplicitAny: the inputs of all calls, which the port's types have checked.
type Input = any;

export type FakeCompose = ReturnType<typeof createFakeCompose>;

/** A compose server behind a network that delays and loses messages, driven by a seed and the clock. */
export function createFakeCompose(clock: ManualClock, seed = 1) {
  const outbox = createFakeOutbox(clock);
  const random = createRandom(seed);
  const calls: { name: string; input: Input }[] = [];
  const fake = {
    outbox,
    calls,
    called: (name: string) => calls.filter((call) => call.name === name),
    delay: 0,
    fate: (_name: string): Fate => 'fine',
    isUp: true,
    sessionEnded: false,
    /** Replaces the server's answer, once. */
    refuseNext: new Map<string, ApiError>(),
    senders: [
      { name: 'Lan Anh', email: 'lan.anh@saomai.example', default: true, signature: null as string | null },
    ],
    signatures: [] as Signature[],
    /** Drafts that merges are made of. */
    mergedDrafts: [] as string[],
    spamAsks: false,
    spamSymbols: [] as { name: string; description: string; score: number; type: 'body' | 'subject' }[],
    way,
    apiOf,
  };

  const handlers: Record<keyof ComposeApi, (input: Input) => unknown> = {
    createDraft: ({ body }) => outbox.create(body),
    saveDraft: ({ params, body }) => outbox.save(params.id, body),
    deleteDraft({ params }) {
      outbox.remove(params.id);
      return { ok: true };
    },
    getQuote: ({ params }) => ({ html: `<p>Nguyên văn của ${params.id}</p>` }),
    getMessage: ({ params }) => outbox.read(params.id),
    getFile({ params }) {
      const file = outbox.files.get(params.id);
      if (!file) throw new ApiError(404, 'file_not_found', 'no such file');
      return file;
    },
    sendMail: ({ body }) => outbox.send(body.msg_id, body.version, body.async ? body.delay : 0),
    undoSendMail: ({ body }) => outbox.undo(body.msg_id),
    scheduleMail: ({ body }) => outbox.schedule(body.msg_id, body.version, body.timestamp),
    cancelSchedule: ({ params }) => outbox.cancel(params.id),
    sendPeriodically: ({ body }) => outbox.schedule(body.msg_id, body.version, outbox.now() + 86_400),
    cancelPeriodic: ({ params }) => outbox.cancel(params.id),
    getSpamInfo: () => ({ symbols: fake.spamSymbols, asks: fake.spamAsks }),
    checkAddresses: ({ body }) =>
      Object.fromEntries(
        body.emails.map((email: string) => [
          email,
          email === 'minh.trann@saomai.example'
            ? { status: 'missing', nearest: [{ email: 'minh.tran@saomai.example', name: 'Trần Minh' }] }
            : { status: email.endsWith('saomai.example') ? 'inside' : 'outside' },
        ]),
      ),
    completeAddresses: () => fake.senders,
    createShares: ({ body }) => [shareOf(body, fake.called('createShares').length)],
    revokeShare: ({ params }) => ({ id: params.id }),
    listSignatures: () => fake.signatures,
    listMerges: () => fake.mergedDrafts.map((draft_id) => ({ draft_id })),
  };

  function way(): Promise<void> {
    const ms = fake.delay === 0 ? 0 : random.below(fake.delay);
    return ms === 0 ? Promise.resolve() : new Promise((resolve) => void clock.after(ms, resolve));
  }

  async function call(name: keyof ComposeApi, input: Input): Promise<{ data: unknown }> {
    calls.push({ name, input: structuredClone(input) });
    const fate = fake.isUp ? fake.fate(name) : 'lost-before';
    await way();
    if (fate === 'lost-before' || !fake.isUp) throw new ApiError(0, 'no_answer', 'lost on the way');
    if (fake.sessionEnded) throw new ApiError(401, 'session_required', 'sign in');
    if (fate === 'unavailable') throw new ApiError(503, 'service_unavailable', 'busy');
    const refused = fake.refuseNext.get(name);
    fake.refuseNext.delete(name);
    if (refused) throw refused;
    const data = structuredClone(handlers[name](input));
    await way();
    if (fate === 'lost-after' || !fake.isUp) throw new ApiError(0, 'no_answer', 'lost on the way back');
    return { data };
  }

  /** Once its tab has died, a call gets no answer. */
  function apiOf(isAlive: () => boolean): ComposeApi {
    const never = new Promise<never>(() => undefined);
    return new Proxy({} as ComposeApi, {
      get: (_target, name: keyof ComposeApi) => async (input: Input) => {
        if (!isAlive()) await never;
        try {
          return await call(name, input);
        } finally {
          if (!isAlive()) await never;
        }
      },
    });
  }

  return fake;
}

/** One person's browser: its storage, and the locks that its tabs share. */
export function createFakeBrowser(storage: KeyValueStorage = createMemoryStorage()) {
  const held = new Map<string, object>();
  return {
    storage,
    /** When a page was left last, by being closed or loaded anew. */
    leftAt: Number.NEGATIVE_INFINITY,
    locksOf(tab: object): WindowLocks {
      return {
        async take(name) {
          if (held.has(name)) return null;
          held.set(name, tab);
          return () => {
            if (held.get(name) === tab) held.delete(name);
          };
        },
      };
    },
    releaseAll(tab: object) {
      for (const [name, holder] of held) if (holder === tab) held.delete(name);
    },
  };
}
export type FakeBrowser = ReturnType<typeof createFakeBrowser>;

export type ComposeTab = {
  model: ComposeModel;
  events: ComposeEvent[];
  setOnline(online: boolean): void;
  /** Whether the mailbox reaches its server, while the browser has a network. */
  setReached(reached: boolean): void;
  /** The tab dies: nothing more from it reaches the server or the storage. */
  crash(): void;
  /** The page is left as one is that is loaded anew. */
  leave(): void;
};

let lastTab = 0;

export async function startCompose(
  server: FakeCompose,
  clock: ManualClock,
  given: {
    browser?: FakeBrowser;
    settings?: Partial<ComposeSettings>;
    viewport?: number;
    enable_smtp?: 0 | 1;
    email?: string;
    online?: boolean;
    upload?: ComposeOptions['upload'];
    messagesOf?: ComposeOptions['messagesOf'];
    /** Loaded anew in the tab in which a page was left. */
    hasReturned?: boolean;
  } = {},
): Promise<ComposeTab> {
  const browser = given.browser ?? createFakeBrowser();
  const tab = { number: ++lastTab };
  let isAlive = true;
  let isOnline = given.online ?? true;
  let isReached = true;
  let lastId = 0;
  const listeners = new Set<() => void>();
  const never = new Promise<never>(() => undefined);
  const { storage } = browser;
  const model = createComposeModel({
    api: server.apiOf(() => isAlive),
    upload: given.upload ?? (async (file) => server.outbox.addFile(file)),
    clock: {
      now: clock.now,
      after: (ms, run) => clock.after(ms, () => isAlive && run()),
      every: (ms, run) => clock.every(ms, () => isAlive && run()),
    },
    storage: {
      get: (key) => (isAlive ? storage.get(key) : never),
      set: (key, value) => (isAlive ? storage.set(key, value) : never),
      remove: (key) => (isAlive ? storage.remove(key) : never),
      keys: (prefix) => (isAlive ? storage.keys(prefix) : never),
    },
    locks: browser.locksOf(tab),
    pages: {
      hasReturned: given.hasReturned ?? false,
      mayAnotherReturn: () => clock.now() - browser.leftAt < RETURNS_WITHIN_MS,
    },
    online: {
      isOnline: () => isOnline,
      isReached: () => isOnline && isReached,
      onChange(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    newId: () => `tab${tab.number}-window${++lastId}`,
    user: () => ({
      email: given.email ?? 'lan.anh@saomai.example',
      fullname: 'Lan Anh',
      enable_smtp: given.enable_smtp ?? 1,
    }),
    settings: () => ({
      ...DEFAULT_SETTINGS,
      notice_spam: false,
      max_body_size: 1_000_000,
      ...given.settings,
    }),
    messagesOf: given.messagesOf ?? (() => []),
    viewport: given.viewport ?? 1600,
  });
  function crash(): void {
    isAlive = false;
    browser.releaseAll(tab);
  }

  const events: ComposeEvent[] = [];
  model.onEvent((event) => void events.push(event));
  await model.boot();
  await clock.advance(0);
  return {
    model,
    events,
    setOnline(online) {
      isOnline = online;
      for (const listener of listeners) listener();
    },
    setReached(reached) {
      isReached = reached;
      for (const listener of listeners) listener();
    },
    crash,
    leave() {
      browser.leftAt = clock.now();
      crash();
    },
  };
}

/** The answer to sharing: one share and one link for all files, numbered in order. */
function shareOf({ ids = [], ...given }: NewShare, which: number): Share {
  return {
    id: `share-${which}`,
    state: 'pending',
    permission: given.permission,
    entries: ids.map((id) => ({ id, name: id, type: 'file' })),
    share_withs: given.share_withs.map((email) => ({ email, name: '', inside: true })),
    has_password: given.password !== undefined,
    expire_date: given.expire_date ?? null,
    link: `https://thu.example/s/abc${which}`,
    ...{ created_at: 1, opens: 0, opened_at: null, revoked_by: null, outside_closed: null },
  };
}
