/** What else people may call a setting; searched in both languages, whichever is shown. */
export const settingSearch = {
  language: 'ngôn ngữ tiếng Việt tiếng Anh',
  appearance: 'giao diện màu nền sáng tối chế độ tối ban đêm',
  density: 'khoảng cách dòng thoáng gọn mật độ',
  perPage: 'số hội thoại số thư mỗi trang',
  split: 'khung đọc chia đôi xem trước bên phải bên dưới',
  timeZone: 'múi giờ thời gian giờ Việt Nam',
  images: 'ảnh từ bên ngoài hình tải ảnh tự động hiện ảnh',
  imageSenders: 'người gửi được luôn tải ảnh hình tin cậy',
  delay: 'hoàn tác gửi trì hoãn gửi thu lại chờ gửi giây',
  outside: 'cảnh báo người nhận ngoài tổ chức bên ngoài',
  spam: 'kiểm tra nội dung thư rác trước khi gửi cảnh báo',
  tracking: 'theo dõi mở thư đã đọc đã xem',
  notifications: 'thông báo trên máy tính âm báo giờ yên lặng',
  folders: 'thư mục tạo đổi tên xóa nhãn',
  blocked: 'người gửi bị chặn bỏ chặn danh sách đen',
  senders: 'địa chỉ gửi tên hiển thị bí danh mặc định tài khoản từ',
} as const;
