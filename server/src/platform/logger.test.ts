import { expect, test } from 'vitest';
import type { LogFields } from './log-events.ts';
import { createLogger } from './logger.ts';

function logged(fields: LogFields): Record<string, unknown> {
  let text = '';
  const keep = (line: string) => {
    text += line;
  };
  createLogger('info', { write: keep }).error(fields, 'It failed');
  return JSON.parse(text) as Record<string, unknown>;
}

test.each(['error', 'err'])(
  'an error under the name %s tells its reason, and none of the values it carries',
  (name) => {
    const error = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (subject)=(Lương) exists',
    });
    const line = logged({ session: 'abc', [name]: error });
    expect(line).toMatchObject({
      session: 'abc',
      msg: 'It failed',
      [name]: { message: 'duplicate key', code: '23505' },
    });
    expect(JSON.stringify(line)).not.toContain('Lương');
  },
);

test('what is no error is told as it is', () => {
  expect(logged({ error: 'full', reason: 'x' })).toMatchObject({ error: 'full', reason: 'x' });
});
