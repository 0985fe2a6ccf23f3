const vi = {
  title: 'Tệp được chia sẻ',
  otherLanguage: 'English',
  gone: 'Liên kết này không mở được',
  goneWhy: 'Liên kết không đúng, đã hết hạn hoặc đã bị thu hồi. Hãy hỏi lại người đã gửi cho bạn.',
  locked: 'Nhập mật khẩu để mở',
  lockedWhy: 'Người chia sẻ đã báo mật khẩu cho bạn bằng cách khác, không nằm trong thư.',
  password: 'Mật khẩu',
  open: 'Mở',
  wrong: 'Mật khẩu không đúng. Hãy thử lại.',
  tooMany: 'Đã thử sai quá nhiều lần. Hãy đợi 10 phút rồi thử lại.',
  inside: 'Mở tệp được chia sẻ với bạn',
  signIn: 'Đăng nhập để mở',
  signInWhy: 'Liên kết này dành cho người trong tổ chức. Hãy đăng nhập rồi mở lại liên kết.',
  signInLink: 'Đăng nhập',
  sharedBy: (name: string) => `${name} chia sẻ với bạn`,
  until: (day: string) => `Liên kết có hiệu lực đến hết ${day}`,
  download: 'Tải xuống',
  downloadOf: (name: string) => `Tải xuống ${name}`,
  downloadAll: 'Tải xuống tất cả (.zip)',
  view: 'Xem',
  prepareView: 'Xem trước',
  preparing: 'Đang chuẩn bị bản xem trước. Trang tự mở lại sau vài giây.',
  viewFailed: 'Không xem trước được tệp này. Hãy tải xuống để mở.',
  empty: 'Thư mục này trống.',
  name: 'Tên',
  size: 'Kích thước',
  changed: 'Sửa lần cuối',
  folder: 'Thư mục',
  more: 'Xem tiếp',
  root: 'Tất cả',
  virus: 'Tệp này có mã độc nên không tải xuống được.',
  noPreview: 'Tải xuống để mở.',
  cut: 'Chỉ hiện phần đầu của tệp.',
  upload: 'Tải lên thư mục này',
  choose: 'Chọn tệp',
  uploadHint: (size: string) => `Mỗi lần tối đa ${size}. Tệp trùng tên được đánh số.`,
  send: 'Tải lên',
  sending: 'Đang tải lên…',
  resumes: 'Tệp lớn tự tải tiếp khi mạng bị ngắt. Tệp trùng tên được đánh số.',
  resuming: 'Mất kết nối. Sẽ tự tải tiếp khi có mạng…',
  notUploaded: {
    too_large: 'Quá lớn hoặc quá nhiều tệp cho một lần tải lên. Hãy tải lên ít hơn mỗi lần.',
    drive_full: 'Kho tệp của người chia sẻ đã đầy. Hãy báo cho người đó.',
    file_not_allowed: 'Loại tệp này không được nhận. Hãy chọn tệp khác.',
    file_name_invalid: 'Tên tệp quá dài hoặc có ký tự không dùng được. Hãy đổi tên tệp rồi thử lại.',
    other: 'Chưa tải lên được. Hãy thử lại sau ít phút.',
    lost: 'Mất kết nối nên chưa tải lên được. Hãy thử lại.',
  },
  back: 'Quay lại thư mục',
  guest: 'Khách qua liên kết',
};
export type PageWords = typeof vi;

const en: PageWords = {
  title: 'Shared files',
  otherLanguage: 'Tiếng Việt',
  gone: 'This link can’t be opened',
  goneWhy: 'It is wrong, has expired or was revoked. Ask the person who sent it to you.',
  locked: 'Enter the password',
  lockedWhy: 'Whoever shared this gave you the password some other way; it isn’t in the message.',
  password: 'Password',
  open: 'Open',
  wrong: 'Wrong password. Try again.',
  tooMany: 'Too many wrong tries. Wait 10 minutes and try again.',
  inside: 'Open what is shared with you',
  signIn: 'Sign in to open',
  signInWhy: 'This link is for people of the organisation. Sign in, then open the link again.',
  signInLink: 'Sign in',
  sharedBy: (name) => `Shared with you by ${name}`,
  until: (day) => `The link works until the end of ${day}`,
  download: 'Download',
  downloadOf: (name) => `Download ${name}`,
  downloadAll: 'Download all (.zip)',
  view: 'View',
  prepareView: 'Preview',
  preparing: 'The preview is being prepared. This page reloads in a few seconds.',
  viewFailed: 'This file can’t be previewed. Download it to open it.',
  empty: 'This folder is empty.',
  name: 'Name',
  size: 'Size',
  changed: 'Last changed',
  folder: 'Folder',
  more: 'Show more',
  root: 'All',
  virus: 'This file contains malware and can’t be downloaded.',
  noPreview: 'This type of file has no preview. Download it to open it.',
  cut: 'Only the beginning of the file is shown.',
  upload: 'Upload to this folder',
  choose: 'Choose files',
  uploadHint: (size) => `Up to ${size} at a time. A file whose name is taken gets a number.`,
  send: 'Upload',
  sending: 'Uploading…',
  resumes:
    'Large files go on by themselves after a lost connection. A file whose name is taken gets a number.',
  resuming: 'Connection lost. The upload goes on once you’re online…',
  notUploaded: {
    too_large: 'Too large, or too many files at once. Upload fewer at a time.',
    drive_full: 'The drive of the person who shared this is full. Let them know.',
    file_not_allowed: 'Files of this type aren’t accepted. Choose another file.',
    file_name_invalid:
      'The file name is too long or has characters that can’t be used. Rename it and try again.',
    other: 'Couldn’t upload. Try again in a few minutes.',
    lost: 'Connection lost, nothing was uploaded. Try again.',
  },
  back: 'Back to the folder',
  guest: 'Guest by link',
};

export type PageLanguage = 'vi' | 'en';
export const PAGE_WORDS: Record<PageLanguage, PageWords> = { vi, en };

/** The visitor's choice, otherwise the browser's first preference; Vietnamese when neither is supported. */
export function pageLanguage(chosen: string | undefined, accepted: string | undefined): PageLanguage {
  if (chosen === 'vi' || chosen === 'en') return chosen;
  const wanted = (accepted ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.trim().split(';');
      const weight = Number(rest.join(';').match(/q=([\d.]+)/)?.[1] ?? 1);
      return { language: tag.slice(0, 2).toLowerCase(), weight };
    })
    .filter(({ language, weight }) => weight > 0 && (language === 'vi' || language === 'en'))
    .sort((one, other) => other.weight - one.weight);
  return wanted[0]?.language === 'en' ? 'en' : 'vi';
}
