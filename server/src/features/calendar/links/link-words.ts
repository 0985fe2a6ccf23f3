import type { PageLanguage } from '../../../platform/http/page-language.ts';

const vi = {
  title: 'Lịch',
  gone: 'Không mở được liên kết này',
  goneWhy: 'Liên kết sai, đã hết hạn hoặc đã chấm dứt. Hãy hỏi người đã gửi cho bạn.',
  busy: 'Bận',
  untitled: '(Không có tiêu đề)',
  busyOf: (owner: string) => `Bận/rảnh: ${owner}`,
  calendarOf: (owner: string) => `Lịch của ${owner}`,
  onlyBusy: 'Chỉ hiện lúc bận, không hiện nội dung',
  zone: ({ place, offset }: { place: string; offset: string }) => `Giờ ${place} (${offset})`,
  weeks: 'Các tuần',
  before: 'Tuần trước',
  after: 'Tuần sau',
  today: 'Tuần này',
  allDay: 'Cả ngày',
  from: (clock: string) => `Từ ${clock}`,
  until: (clock: string) => `Đến ${clock}`,
  free: 'Không có gì',
  more: 'Tuần này có nhiều hơn nữa; ở đây chỉ hiện phần đầu.',
  subscribe: 'Theo dõi bằng ứng dụng lịch',
  subscribeWhy:
    'Google Calendar, Outlook, lịch của Apple và Thunderbird đọc địa chỉ này và tự cập nhật sau mỗi vài giờ.',
  address: 'Địa chỉ để thêm lịch',
  open: 'Mở bằng ứng dụng lịch',
};
export type LinkWords = typeof vi;

const en: LinkWords = {
  title: 'Calendar',
  gone: 'This link can’t be opened',
  goneWhy: 'It is wrong, has expired or was ended. Ask the person who sent it to you.',
  busy: 'Busy',
  untitled: '(No title)',
  busyOf: (owner) => `Free/busy: ${owner}`,
  calendarOf: (owner) => `Calendar of ${owner}`,
  onlyBusy: 'Shows only when they are busy, without details',
  zone: ({ place, offset }) => `Times of ${place} (${offset})`,
  weeks: 'Weeks',
  before: 'Previous week',
  after: 'Next week',
  today: 'This week',
  allDay: 'All day',
  from: (clock) => `From ${clock}`,
  until: (clock) => `Until ${clock}`,
  free: 'Nothing',
  more: 'There is more in this week; only the first part is shown.',
  subscribe: 'Follow it in a calendar app',
  subscribeWhy:
    'Google Calendar, Outlook, Apple Calendar and Thunderbird read this address and update by themselves every few hours.',
  address: 'Address to add the calendar by',
  open: 'Open in a calendar app',
};

export const LINK_WORDS: Record<PageLanguage, LinkWords> = { vi, en };
