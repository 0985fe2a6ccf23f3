import { expect, it } from 'vitest';
import { readDeliveryStatus } from './read-delivery-status.ts';

const read = (text: string) => readDeliveryStatus(Buffer.from(text));

it('reads each recipient of a report', () => {
  const report = `Reporting-MTA: dns; mail.vpp.example
X-Postfix-Queue-ID: 4A1B2

Final-Recipient: rfc822; ai@vpp.example
Original-Recipient: rfc822;Ai@vpp.example
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 <ai@vpp.example>:
    Recipient address rejected: User unknown

Final-Recipient: RFC822; cham@kho.example
Action: delayed
Status: 4.4.1 (no answer)
`;
  expect(read(report.replaceAll('\n', '\r\n'))).toEqual([
    {
      addresses: ['Ai@vpp.example', 'ai@vpp.example'],
      action: 'failed',
      status: '5.1.1',
      diagnostic: expect.stringMatching(
        /^550 5\.1\.1 <ai@vpp\.example>:\s+Recipient address rejected: User unknown$/,
      ),
    },
    { addresses: ['cham@kho.example'], action: 'delayed', status: '4.4.1', diagnostic: null },
  ]);
  expect(read(report)).toHaveLength(2);
});

it.each([
  ['nothing', ''],
  ['a recipient without a name', 'Action: failed\n\n'],
  ['an action that nobody knows', 'Final-Recipient: rfc822; a@b.example\nAction: exploded\n'],
  ['an address that is none', 'Final-Recipient: rfc822; nobody\nAction: failed\n'],
  ['text', 'Your mail could not be delivered.\n\nSorry.'],
  ['empty lines without end', '\n'.repeat(100_000)],
])('leaves out %s', (_, text) => {
  expect(read(text)).toEqual([]);
});

it('reads no more than it is meant to', () => {
  const many = 'Final-Recipient: rfc822; a@b.example\nAction: failed\n\n'.repeat(5000);
  expect(read(many)).toHaveLength(1000);
});
