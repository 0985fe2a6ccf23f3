export const settingFields = {
  tabs: 'Các phần cài đặt',
  search: { label: 'Tìm trong cài đặt', none: 'Không có cài đặt nào như vậy.' },
  sections: {
    display: 'Hiển thị',
    reading: 'Đọc thư',
    writing: 'Soạn và gửi thư',
    device: 'Thiết bị này',
  },
  on: 'Bật',
  off: 'Tắt',
  timeZone: {
    title: 'Múi giờ',
    hint: 'Giờ của thư hẹn gửi, thư định kỳ và giờ ghi trong phần trích dẫn.',
    none: 'Không có múi giờ nào như vậy.',
    option: '{{place}} ({{offset}})',
  },
  imageSenders: 'Người gửi được luôn tải ảnh',
  delay: {
    title: 'Hoàn tác gửi',
    hint: 'Thư chờ một lát rồi mới đi; trong lúc đó bạn có thể bấm “Hoàn tác”.',
    off: 'Tắt, gửi ngay',
    seconds: '{{count}} giây',
  },
  outside: {
    title: 'Cảnh báo người nhận ngoài tổ chức',
    hint: 'Hỏi lại trước khi gửi thư cho địa chỉ ngoài tổ chức của bạn.',
  },
  spam: {
    title: 'Kiểm tra trước khi gửi',
    hint: 'Cho biết khi nội dung dễ bị nơi nhận coi là thư rác.',
  },
  signature: {
    title: 'Chữ ký',
    hint: 'Thêm vào cuối thư mới, thư trả lời và thư chuyển tiếp, phía trên phần trích dẫn.',
    label: 'Nội dung chữ ký',
    placeholder: 'Viết chữ ký…',
    textOnly: 'Chữ ký này chỉ có chữ; ảnh và tệp không được thêm vào.',
    refused: 'Chữ ký dài quá 10.000 ký tự, tính cả định dạng, nên chưa lưu được. Ô soạn đã được làm trống.',
    putBack: 'Đưa lại nội dung của tôi',
  },
  tracking: {
    title: 'Theo dõi mở thư',
    hint: 'Thư mới được gửi kèm theo dõi, để bạn biết khi nào thư được mở. Có thể đổi cho từng thư.',
  },
} as const;
