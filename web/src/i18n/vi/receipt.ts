export const receipt = {
  asks: '{{sender}} xin xác nhận bạn đã đọc thư này.',
  elsewhere: 'Xác nhận sẽ được gửi đến {{address}}, không phải nơi đã gửi thư này.',
  send: 'Gửi xác nhận',
  decline: 'Không gửi',
  sent: 'Bạn đã gửi xác nhận đã đọc.',
  declined: 'Bạn đã chọn không gửi xác nhận đã đọc.',
  waiting: 'Đã yêu cầu xác nhận đã đọc. Chưa có ai xác nhận.',
  displayed: '{{who}} xác nhận đã mở thư, {{time}}',
  more: 'và {{count}} người khác',
  noProof: 'Đây là điều chương trình thư của người nhận báo lại, không phải bằng chứng.',
} as const;
