export const receipt = {
  asks: '{{sender}} xin xác nhận bạn đã đọc thư này.',
  elsewhere: 'Xác nhận sẽ được gửi đến {{address}}, không phải nơi đã gửi thư này.',
  send: 'Gửi xác nhận',
  decline: 'Không gửi',
  sent: 'Bạn đã gửi xác nhận đã đọc.',
  declined: 'Bạn đã chọn không gửi xác nhận đã đọc.',
} as const;
