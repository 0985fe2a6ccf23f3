import { describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../engine/test-kit/manual-clock.ts';
import { createRandom } from '../engine/test-kit/random.ts';
import type { Fate } from '../mail/test-kit/fake-server.ts';
import { textOf } from './own-words.ts';
import {
  createFakeBrowser,
  createFakeCompose,
  type FakeCompose,
  startCompose,
} from './test-kit/start-compose.ts';

const SEEDS = Array.from({ length: 40 }, (_, index) => index + 1);
const FATES: readonly Fate[] = ['fine', 'fine', 'fine', 'lost-before', 'lost-after', 'unavailable'];

/** Delivers everything in transit and ends all failures. */
async function calmDown(server: FakeCompose, clock: ManualClock): Promise<void> {
  server.isUp = true;
  server.fate = () => 'fine';
  await clock.advance(120_000);
}

describe('typing under a bad network', () => {
  it.each(SEEDS)(
    'DR-3 one window is one draft and loses nothing older than a second, seed %i',
    async (seed) => {
      const random = createRandom(seed);
      const clock = createManualClock();
      const server = createFakeCompose(clock, seed);
      server.delay = random.pick([0, 200, 3_000]);
      server.fate = () => random.pick(FATES);
      const browser = createFakeBrowser();
      let tab = await startCompose(server, clock, { browser });
      const id = tab.model.openNew() as string;
      let words = 0;
      const typed: { at: number; count: number }[] = [];

      for (let step = 0; step < 60; step++) {
        const what = random.below(20);
        if (what < 12) {
          words++;
          const body = Array.from({ length: words }, (_, index) => `<p>từ ${index + 1}</p>`).join('');
          tab.model.change(id, { body });
          typed.push({ at: clock.now(), count: words });
        } else if (what < 16) {
          void tab.model.save(id);
        } else if (what === 16) {
          server.isUp = !server.isUp;
          tab.setOnline(server.isUp);
        } else if (what === 17) {
          tab.crash();
          const before = clock.now();
          tab = await startCompose(server, clock, { browser });
          const restored = tab.model.window(id);
          const due = typed.findLast(({ at }) => at <= before - 1_000)?.count ?? 0;
          const count = restored ? textOf(restored.body).split('từ').length - 1 : 0;
          expect(count).toBeGreaterThanOrEqual(due);
          if (!restored) return expect(due).toBe(0);
          words = count;
          typed.splice(0, typed.length, { at: before - 1_000, count });
        }
        await clock.advance(random.below(1_500));
      }

      await calmDown(server, clock);
      void tab.model.save(id);
      await clock.advance(60_000);
      const window = tab.model.window(id);
      expect(window?.conflict).toBeNull();
      expect(tab.model.hasUnsaved()).toBe(false);
      expect(server.outbox.all()).toHaveLength(words === 0 ? 0 : 1);
      if (words > 0) expect(server.outbox.all()[0]?.message.body).toBe(window?.body);
    },
  );
});

describe('two devices with one draft', () => {
  it.each(SEEDS)('DR-9 no word of either is lost, seed %i', async (seed) => {
    const random = createRandom(seed);
    const clock = createManualClock();
    const server = createFakeCompose(clock, seed);
    const draft = server.outbox.create({ subject: 'chung', body: '<p>chung</p>' });
    const tabs = [await startCompose(server, clock), await startCompose(server, clock)];
    const ids = tabs.map(({ model }) => model.openDraft(draft, 'window') as string);
    await clock.advance(100);
    server.delay = random.pick([0, 300, 2_000]);
    server.fate = () => random.pick(FATES);
    const words: string[] = [];

    for (let step = 0; step < 30; step++) {
      const which = random.below(2);
      const { model } = tabs[which] as (typeof tabs)[number];
      const id = ids[which] as string;
      const window = model.window(id);
      if (window?.conflict && random.chance(0.5)) void model.resolveConflict(id, 'both');
      else if (random.chance(0.6)) {
        const word = `w${step}z`;
        words.push(word);
        model.change(id, { body: `${window?.body}<p>${word}</p>` });
      } else void model.save(id);
      await clock.advance(random.below(2_500));
    }
    for (let round = 0; round < 4; round++) {
      await calmDown(server, clock);
      for (const [which, { model }] of tabs.entries()) {
        const id = ids[which] as string;
        if (model.window(id)?.conflict) void model.resolveConflict(id, 'both');
        else void model.save(id);
        await clock.advance(30_000);
      }
    }
    expect(server.outbox.all()).toHaveLength(1);
    const body = server.outbox.all()[0]?.message.body ?? '';
    expect(words.filter((word) => !body.includes(word))).toEqual([]);
    expect(tabs.map(({ model }) => model.hasUnsaved())).toEqual([false, false]);
  });
});

describe('sending under a bad network', () => {
  it.each(SEEDS)('SD-14 a message goes out once, however often it is sent, seed %i', async (seed) => {
    const random = createRandom(seed);
    const clock = createManualClock();
    const server = createFakeCompose(clock, seed);
    server.delay = random.pick([0, 200, 1_500]);
    const browser = createFakeBrowser();
    let tab = await startCompose(server, clock, {
      browser,
      settings: { enable_delay_send: random.chance(0.5) },
    });
    const id = tab.model.openNew({ to: 'binh@ngoai.example', subject: 'Chào' }) as string;
    tab.model.change(id, { body: '<p>Xin chào</p>' });
    server.fate = () => random.pick(FATES);

    for (let step = 0; step < 8 && tab.model.window(id); step++) {
      const sending = tab.model.send(id, { type: 'send' }, []);
      if (random.chance(0.3)) void tab.model.send(id, { type: 'send' }, []);
      if (random.chance(0.3)) {
        await clock.advance(random.below(4_000));
        tab.crash();
        tab = await startCompose(server, clock, { browser });
      }
      void sending;
      await clock.advance(40_000);
    }
    await calmDown(server, clock);
    if (tab.model.window(id)) {
      const outcome = tab.model.send(id, { type: 'send' }, []);
      await clock.advance(60_000);
      expect((await outcome).kind).toBe('done');
    }
    await clock.advance(60_000);
    const outgoing = server.outbox.all();
    for (const { message } of outgoing) server.outbox.read(message.id);
    expect(outgoing.map(({ gone }) => gone.length)).toEqual([1]);
    expect(tab.model.windows()).toEqual([]);
    expect(tab.model.hasUnsaved()).toBe(false);
  });
});

describe('taking back under a slow network', () => {
  it.each(SEEDS)('SD-12 whatever is taken back while it is offered never leaves, seed %i', async (seed) => {
    const random = createRandom(seed);
    const clock = createManualClock();
    const server = createFakeCompose(clock, seed);
    server.delay = 1_500;
    const seconds = random.pick([5, 10, 20, 30] as const);
    const tab = await startCompose(server, clock, { settings: { time_delay_send: seconds } });
    const id = tab.model.openNew({ to: 'binh@ngoai.example', subject: 'Chào' }) as string;
    tab.model.change(id, { body: '<p>Xin chào</p>' });
    const sending = tab.model.send(id, { type: 'send' }, []);
    await clock.advance(8_000);
    const outcome = await sending;
    if (outcome.kind !== 'done') throw new Error(outcome.kind);
    const left = (outcome.sent.undoUntil ?? clock.now()) - clock.now();
    await clock.advance(Math.max(0, random.below(Math.max(1, left))));
    const isOffered = tab.model.sentMails().length === 1;
    const undoing = tab.model.undoSend(outcome.sent.messageId);
    await clock.advance(60_000);
    const undone = await undoing;
    const [outgoing] = server.outbox.all();
    server.outbox.read(outgoing?.message.id ?? '');
    if (isOffered) expect(undone).toEqual({ kind: 'undone', windowId: id });
    if (undone.kind === 'undone') {
      expect(outgoing?.gone).toEqual([]);
      expect(tab.model.window(id)).toMatchObject({
        body: '<p>Xin chào</p>',
        status: 'saved',
        unsaved: false,
      });
    } else expect(outgoing?.gone).toHaveLength(1);
  });
});
