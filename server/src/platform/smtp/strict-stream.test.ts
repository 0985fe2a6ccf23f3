import { once } from 'node:events';
import { expect, it } from 'vitest';
import { StrictStream } from './strict-stream.ts';

/** The rules of RFC 5321, applied to the whole text at once. */
function expected(text: string): string {
  // The leading line break stands for the one that ended the DATA command.
  const end = `\r\n${text}`.indexOf('\r\n.\r\n');
  if (end === -1) return 'unfinished';
  const body = text.slice(0, end);
  if (/(^|[^\r])\n|\r(?!\n)/.test(body)) return 'refused';
  return body.replace(/(^|\r\n)\./g, '$1');
}

async function actual(pieces: string[]): Promise<string> {
  const stream = new StrictStream();
  let ended = false;
  stream.onEndOfData = () => {
    ended = true;
  };
  const content = stream.startDataMode();
  const chunks: Buffer[] = [];
  content.on('data', (chunk: Buffer) => chunks.push(chunk));
  for (const piece of pieces) {
    if (ended) break;
    stream.write(Buffer.from(piece));
  }
  if (!ended) return 'unfinished';
  if (stream.refusal) return 'refused';
  if (!content.readableEnded) await once(content, 'end');
  return Buffer.concat(chunks).toString();
}

const alphabet = ['\r', '\n', '.', 'x'];

function* texts(length: number): Generator<string> {
  if (length === 0) yield '';
  else for (const head of texts(length - 1)) for (const message of alphabet) yield head + message;
}

it('finds the one end of data in every short text of CR, LF, dots and messages, however it is cut', async () => {
  for (let length = 1; length <= 6; length++) {
    for (const text of texts(length)) {
      // What follows the end does not belong to the message; a final end makes the verdict definite.
      for (const whole of [text, `${text}\r\n.\r\n`]) {
        const wanted = expected(whole);
        expect([whole, await actual([whole])]).toEqual([whole, wanted]);
        expect([whole, await actual([...whole])]).toEqual([whole, wanted]);
      }
    }
  }
});
