/** Marks of a sender, which lists show too. */
export const senderMarks = {
  spoof: {
    mark: 'Giả mạo',
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
