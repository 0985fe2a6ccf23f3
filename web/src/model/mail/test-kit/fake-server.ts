import type { User } from '@bocau/contract/account.ts';
import type { BulkJob } from '@bocau/contract/bulk.ts';
import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import { STARRED } from '@bocau/contract/folder-roles.ts';
import type { Rule } from '@bocau/contract/rules.ts';
import type { SocketFrame } from '@bocau/contract/socket.ts';
import type { ModelClock, SocketListener } from '../../engine/environment.ts';
import { createRandom } from '../../engine/test-kit/random.ts';
import type { SocketNumbers } from '../../session/session-member.ts';
import { createFakeMailbox } from './fake-mailbox.ts';

/** What happens to a call in transit. */
export type Fate = 'fine' | 'lost-before' | 'lost-after' | 'unavailable' | 'refused';

// biome-ignore lint/suspicious/noExplicitAny: the inputs of all calls, which the typed client has checked.
type Input = any;
type Handler = (input: Input) => unknown;

const LAN_ANH: User = {
  email: 'lan.anh@saomai.example',
  addresses: ['lan.anh@saomai.example'],
  fullname: 'Lan Anh',
  enable_smtp: 1,
  enable_drive: true,
  type: 'Owner',
  owner: 'lan.anh@saomai.example',
  domains: [{ domain: 'saomai.example', active: true }],
  new_api: 'v4',
  domain_verified: true,
};

export type FakeServer = ReturnType<typeof createFakeServer>;

/** A mailbox behind a network that delays, reorders and loses messages, driven by a seed and the clock. */
export function createFakeServer(clock: ModelClock, seed = 1) {
  const mailbox = createFakeMailbox();
  const random = createRandom(seed);
  const calls: { name: string; input: Input }[] = [];
  const sockets = new Set<{ push(): void; send(frame: SocketFrame): void; drop(code: number): void }>();
  const jobs = new Map<string, BulkJob>();
  const rules = new Map<string, Rule>();
  const server = {
    mailbox,
    calls,
    /** How a search of several words matches them. */
    words: undefined as string | undefined,
    /** The text excerpt that a search shows for its hits. */
    foundText: undefined as string | undefined,
    /** The cap at which the first page of a search stops counting. */
    countsTo: Number.POSITIVE_INFINITY,
    /** It cannot sort by anything but date yet. */
    sortPending: false,
    /** Maximum one-way delay, in ms. */
    delay: 0,
    /** The failure of each call, by its name; `fine` unless set. */
    fate: (_name: string): Fate => 'fine',
    isUp: true,
    user: LAN_ANH,
    sessionEnded: false,
    /** The answer to every call, instead of the real one. */
    refusal: null as ApiError | null,
    clientOf,
    openSocket,
    jobs,
    rules,
    send(frame: SocketFrame) {
      for (const socket of sockets) socket.send(frame);
    },
    dropSockets(code = 1006) {
      for (const socket of [...sockets]) socket.drop(code);
    },
    setUp(isUp: boolean) {
      server.isUp = isUp;
      if (!isUp) server.dropSockets();
    },
  };
  clock.every(25_000, () => server.send({ event: 'ping', data: {} }));
  mailbox.watch(() => {
    for (const socket of sockets) socket.push();
  });

  const page = (
    rows: unknown[],
    counts: { total_threads: number; unread_threads: number },
    query: Input,
  ) => ({
    data: rows.slice(Number(query.offset), Number(query.offset) + Number(query.limit)),
    meta: { total: counts.total_threads, unread: counts.unread_threads, next_cursor: null },
  });
  const folderIdOf = (path: string) => {
    const folder = [...mailbox.folders.values()].find((other) => other.path === path);
    if (!folder) throw new ApiError(404, 'folder_not_found', 'no such folder');
    return folder.id;
  };
  const ok = { data: { ok: true } };

  function startJob(action: BulkJob['action']) {
    const id = `job${jobs.size + 1}`;
    jobs.set(id, {
      ...{ id, action, state: 'running', total: 10, done: 0, can_undo: false },
      ...{ created_at: 0, to_folder_id: null, blocked: 0, unblocked: 0, not_blocked: 0, changed: 0 },
    });
    return { data: { id } };
  }

  const handlers: Record<string, Handler> = {
    getUserInfo: () => ({ data: server.user }),
    getChanges: ({ query }) => ({
      data: mailbox.changes(query.since === undefined ? null : Number(query.since)),
    }),
    listFolders: () => ({ data: mailbox.folderTree(), meta: { starred: mailbox.counts(STARRED) } }),
    listLabels: () => ({ data: mailbox.labels() }),
    createLabel: ({ body }) => ({ data: mailbox.addLabel(body.name, body.color) }),
    changeLabel: ({ params, body }) => ({ data: mailbox.changeLabel(params.id, body) }),
    deleteLabel({ params }) {
      mailbox.removeLabel(params.id);
      return startJob('delete_label');
    },
    labelThreads: ({ body }) => ({ data: mailbox.labelThreads(body.ids, body.add, body.remove) }),
    labelMessages: ({ body }) => ({ data: mailbox.labelMessages(body.ids, body.add, body.remove) }),
    restoreLabels({ body }) {
      mailbox.restoreLabels(body.label_ids, body.messages);
      return ok;
    },
    createFolder: ({ body }) => ({ data: mailbox.addFolder(body.name) }),
    placeFolder: ({ body }) => ({ data: mailbox.placeFolder(body.folder_id, body.before_id ?? null) }),
    deleteFolder({ params }) {
      if (mailbox.counts(params.id).total_threads > 0)
        throw new ApiError(400, 'folder_not_empty', 'not empty');
      mailbox.removeFolder(params.id);
      return ok;
    },
    listThreads: ({ query }) => {
      const id = query.label ?? folderIdOf(query.in);
      if (query.sort !== undefined) {
        const rows = mailbox.list(id).toSorted((a, b) => b.size - a.size || (a.id < b.id ? 1 : -1));
        const answer = page(rows, mailbox.counts(id), query);
        return server.sortPending ? { ...answer, meta: { ...answer.meta, sort_pending: true } } : answer;
      }
      if (query.is_read === undefined) return page(mailbox.list(id), mailbox.counts(id), query);
      const rows = mailbox.list(id).filter((row) => String(row.isRead) === query.is_read);
      return page(rows, { total_threads: rows.length, unread_threads: 0 }, query);
    },
    listStarred: ({ query }) => page(mailbox.list(STARRED), mailbox.counts(STARRED), query),
    searchThreads({ query }) {
      const rows = mailbox.list('inbox').concat(mailbox.list('work'));
      const found = rows
        .filter((row) => row.subject.includes(query.q))
        .map((row) => ({ ...row, ...(server.foundText && { found_text: server.foundText }) }));
      const isCapped = query.count_only === undefined && found.length > server.countsTo;
      const total = isCapped ? server.countsTo : found.length;
      const { data, meta } = page(found, { total_threads: total, unread_threads: 0 }, query);
      const answer = { data, meta: { ...meta, total_is_capped: isCapped } };
      return server.words === undefined
        ? answer
        : { ...answer, meta: { ...answer.meta, words: server.words } };
    },
    getThread: ({ params, query }) => ({ data: mailbox.open(params.id, query.in) }),
    getMessage({ params }) {
      const message = mailbox.messages.get(params.id);
      if (!message) throw new ApiError(404, 'message_not_found', 'no such message');
      const shown = mailbox.open(message.threadId, undefined).messages.find(({ id }) => id === params.id);
      return { data: { ...shown, body: `Nội dung ${message.id}` } };
    },
    markThreads({ body }) {
      mailbox.mark(body.ids, body.folder_id, body.unread);
      return ok;
    },
    starThread({ params, body }) {
      mailbox.star(params.id, body.starred);
      return { data: [...mailbox.rowsOf(mailbox.resolve(params.id)).values()][0] };
    },
    moveThreads: ({ body: [group] }) => ({
      data: { moved: mailbox.move(group.thread_ids, group.from_folder_id, group.to_folder_id) },
    }),
    deleteThreads: ({ body }) => ({ data: { moved: mailbox.remove(body.ids, body.folder_id) } }),
    restoreThreads: ({ body }) => ({ data: { moved: mailbox.restore(body.ids) } }),
    pinThreads({ body }) {
      mailbox.pin(body.ids, body.folder_id, body.pinned);
      return ok;
    },
    muteThreads({ body }) {
      mailbox.mute(body.ids, body.muted);
      return ok;
    },
    snoozeThreads: ({ body }) => ({ data: { moved: mailbox.snooze(body.ids, body.folder_id, body.until) } }),
    unsnoozeThreads: ({ body }) => ({ data: { moved: mailbox.unsnooze(body.ids) } }),
    followUpThreads: ({ body }) => ({ data: mailbox.followUp(body.ids, body.at) }),
    endFollowUps: ({ body }) => ({ data: mailbox.followUp(body.ids, null) }),
    unspamThreads({ body }) {
      const moved = mailbox.move(body.ids, 'junk', 'inbox');
      const removed_rules = moved.length > 0 ? [...rules.values()] : [];
      for (const { id } of removed_rules) rules.delete(id);
      return { data: { moved, removed_rules } };
    },
    createRule({ body }) {
      const state = { position: 0, hits: 0, last_hit_at: null, problem: null };
      const rule = {
        id: `rule ${body.sieve_json}`,
        name: '',
        ...state,
        sieve_script: '',
        verify: true,
        ...body,
      };
      rules.set(rule.id, rule);
      return { data: rule };
    },
    moveMessages({ body }) {
      mailbox.moveMessages(body.message_ids, body.from_folder_id, body.to_folder_id);
      return ok;
    },
    startBulk: ({ body }) => startJob(body.action),
    runFilter: () => startJob('filter'),
    listBulk: () => ({ data: [...jobs.values()].toReversed() }),
    getBulk: ({ params }) => ({ data: jobs.get(params.id) }),
    cancelBulk: () => ok,
    undoBulk: ({ params }) => ({ data: { id: params.id } }),
  };

  function way(): Promise<void> {
    const ms = server.delay === 0 ? 0 : random.below(server.delay);
    return ms === 0 ? Promise.resolve() : new Promise((resolve) => clock.after(ms, () => resolve()));
  }

  async function call(name: string, input: Input): Promise<unknown> {
    calls.push({ name, input: structuredClone(input) });
    const fate = server.isUp ? server.fate(name) : 'lost-before';
    await way();
    if (fate === 'lost-before' || !server.isUp) throw new ApiError(0, 'no_answer', 'lost on the way');
    if (server.sessionEnded) throw new ApiError(401, 'session_required', 'sign in');
    if (server.refusal) throw server.refusal;
    if (fate === 'unavailable') throw new ApiError(503, 'service_unavailable', 'busy');
    if (fate === 'refused') throw new ApiError(404, 'folder_not_found', 'refused');
    const handler = handlers[name];
    if (!handler) throw new Error(`${name} is not known here`);
    const answer = structuredClone(handler(input));
    await way();
    if (fate === 'lost-after' || !server.isUp) throw new ApiError(0, 'no_answer', 'lost on the way back');
    return answer;
  }

  function clientOf(): ApiClient {
    return new Proxy({} as ApiClient, {
      get: (_target, name: string) => (input: Input, signal?: AbortSignal) => {
        const answer = call(name, input);
        if (!signal) return answer;
        return Promise.race([
          answer,
          new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason as Error)),
          ),
        ]);
      },
    });
  }

  function openSocket({ numbers }: { numbers: SocketNumbers }, listener: SocketListener<SocketFrame>) {
    let sent = numbers['since'] ?? mailbox.seq();
    let arrives = 0;
    let open = true;
    /** Frames are delayed, but stay in order. */
    const later = (run: () => void) => {
      arrives = Math.max(arrives, clock.now() + (server.delay === 0 ? 0 : random.below(server.delay)));
      clock.after(arrives - clock.now(), () => {
        if (open) run();
      });
    };
    const send = (frame: SocketFrame) => {
      const copy = structuredClone(frame);
      later(() => listener.frame(copy));
    };
    const socket = {
      send,
      push() {
        try {
          const changes = mailbox.changes(sent);
          if (changes.seq > sent) send({ event: 'changes', data: changes });
        } catch {
          send({ event: 'refetch', data: { seq: mailbox.seq() } });
        }
        sent = mailbox.seq();
      },
      drop(code: number) {
        sockets.delete(socket);
        later(() => {
          open = false;
          listener.closed(code);
        });
      },
    };
    if (!server.isUp) later(() => listener.closed(1006));
    else if (server.sessionEnded) later(() => listener.closed(4401));
    else {
      sockets.add(socket);
      send({ event: 'hello', data: { seq: mailbox.seq() } });
      socket.push();
    }
    return {
      close() {
        open = false;
        sockets.delete(socket);
      },
    };
  }

  return server;
}
