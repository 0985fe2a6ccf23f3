import type { Message } from '@bocau/contract/messages.ts';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../../test-kit/render-part.tsx';
import { ReceiptLine } from './receipt-line.tsx';

const TO = { name: '', email: 'hung@doitac.example', elsewhere: false };

const message = (given: Partial<Message> = {}) =>
  ({
    id: 'm1',
    from: { name: 'Hùng', email: TO.email },
    receipt: 'wanted',
    receipt_to: TO,
    receipts: [],
    sending: null,
    ...given,
  }) as Message;

const button = (name: string) => screen.getByRole('button', { name });

test('a request for a receipt is a question of two buttons, and nothing is sent by itself', async () => {
  await renderPart(<ReceiptLine message={message()} />);
  expect(screen.getByText('Hùng xin xác nhận bạn đã đọc thư này.')).toBeTruthy();
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Gửi xác nhận',
    'Không gửi',
  ]);
  expect(screen.queryByText(/Xác nhận sẽ được gửi đến/)).toBeNull();
});

test('the request of a sender whose name is doubtful says the address first', async () => {
  const from = { name: 'bank.vn', email: TO.email, doubts: ['name_is_other_domain' as const] };
  await renderPart(<ReceiptLine message={message({ from })} />);
  expect(screen.getByText(`${TO.email} (“bank.vn”) xin xác nhận bạn đã đọc thư này.`)).toBeTruthy();
});

test('a receipt that would go elsewhere says where', async () => {
  await renderPart(<ReceiptLine message={message({ receipt_to: { ...TO, elsewhere: true } })} />);
  expect(screen.getByText(/Xác nhận sẽ được gửi đến hung@doitac\.example/)).toBeTruthy();
});

test('an answer is asked of the server once, and its words take the place of the buttons with the focus', async () => {
  const answerReceipt = vi.fn(async () => ({ data: message({ receipt: 'sent', receipt_to: null }) }));
  const { user, rerender, container } = await renderPart(<ReceiptLine message={message()} />, {
    api: { answerReceipt } as never,
  });
  await user.dblClick(button('Gửi xác nhận'));
  expect(answerReceipt.mock.calls).toEqual([[{ params: { id: 'm1' }, body: { send: true } }]]);
  rerender(<ReceiptLine message={message({ receipt: 'sent', receipt_to: null })} />);
  expect(within(container).getByRole('status').textContent).toBe('Bạn đã gửi xác nhận đã đọc.');
  expect(document.activeElement?.textContent).toBe('Bạn đã gửi xác nhận đã đọc.');
});

test('to say no is an answer too', async () => {
  const answerReceipt = vi.fn(async () => ({ data: message({ receipt: 'declined', receipt_to: null }) }));
  const { user, rerender } = await renderPart(<ReceiptLine message={message()} />, {
    api: { answerReceipt } as never,
  });
  await user.click(button('Không gửi'));
  expect(answerReceipt).toHaveBeenCalledWith({ params: { id: 'm1' }, body: { send: false } });
  rerender(<ReceiptLine message={message({ receipt: 'declined', receipt_to: null })} />);
  expect(screen.getByText('Bạn đã chọn không gửi xác nhận đã đọc.')).toBeTruthy();
});

test('a sent message shows who confirmed, as what their program says', async () => {
  const sent = message({ receipt_to: null, sending: {} as Message['sending'] });
  const { rerender } = await renderPart(<ReceiptLine message={sent} />);
  expect(screen.getByText('Đã yêu cầu xác nhận đã đọc. Chưa có ai xác nhận.')).toBeTruthy();
  const people = Array.from({ length: 7 }, (_, at) => ({
    name: `Người ${at}`,
    email: `${at}@x.vn`,
    at: 1_795_000_000,
  }));
  rerender(<ReceiptLine message={{ ...sent, receipts: people }} />);
  expect(screen.getByText(/^Người 0 xác nhận đã mở thư, /)).toBeTruthy();
  expect(screen.getByText('và 2 người khác')).toBeTruthy();
  expect(screen.getByText(/không phải bằng chứng/)).toBeTruthy();
});

test('what came here and is not offered to be answered says nothing', async () => {
  await renderPart(<ReceiptLine message={message({ receipt_to: null })} />);
  expect(screen.queryAllByRole('status')).toEqual([]);
  expect(screen.queryAllByRole('button')).toEqual([]);
});
