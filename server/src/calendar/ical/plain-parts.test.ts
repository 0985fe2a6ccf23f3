import { expect, test } from 'vitest';
import { writePlainPart } from './plain-parts.ts';
import { readObject } from './read-object.ts';

function plainOf(...lines: string[]): string {
  const source = Buffer.from(
    [
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', 'BEGIN:VEVENT', 'UID:one'],
      ...['DTSTAMP:20261120T030000Z', 'DTSTART:20261124T020000Z', ...lines],
      ...['END:VEVENT', 'END:VCALENDAR', ''],
    ].join('\r\n'),
  );
  const { main } = readObject(source);
  return writePlainPart(source, (main as NonNullable<typeof main>).part, []).toString();
}

test('CL-181 strangers are given addresses of the web alone', () => {
  expect(plainOf('URL:javascript:alert(1)')).not.toContain('URL');
  expect(plainOf('URL:\r\n data:text/html,x')).not.toContain('URL');
  expect(plainOf('URL:https://meet.example/a')).toContain('URL:https://meet.example/a\r\n');
});

test('CL-181 a NUL within a line is left out, so that programs read the rest', () => {
  expect(plainOf('SUMMARY:Họp\0 giá')).toContain('SUMMARY:Họp giá\r\n');
});
