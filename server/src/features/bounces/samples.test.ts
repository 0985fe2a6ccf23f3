import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readDeliveryStatus } from '../../platform/mime/read-delivery-status.ts';
import { readHeaders } from '../../platform/mime/read-headers.ts';
import { readMail } from '../../platform/mime/read-mail.ts';

const SAMPLES = join(import.meta.dirname, 'samples');
const STRANGER = ['nguoi.la@minhphat.example'];
const SLOW = ['khach@cham.example'];

/** As written by Debian's Postfix and Exim. */
it.each([
  [
    'postfix-unknown-user',
    {
      action: 'failed',
      addresses: STRANGER,
      status: '5.1.1',
      diagnostic: expect.stringContaining('unknown user'),
    },
  ],
  ['exim-unknown-user', { action: 'failed', addresses: STRANGER, status: '5.0.0', diagnostic: null }],
  [
    'postfix-delayed',
    {
      action: 'delayed',
      addresses: SLOW,
      status: '4.4.1',
      diagnostic: expect.stringContaining('Connection refused'),
    },
  ],
  ['exim-delayed', { action: 'delayed', addresses: SLOW, status: '4.0.0', diagnostic: null }],
])('reads the report %s, and which message it is about', async (name, expected) => {
  const { files } = readMail(await readFile(join(SAMPLES, `${name}.eml`)));
  const [report, original] = files;
  expect(report?.contentType).toBe('message/delivery-status');
  const [recipient, ...others] = readDeliveryStatus(report?.bytes ?? Buffer.alloc(0));
  expect(others).toEqual([]);
  expect({ ...recipient, addresses: [...new Set(recipient?.addresses)] }).toEqual(expected);
  expect(readHeaders(original?.bytes ?? Buffer.alloc(0)).messageId).toMatch(
    /^01a1f6ae-[0-9a-f-]+@saomai\.example$/,
  );
});
