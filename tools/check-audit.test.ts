import { expect, test } from 'vitest';
import { judgeAudit } from './check-audit.ts';

const answer = (severity: string) =>
  JSON.stringify({
    vulnerabilities: { parcel: { name: 'parcel', severity, via: [{ title: 'Reads any file' }, 'string'] } },
  });

test('a known vulnerability that is high is named with its reasons, a low one is not', () => {
  expect(judgeAudit(answer('high'))).toEqual({ faults: ['parcel (high): Reads any file; by string'] });
  expect(judgeAudit(answer('moderate'))).toEqual({ faults: [] });
});

test.each([
  ['nothing', ''],
  ['a refusal', '{"message":"405 Method Not Allowed","statusCode":405}'],
  ['no JSON', '<html>'],
])('where the registry answers %s, nothing is known', (_what, given) => {
  expect(judgeAudit(given)).toBeNull();
});
