import type { ApiError } from '@bocau/contract/client.ts';
import type { FieldRule } from '@bocau/contract/errors.ts';
import type { laterErrors } from './later-errors.ts';

/**
 * Texts for each error code of the contract: what happened, what was kept, what to do now. Codes that occur
 * only in parts after the first screen are in later-errors.ts.
 */
export const errors = {
  invalid_input: 'Thông tin không hợp lệ. Chưa có gì thay đổi.',
  malformed_body: 'Không đọc được yêu cầu. Tải lại trang rồi thử lại.',
  malformed_request: 'Không đọc được yêu cầu của trình duyệt. Tải lại trang rồi thử lại.',
  invalid_cursor: 'Danh sách đã thay đổi. Quay lại trang đầu.',
  already_exists: 'Tên này đã có. Chọn một tên khác.',
  folder_not_empty: 'Thư mục còn thư nên không bị xóa.',
  folder_is_system: 'Không thể thay đổi thư mục hệ thống.',
  folder_not_allowed: 'Không thể chuyển thư vào thư mục này. Thư vẫn ở chỗ cũ.',
  search_too_broad: 'Tìm kiếm quá rộng. Thêm từ khóa hoặc điều kiện.',
  not_a_draft: 'Thư này không còn là thư nháp nên không sửa được. Nội dung đã gửi vẫn nguyên.',
  sending_disabled: 'Hộp thư này đang bị tắt chức năng gửi. Thư vẫn nằm trong Thư nháp.',
  quota_exceeded: 'Hộp thư đã đầy nên không lưu được. Xóa bớt thư rồi thử lại.',
  account_suspended: 'Tài khoản này đang bị tạm ngưng. Liên hệ người quản trị tên miền.',
  session_required: 'Phiên làm việc đã kết thúc. Đăng nhập lại để tiếp tục.',
  challenge_expired: 'Đã hết thời gian đăng nhập. Hãy nhập lại mật khẩu.',
  password_exposed: 'Mật khẩu này có thể đã lộ. Hãy chọn “Quên mật khẩu?”.',
  invalid_credentials: 'Địa chỉ hoặc mật khẩu không đúng.',
  code_required: 'Nhập mã xác thực.',
  domain_unverified:
    'Tên miền chưa xác minh DNS nên chưa làm được việc này. Liên hệ người quản trị tên miền.',
  forbidden: 'Bạn không có quyền làm việc này.',
  not_found: 'Không tìm thấy.',
  too_many_pinned:
    'Thư mục này đã có 50 hội thoại được ghim, là mức tối đa. Hãy bỏ ghim bớt một hội thoại trước.',
  label_not_found: 'Nhãn này không còn nữa.',
  folder_not_found: 'Thư mục này không còn nữa.',
  thread_not_found: 'Không tìm thấy hội thoại này. Có thể hội thoại đã bị xóa.',
  message_not_found: 'Không tìm thấy thư này. Có thể thư đã bị xóa.',
  file_not_found: 'Không tìm thấy tệp này.',
  method_not_allowed: 'Không làm được việc này ở đây.',
  not_undoable: 'Đã quá muộn để hoàn tác.',
  operation_in_progress: 'Việc này đang được xử lý.',
  changes_too_old: 'Đang tải lại hộp thư…',
  request_timeout: 'Kết nối bị ngắt giữa chừng. Thử lại.',
  too_large: 'Dữ liệu quá lớn.',
  too_many_requests: 'Đã hết số lần cho phép.',
  headers_too_large: 'Yêu cầu quá dài.',
  internal_error: 'Máy chủ gặp sự cố, chưa có gì thay đổi. Thử lại sau ít phút.',
  service_unavailable: 'Máy chủ chưa sẵn sàng. Thử lại sau giây lát.',
  no_answer: 'Máy chủ không phản hồi. Kiểm tra kết nối rồi thử lại.',
} as const satisfies Record<Exclude<ApiError['code'], keyof typeof laterErrors>, string>;

/** Details that follow the text of an error code. */
export const faults = {
  retryIn_one: 'Thử lại sau {{count}} giây.',
  retryIn_other: 'Thử lại sau {{count}} giây.',
  retryAt: 'Thử lại lúc {{time}}.',
  blockedFile: 'Không gửi hoặc nhận loại tệp này: {{name}}. Bỏ tệp rồi thử lại.',
  retryLater: 'Thử lại sau.',
  field: '{{field}}: {{problem}} Chưa có gì thay đổi.',
  rules: {
    missing: 'Cần nhập mục này.',
    too_long: 'Tối đa {{limit}} ký tự.',
    too_many: 'Chọn tối đa {{limit}}.',
    too_small: 'Nhập số từ {{limit}} trở lên.',
    too_large: 'Nhập số không quá {{limit}}.',
    not_an_option: 'Chọn một trong các lựa chọn có sẵn.',
    no_such_day: 'Ngày này không có trong lịch.',
    own_address: 'Bạn không chặn được địa chỉ của chính mình.',
    invalid: 'Không hợp lệ.',
  } satisfies Record<FieldRule, string>,
} as const;
