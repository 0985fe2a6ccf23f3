export const stuckActs = {
  text: 'Máy chủ đang gặp sự cố. Chưa lưu được: {{acts}}. Hệ thống sẽ tự thử lại.',
  act: '{{what}} ({{threads}})',
  message: 'Xóa 1 thư',
} as const;
