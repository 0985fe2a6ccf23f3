import type { CodeWords } from '../../../mail/forwarding/mail-code.ts';

/** To an address that a user claims as their own. */
export const RECOVERY_CODE_WORDS: CodeWords = {
  vi: {
    subject: 'Mã xác minh email khôi phục',
    text: (mailbox, code) => [
      `${mailbox} muốn dùng địa chỉ này làm email khôi phục trên Bồ Câu.`,
      '',
      `Mã xác minh: ${code}`,
      '',
      'Nếu đó là bạn, hãy nhập mã này ở Tài khoản của tôi > Bảo mật. Mã có hiệu lực trong 24 giờ.',
      'Nếu bạn không biết yêu cầu này, hãy bỏ qua thư và đừng đưa mã cho ai.',
    ],
  },
  en: {
    subject: 'Verification code for a recovery email',
    text: (mailbox, code) => [
      `${mailbox} would like to use this address as its recovery email on Bồ Câu.`,
      '',
      `Verification code: ${code}`,
      '',
      'If this was you, enter this code under My account > Security. It’s valid for 24 hours.',
      'If you don’t know about this, ignore this message and don’t give the code to anyone.',
    ],
  },
};

export const LINK_WORDS: CodeWords = {
  vi: {
    subject: 'Đặt lại mật khẩu',
    text: (mailbox, link) => [
      `Có người yêu cầu đặt lại mật khẩu của ${mailbox} trên Bồ Câu.`,
      '',
      'Nếu đó là bạn, hãy mở liên kết này và chọn mật khẩu mới:',
      link,
      '',
      'Liên kết dùng được một lần, trong 24 giờ. Đừng chuyển liên kết cho ai. Nếu bạn đã bật xác thực hai bước, khi đăng nhập vẫn cần mã.',
      'Nếu bạn không yêu cầu, hãy bỏ qua thư này: mật khẩu hiện tại vẫn giữ nguyên.',
    ],
  },
  en: {
    subject: 'Reset your password',
    text: (mailbox, link) => [
      `Someone asked to reset the password of ${mailbox} on Bồ Câu.`,
      '',
      'If this was you, open this link and choose a new password:',
      link,
      '',
      'The link works once, within 24 hours. Don’t pass it on. If two-step sign-in is on, signing in still takes a code.',
      'If you didn’t ask for it, ignore this message: your password stays as it is.',
    ],
  },
};

/** It names no other address: its reader need not be the owner. */
export const FORMER_ADDRESS_WORDS: CodeWords = {
  vi: {
    subject: 'Địa chỉ này không còn là email khôi phục',
    text: (mailbox) => [
      `Địa chỉ này không còn là email khôi phục của ${mailbox} trên Bồ Câu: email khôi phục đã được thay hoặc đã bị xóa.`,
      '',
      'Nếu đó là bạn, bạn không cần làm gì.',
      'Nếu không phải bạn, hãy đăng nhập và đổi mật khẩu ngay. Nếu không đăng nhập được, hãy báo cho người quản trị tên miền.',
    ],
  },
  en: {
    subject: 'This address is no longer a recovery email',
    text: (mailbox) => [
      `This address is no longer the recovery email of ${mailbox} on Bồ Câu: it was replaced or removed.`,
      '',
      'If this was you, there’s nothing to do.',
      'If it wasn’t, sign in and change your password at once. If you can’t sign in, contact the domain’s administrator.',
    ],
  },
};
