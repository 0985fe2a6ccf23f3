/** Marks of a sender, which lists show too. */
export const senderMarks = {
  spoof: {
    mark: 'Giả mạo',
    title: 'Người gửi có thể bị giả mạo',
    text: 'Thư ghi người gửi là {{email}} nhưng không xác minh được. Đừng bấm liên kết, mở tệp hay chuyển tiền khi chưa gọi điện xác nhận.',
  },
  doubts: {
    label: 'Người gửi đáng ngờ',
    several_addresses: 'Thư ghi nhiều địa chỉ người gửi',
    no_from: 'Thư không ghi người gửi',
    name_is_other_address: 'Tên hiển thị là địa chỉ của người khác',
    name_is_other_domain: 'Tên hiển thị nhắc đến tên miền khác',
    hidden_characters: 'Tên người gửi có ký tự ẩn (đã bỏ)',
    unchecked_claim: 'Chưa xác minh được người gửi của thư đính kèm này',
  },
} as const;
