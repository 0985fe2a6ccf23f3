import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import type { SocketFrame } from '@bocau/contract/socket.ts';
import { test as base, expect, vi } from 'vitest';
import type { SocketListener } from '../engine/environment.ts';
import { createManualClock } from '../engine/test-kit/manual-clock.ts';
import { createFakeServer } from '../mail/test-kit/fake-server.ts';
import { createTab } from '../mail/test-kit/start-model.ts';
import { createSessionModel } from './create-session-model.ts';
import type { FrameListeners, SessionMember } from './session-member.ts';

const PERSON = 'lan.anh@saomai.example';
const NO_ANSWER = new ApiError(0, 'no_answer', 'lost on the way');
const REFUSED = new ApiError(404, 'not_found', 'no toys for this person');

/** A noun that exists only in this file: boxes of toys, with a journal of their own. */
function createToys(readBoxes: () => Promise<{ seq: number; boxes: string[] }>) {
  const told: string[] = [];
  const toys = { seq: null as number | null, boxes: [] as string[], startedFor: null as string | null };
  return Object.assign(toys, {
    told,
    member: {
      frames: {
        toys_changed({ seq, box }: { seq: number; box: string }) {
          toys.seq = seq;
          toys.boxes.push(box);
        },
      } as FrameListeners,
      numbers: () => ({ toys_since: toys.seq ?? 0 }),
      async start() {
        const present = await readBoxes();
        return async ({ email }) => {
          toys.startedFor = email;
          toys.seq = present.seq;
          toys.boxes = present.boxes;
        };
      },
      refused: () => void told.push('refused'),
      outOfReach: async (person) => void told.push(`out of reach for ${person}`),
      connected: () => void told.push('connected'),
      disconnected: () => void told.push('disconnected'),
      ended: () => void told.push('ended'),
      closed: () => void told.push('closed'),
    } satisfies SessionMember,
  });
}

/** The server of a product that has toys and no mail. */
function createToyServer() {
  const sockets: { query: object; listener: SocketListener<SocketFrame> }[] = [];
  const server = {
    isUp: true,
    sockets,
    readBoxes: vi.fn(async () => {
      if (!server.isUp) throw NO_ANSWER;
      return { seq: 7, boxes: ['ball'] };
    }),
    api: {
      async getUserInfo() {
        if (!server.isUp) throw NO_ANSWER;
        return { data: { email: PERSON } };
      },
    } as unknown as ApiClient,
    openSocket(query: object, listener: SocketListener<SocketFrame>) {
      sockets.push({ query, listener });
      return { close: () => undefined };
    },
    say: (frame: { event: string; data: object }) => sockets.at(-1)?.listener.frame(frame as SocketFrame),
    hello: () => server.say({ event: 'hello', data: { seq: 100 } }),
  };
  return server;
}

const test = base
  .extend('clock', () => createManualClock())
  .extend('server', () => createToyServer())
  .extend('toys', ({ server }) => createToys(server.readBoxes))
  .extend('session', ({ clock, server, toys }) => {
    const session = createSessionModel({
      api: server.api,
      openSocket: server.openSocket,
      clock,
      online: { isOnline: () => true, onChange: () => () => undefined },
      person: PERSON,
    });
    session.join(toys.member);
    return session;
  });

test('a noun gets its part of the start, then its frames, and is asked for its number at each connection', async ({
  clock,
  server,
  toys,
  session,
}) => {
  await session.boot();
  expect(toys).toMatchObject({ startedFor: PERSON, seq: 7, boxes: ['ball'], told: [] });
  expect(session.user()?.email).toBe(PERSON);
  expect(server.sockets.map(({ query }) => query)).toEqual([{ room: PERSON, numbers: { toys_since: 7 } }]);

  server.hello();
  expect(toys.told).toEqual(['connected']);
  server.say({ event: 'toys_changed', data: { seq: 8, box: 'kite' } });
  server.say({ event: 'changes', data: { seq: 101 } });
  expect(toys).toMatchObject({ seq: 8, boxes: ['ball', 'kite'] });

  server.sockets[0]?.listener.closed(1006);
  expect(session.connection().state).toBe('lost');
  expect(toys.told).toEqual(['connected', 'disconnected']);
  await clock.advance(2000);
  expect(server.sockets[1]?.query).toEqual({ room: PERSON, numbers: { toys_since: 8 } });
  server.hello();
  expect(toys.told).toEqual(['connected', 'disconnected', 'connected']);
  expect(server.readBoxes, 'what it missed comes from its number on').toHaveBeenCalledOnce();

  session.close();
  expect(toys.told.slice(3)).toEqual(['ended', 'closed']);
});

test('a noun that has left hears nothing more', async ({ server, toys, session }) => {
  const leave = session.join({
    frames: { toys_changed: () => toys.told.push('heard') } as FrameListeners,
  });
  await session.boot();
  server.say({ event: 'toys_changed', data: { seq: 8, box: 'kite' } });
  leave();
  server.say({ event: 'toys_changed', data: { seq: 9, box: 'drum' } });
  expect(toys).toMatchObject({ boxes: ['ball', 'kite', 'drum'], told: ['heard'] });
});

test('a start out of reach is told, and repeated until the server answers', async ({
  clock,
  server,
  toys,
  session,
}) => {
  server.isUp = false;
  await session.boot();
  expect(toys.told).toEqual([`out of reach for ${PERSON}`]);
  expect(session.connection().state).toBe('lost');
  expect(server.sockets).toEqual([]);
  server.isUp = true;
  await clock.advance(5000);
  server.hello();
  expect(toys).toMatchObject({ startedFor: PERSON, seq: 7 });
  expect(toys.told.slice(1)).toEqual(['connected']);
});

test('the end of the session is told to each noun, whichever call it was noticed by', async ({
  server,
  toys,
  session,
}) => {
  const events: string[] = [];
  session.onEvent(({ kind }) => void events.push(kind));
  await session.boot();
  server.hello();
  server.sockets[0]?.listener.closed(4401);
  expect(toys.told).toEqual(['connected', 'ended']);
  expect(events).toEqual(['session-ended']);
});

test('mail goes on beside a noun whose part is refused', async ({ clock }) => {
  const mailServer = createFakeServer(clock);
  const tab = createTab({ server: mailServer, clock });
  const toys = createToys(() => Promise.reject(REFUSED));
  tab.session.join(toys.member);
  await tab.boot();
  await clock.advance(10);
  expect(toys).toMatchObject({ startedFor: null, told: ['refused'] });
  expect(tab.connection().state).toBe('online');
  mailServer.mailbox.receive();
  await clock.advance(10);
  expect(tab.folderByPath('INBOX')).toMatchObject({ total_threads: 1 });
});

test('a noun that joins later is started at once, and again where the server was out of reach', async ({
  clock,
  server,
}) => {
  const mailServer = createFakeServer(clock);
  const tab = createTab({ server: mailServer, clock });
  await tab.boot();
  await clock.advance(10);
  server.isUp = false;
  const toys = createToys(server.readBoxes);
  tab.session.join(toys.member);
  await clock.advance(10);
  expect(toys.startedFor).toBeNull();
  server.isUp = true;
  mailServer.dropSockets();
  await clock.advance(5000);
  expect(toys).toMatchObject({ startedFor: PERSON, boxes: ['ball'] });
});
