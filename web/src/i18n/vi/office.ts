/** Texts of the page that opens a document in the office editor. */
export const office = {
  title: 'Soạn thảo',
  back: 'Về kho tệp',
  opening: 'Đang mở trình soạn thảo…',
  frame: 'Trình soạn thảo: {{name}}',
  viewOnly: 'Chỉ xem',
  editedBy: '{{person}} cũng đang mở tệp này để sửa.',
  offline: 'Mất kết nối mạng. Đừng đóng trang này: bản sửa sẽ được lưu khi có mạng trở lại.',
  ended: 'Phiên soạn thảo đã hết hạn. Hãy mở lại tệp để sửa tiếp.',
  reopen: 'Mở lại',
  download: 'Tải xuống',
  off: 'Máy chủ này không có trình soạn thảo. Hãy tải tệp về máy để sửa.',
  silent: 'Trình soạn thảo chưa trả lời. Hãy thử lại sau ít phút.',
  unsupported: 'Trình soạn thảo không mở được loại tệp này.',
  missing: 'Không tìm thấy tệp này, hoặc tệp không còn được chia sẻ với bạn.',
  infected: 'Tệp này chứa mã độc nên không mở được.',
  failed: 'Không mở được tệp.',
} as const;
