import { SPOOF_MARK } from '@bocau/contract/spoof-mark.ts';
import { expect, test } from 'vitest';
import { commonSubject } from './common-subject.ts';

test.each([
  ['Báo cáo doanh thu tuần 47/2026', 'Báo cáo doanh thu tuần'],
  ['Re: Fwd: [#20931] Yêu cầu hỗ trợ', 'Yêu cầu hỗ trợ'],
  ['Trả lời: Hóa đơn tháng 11, số HD-00123', 'Hóa đơn tháng'],
  ['Đơn hàng PO2026-118 đã được giao cho đơn vị vận chuyển', 'đã được giao cho đơn vị vận chuyển'],
  ['Chào mừng bạn, đối tác mới', 'Chào mừng bạn'],
  [`${SPOOF_MARK} Thông báo nghỉ lễ`, 'Thông báo nghỉ lễ'],
  ['Bản tin tuần', 'Bản tin tuần'],
  ['123456', ''],
  ['Re: 20/11', ''],
  ['', ''],
])('of “%s” messages like it have “%s”', (subject, common) => {
  expect(commonSubject(subject)).toBe(common);
});
