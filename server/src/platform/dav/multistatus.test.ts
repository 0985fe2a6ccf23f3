import { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { createTestClock } from '../../test-kit/test-clock.ts';
import { sendMultistatus, TAKEN_WITHIN_MS } from './multistatus.ts';
import { text, type Xml } from './write-xml.ts';

function replyOf() {
  const raw = Object.assign(new EventEmitter(), {
    destroyed: false,
    destroy() {
      raw.destroyed = true;
    },
  });
  let sent: Readable | undefined;
  const reply = {
    raw,
    code: () => reply,
    headers: () => reply,
    send(stream: Readable) {
      sent = stream;
      return reply;
    },
  };
  return { raw, reply: reply as unknown as FastifyReply, sent: () => sent as Readable };
}

const pace = <Result>(read: () => Promise<Result>) => read();

test('CD-9 no page is read any more for who has left, where none has an answer', async () => {
  const { raw, reply, sent } = replyOf();
  let read = 0;
  async function* pages(): AsyncGenerator<Xml[]> {
    for (; read < 1_000; read += 1) {
      if (read === 3) raw.destroy();
      yield [];
    }
  }
  await sendMultistatus(reply, pages(), { clock: createTestClock(), pace });
  for await (const _piece of sent());
  expect(read).toBe(3);
});

test('CD-9 who takes no piece for two minutes is cut off, and holds one page', async () => {
  const { raw, reply, sent } = replyOf();
  const clock = createTestClock();
  let read = 0;
  async function* pages(): AsyncGenerator<Xml[]> {
    for (; read < 1_000; read += 1) yield [text('x'.repeat(1_000_000))];
  }
  await sendMultistatus(reply, pages(), { clock, pace });
  const taken = sent()[Symbol.asyncIterator]();
  for (let pieces = 0; pieces < 3; pieces += 1) {
    await taken.next();
    await clock.advance(TAKEN_WITHIN_MS - 1);
  }
  expect({ left: raw.destroyed, read }).toEqual({ left: false, read: 0 });
  await clock.advance(TAKEN_WITHIN_MS);
  expect({ left: raw.destroyed, read }).toEqual({ left: true, read: 0 });
});
