import type { User } from '@bocau/contract/account.ts';
import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import { SOCKET_CLOSES, type SocketFrame } from '@bocau/contract/socket.ts';
import { createConnection } from '../engine/connection.ts';
import type { ModelClock, Online, SocketLike, SocketListener } from '../engine/environment.ts';
import { createNotifier } from '../engine/notifier.ts';
import { ignoreFailure } from '../engine/offline-cache.ts';
import { asApiError, isUnreachable } from '../engine/retry.ts';
import { sameValue } from '../engine/same-value.ts';
import type { SessionMember, SocketNumbers } from './session-member.ts';
import type { SessionEvent, SessionModel } from './session-model.ts';
import { watchApi } from './watch-api.ts';

export type SessionOptions = {
  api: ApiClient;
  openSocket(
    query: { room: string; numbers: SocketNumbers },
    listener: SocketListener<SocketFrame>,
  ): SocketLike;
  clock: ModelClock;
  online: Online;
  /**
   * The person whose data may be shown from the cache before the server has said who is signed in; null for
   * no one.
   */
  person: string | null;
};

/** Puts the parts together; see SessionModel for what they do. */
export function createSessionModel({ openSocket, person, ...options }: SessionOptions): SessionModel {
  const notifier = createNotifier<SessionEvent>();
  const members = new Map<SessionMember, 'waiting' | 'started' | 'refused'>();
  let user: User | null = null;
  let isStarted = false;
  let loading: Promise<void> | null = null;
  let ended = false;

  const forbidden = (error: ApiError) => notifier.emit({ kind: 'forbidden', error });
  const api = watchApi(options.api, { sessionEnded: end, forbidden });
  const connection = createConnection<SocketFrame>({
    ...options,
    open(listener) {
      if (!user || !isStarted) return null;
      const numbers = Object.assign({}, ...started().map((member) => member.numbers?.()));
      return openSocket({ room: user.email, numbers }, listener);
    },
    prepare: () => void load(),
    frame({ event, data }) {
      for (const { frames } of started()) frames?.[event]?.(data as never);
    },
    connected() {
      for (const member of all()) {
        if (members.get(member) === 'waiting') startLate(member);
      }
      for (const member of started()) member.connected?.();
    },
    refused(code) {
      if (code === SOCKET_CLOSES.session_required) end();
      else forbidden(new ApiError(403, 'forbidden', 'The socket was refused'));
    },
    changed() {
      notifier.batch(() => undefined);
      if (connection.state().state === 'lost') for (const member of started()) member.disconnected?.();
    },
  });

  function set(next: User): void {
    if (!ended && !sameValue(user, next)) notifier.batch(() => (user = next));
  }

  const all = () => [...members.keys()];
  /** Members whose part of the start is done, or who have none. */
  const started = () => all().filter((member) => members.get(member) === 'started');

  /** A refusal concerns only its member; an unreachable server concerns all of them. */
  async function startOne(member: SessionMember, who: Promise<User>): Promise<void> {
    if (!member.start) return;
    const mark = (state: 'waiting' | 'started' | 'refused') => {
      if (members.has(member)) members.set(member, state);
    };
    try {
      const begin = await member.start();
      const person = await who;
      if (ended) return;
      mark('started');
      await begin(person);
    } catch (thrown) {
      const isLost = isUnreachable(asApiError(thrown));
      mark(isLost ? 'waiting' : 'refused');
      if (isLost) throw thrown;
      // If the session has ended (someone else signed in), what waited for the start must not begin.
      if (!ended) member.refused?.();
    }
  }

  /** Starts a member that joined later; when the server is out of reach, the next connection retries it. */
  function startLate(member: SessionMember): void {
    if (user) ignoreFailure(startOne(member, Promise.resolve(user)));
  }

  function load(): Promise<void> {
    loading ??= start().finally(() => {
      loading = null;
    });
    return loading;
  }

  async function start(): Promise<void> {
    const who = readUser();
    const parts = await Promise.allSettled([who, ...all().map((member) => startOne(member, who))]);
    if (ended) return;
    const failed = parts.find((each) => each.status === 'rejected');
    if (!failed) {
      isStarted = true;
      connection.start();
    } else if (isUnreachable(asApiError(failed.reason))) {
      await Promise.all(all().map((member) => member.outOfReach?.(person)));
      connection.fail();
    }
  }

  async function readUser(): Promise<User> {
    const { data } = await api.getUserInfo({});
    set(data);
    return data;
  }

  async function showLastSeen(): Promise<boolean> {
    if (person === null) return false;
    const shown = await Promise.all(all().map((member) => member.lastSeen?.(person)));
    return shown.includes(true);
  }

  function stop(): void {
    ended = true;
    for (const member of all()) member.ended?.();
    connection.close();
  }

  function end(): void {
    if (ended) return;
    stop();
    notifier.emit({ kind: 'session-ended' });
  }

  function join(member: SessionMember): () => void {
    members.set(member, member.start ? 'waiting' : 'started');
    if (member.start && isStarted) startLate(member);
    return () => void members.delete(member);
  }

  join({
    frames: {
      enable_smtp(sending) {
        if (user) set({ ...user, ...sending });
        notifier.emit({ kind: 'enable-smtp-changed' });
      },
      new_sign_in: (signIn) => notifier.emit({ kind: 'new-sign-in', signIn }),
    },
  });

  return {
    api,
    subscribe: notifier.subscribe,
    onEvent: notifier.onEvent,
    join,
    boot() {
      const loaded = load();
      return Promise.race([loaded, showLastSeen().then((shown) => (shown ? undefined : loaded))]);
    },
    user: () => user,
    assume: set,
    readUser,
    end,
    connection: connection.state,
    tryNow() {
      for (const member of all()) member.tryNow?.();
      connection.tryNow();
    },
    hurry: connection.hurry,
    close() {
      stop();
      for (const member of all()) member.closed?.();
    },
  };
}
