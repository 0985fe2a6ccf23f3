import type { PageLanguage } from '../../../platform/http/page-language.ts';

const vi = {
  title: 'Cấu hình thư',
  heading: 'Thêm hộp thư vào thiết bị này',
  about:
    'Cấu hình có sẵn địa chỉ, máy chủ và mật khẩu, nên thiết bị không hỏi gì thêm. Mã chỉ dùng được một lần.',
  onlyOwn: 'Chỉ tiếp tục nếu chính bạn vừa tạo mã này.',
  download: 'Tải cấu hình',
  afterwards: 'Sau khi tải',
  steps: [
    'Chọn Cho phép khi Safari hỏi.',
    'Mở Cài đặt, chọn “Đã tải về hồ sơ” ở trên cùng, rồi chọn Cài đặt. Trên Mac: Cài đặt hệ thống, mục Quản lý thiết bị.',
    'Mở ứng dụng Mail: hộp thư đã ở đó.',
  ],
  safari: 'Không tải được? Hãy mở trang này bằng Safari.',
  gone: 'Mã này không còn dùng được',
  goneWhy:
    'Mỗi mã chỉ dùng được một lần, trong 10 phút, và khi nơi tạo mã còn đăng nhập. Hãy mở lại “Điện thoại và phần mềm thư” trong tài khoản của bạn và tạo mã mới.',
  again: 'Điện thoại và phần mềm thư',
  tooMany: 'Đã thử quá nhiều lần',
  tooManyWhy: 'Mã của bạn vẫn còn. Hãy đợi một phút rồi quét lại.',
};
export type ProfileWords = typeof vi;

const en: ProfileWords = {
  title: 'Mail profile',
  heading: 'Add your mailbox to this device',
  about:
    'The profile brings the address, the servers and a password, so the device asks for nothing. The code works only once.',
  onlyOwn: 'Go on only if you have just made this code yourself.',
  download: 'Download profile',
  afterwards: 'After the download',
  steps: [
    'Choose Allow when Safari asks.',
    'Open Settings, choose “Profile Downloaded” at the top, then Install. On a Mac: System Settings, Device Management.',
    'Open the Mail app: your mailbox is there.',
  ],
  safari: 'No download? Open this page in Safari.',
  gone: 'This code no longer works',
  goneWhy:
    'A code works once, for 10 minutes, and while you stay signed in where you made it. Open “Phones and mail apps” in your account again and make a new code.',
  again: 'Phones and mail apps',
  tooMany: 'Too many tries',
  tooManyWhy: 'Your code is still good. Wait a minute, then scan it again.',
};

export const PROFILE_WORDS: Record<PageLanguage, ProfileWords> = { vi, en };
