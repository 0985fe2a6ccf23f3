import type { FastifyInstance } from 'fastify';
import { Failure } from '../failure.ts';

/** Several times what the largest honest call holds: a draft to 500 people, each with a name and an address. */
const MOST_VALUES = 20_000;

const QUOTE = 34;
const COMMA = 44;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const OPEN_OBJECT = 123;

/**
 * Refuses JSON of more values than any call has before it is parsed: a draft's 16 MB of empty lists would take seconds
 * to parse and to validate, each of them with a complaint of its own.
 */
export function boundJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (hasMoreValues(body, MOST_VALUES)) done(new Failure('too_large', 'The body holds too many values'));
    else void parse(request, body, done);
  });
}

/** One pass over the text, long strings skipped at once. */
export function hasMoreValues(json: string, most: number): boolean {
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at);
    else if (code === COMMA || code === OPEN_LIST || code === OPEN_OBJECT) {
      values += 1;
      if (values > most) return true;
    }
  }
  return false;
}

function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let before = end;
    while (json.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return json.length;
}
