import type { MergeProblem, MergeRowState } from '@bocau/contract/merges.ts';

export type ReportWords = {
  file: string;
  headings: string[];
  states: Record<MergeRowState, string>;
  problems: Record<MergeProblem, string>;
  yes: string;
  no: string;
};

export const REPORT_WORDS: Record<'vi' | 'en', ReportWords> = {
  vi: {
    file: 'bao-cao-tron-thu',
    headings: ['Kết quả', 'Lý do', 'Gửi lúc (UTC)', 'Có thể đã mở', 'Đã trả lời'],
    states: {
      waiting: 'Chưa gửi',
      sending: 'Đang gửi',
      sent: 'Đã gửi',
      refused: 'Bị từ chối',
      unclear: 'Không rõ',
      skipped: 'Bỏ qua',
      stopped: 'Đã dừng',
    },
    problems: {
      no_address: 'Không có địa chỉ',
      invalid_address: 'Địa chỉ không hợp lệ',
      several_addresses: 'Nhiều địa chỉ trong một ô',
      doubled_address: 'Trùng địa chỉ',
      said_no: 'Đã từ chối nhận',
      no_file: 'Không tìm thấy tệp',
      file_not_allowed: 'Tệp không được phép gửi',
      mail_too_large: 'Thư quá lớn',
      empty_field: 'Trường để trống',
      left_out: 'Được bỏ ra',
    },
    yes: 'Có',
    no: 'Không',
  },
  en: {
    file: 'mail-merge-report',
    headings: ['Result', 'Reason', 'Sent at (UTC)', 'Opened (likely)', 'Answered'],
    states: {
      waiting: 'Not sent yet',
      sending: 'Sending',
      sent: 'Sent',
      refused: 'Refused',
      unclear: 'Unclear',
      skipped: 'Skipped',
      stopped: 'Stopped',
    },
    problems: {
      no_address: 'No address',
      invalid_address: 'Invalid address',
      several_addresses: 'Several addresses in one cell',
      doubled_address: 'Address given twice',
      said_no: 'Said no',
      no_file: 'File not found',
      file_not_allowed: 'File not allowed',
      mail_too_large: 'Message too large',
      empty_field: 'Empty field',
      left_out: 'Left out',
    },
    yes: 'Yes',
    no: 'No',
  },
};
