/** Changes of an account's security about which the user gets a message. */
export type NoticedChange =
  | 'password_changed'
  | 'password_reset'
  | 'reset_link_made'
  | 'reset_link_by_administrator'
  | 'reset_link_by_phone'
  | 'recovery_address_set'
  | 'recovery_address_removed'
  | 'two_step_on'
  | 'two_step_off'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'codes_guessed'
  | 'app_password_made'
  | 'passkey_added'
  | 'passkey_removed'
  | 'phone_verified'
  | 'phone_changed'
  | 'phone_removed'
  | 'sign_on_linked'
  | 'sign_on_unlinked'
  | 'alerts_off';

type Words = { subject: string; text(mailbox: string, about: string): string[] };

const DOUBT = {
  vi: [
    '',
    'Nếu bạn không làm việc này, hãy đổi mật khẩu ngay trong Tài khoản của tôi > Mật khẩu, rồi báo cho người quản trị tên miền.',
  ],
  en: [
    '',
    'If this wasn’t you, change your password now under My account > Password, then contact your domain’s administrator.',
  ],
} as const;

const KEEPS_WORKING = {
  vi: 'Mật khẩu hiện tại vẫn dùng được cho đến khi mật khẩu mới được đặt.',
  en: 'The current password keeps working until a new one is set.',
} as const;

/** The text of each notice, without secrets or codes. */
export const SECURITY_WORDS: Record<'vi' | 'en', Record<NoticedChange, Words>> = {
  vi: {
    password_changed: {
      subject: 'Đã đổi mật khẩu',
      text: (mailbox) => [
        `Mật khẩu của ${mailbox} vừa được đổi. Các thiết bị khác đã bị đăng xuất và các mật khẩu ứng dụng đã bị thu hồi.`,
        ...DOUBT.vi,
      ],
    },
    password_reset: {
      subject: 'Đã đặt mật khẩu mới bằng liên kết',
      text: (mailbox) => [
        `Mật khẩu mới của ${mailbox} vừa được đặt bằng một liên kết đặt lại. Mọi thiết bị đã bị đăng xuất và các mật khẩu ứng dụng đã bị thu hồi. Xác thực hai bước vẫn như cũ.`,
        ...DOUBT.vi,
      ],
    },
    reset_link_made: {
      subject: 'Đã tạo liên kết đặt lại mật khẩu',
      text: (mailbox, about) => [
        `Có người đã yêu cầu đặt lại mật khẩu của ${mailbox}. Một liên kết dùng được một lần, trong 24 giờ, đã được gửi đến ${about}.`,
        KEEPS_WORKING.vi,
        ...DOUBT.vi,
      ],
    },
    reset_link_by_administrator: {
      subject: 'Đã tạo liên kết đặt mật khẩu',
      text: (mailbox, about) => [
        `Quản trị viên${about === '' ? '' : ` (${about})`} đã tạo liên kết để đặt mật khẩu mới cho ${mailbox}. Liên kết dùng được một lần, trong 24 giờ.`,
        KEEPS_WORKING.vi,
        ...DOUBT.vi,
      ],
    },
    reset_link_by_phone: {
      subject: 'Đã tạo liên kết đặt lại mật khẩu',
      text: (mailbox, about) => [
        `Có người vừa nhập mã được gửi đến số ${about} để đặt mật khẩu mới cho ${mailbox}.`,
        KEEPS_WORKING.vi,
        ...DOUBT.vi,
      ],
    },
    recovery_address_set: {
      subject: 'Đã đặt email khôi phục',
      text: (mailbox, about) => [
        `Từ bây giờ, khi quên mật khẩu của ${mailbox}, liên kết đặt lại mật khẩu được gửi đến ${about}.`,
        ...DOUBT.vi,
      ],
    },
    recovery_address_removed: {
      subject: 'Đã xóa email khôi phục',
      text: (mailbox, about) => [
        `${about} không còn là email khôi phục của ${mailbox}. Khi quên mật khẩu, bạn cần nhờ người quản trị.`,
        ...DOUBT.vi,
      ],
    },
    two_step_on: {
      subject: 'Đã bật xác thực hai bước',
      text: (mailbox) => [
        `Từ bây giờ, đăng nhập vào ${mailbox} cần thêm một mã từ ứng dụng xác thực. Các thiết bị khác đã bị đăng xuất.`,
        ...DOUBT.vi,
      ],
    },
    two_step_off: {
      subject: 'Đã tắt xác thực hai bước',
      text: (mailbox) => [
        `Từ bây giờ, đăng nhập vào ${mailbox} chỉ cần mật khẩu. Các thiết bị khác đã bị đăng xuất.`,
        ...DOUBT.vi,
      ],
    },
    recovery_codes_made: {
      subject: 'Đã tạo mã khôi phục mới',
      text: (mailbox) => [
        `Mã khôi phục mới của ${mailbox} vừa được tạo. Các mã cũ không còn dùng được.`,
        ...DOUBT.vi,
      ],
    },
    recovery_code_used: {
      subject: 'Đã dùng một mã khôi phục',
      text: (mailbox, about) => [
        `Một mã khôi phục của ${mailbox} vừa được dùng thay cho mã trong ứng dụng xác thực. Còn lại ${about} mã.`,
        ...DOUBT.vi,
      ],
    },
    codes_guessed: {
      subject: 'Có người nhập đúng mật khẩu nhưng sai mã nhiều lần',
      text: (mailbox) => [
        `Có người đã nhập đúng mật khẩu của ${mailbox}, rồi nhập sai mã xác thực nhiều lần. Họ chưa đăng nhập được bằng các mã đó, nhưng có thể đã biết mật khẩu của bạn.`,
        ...DOUBT.vi,
      ],
    },
    app_password_made: {
      subject: 'Đã tạo mật khẩu ứng dụng',
      text: (mailbox, about) => [
        `Mật khẩu ứng dụng “${about}” vừa được tạo cho ${mailbox}. Chương trình dùng mật khẩu này đăng nhập được mà không cần mã xác thực.`,
        ...DOUBT.vi,
      ],
    },
    passkey_added: {
      subject: 'Đã thêm khóa truy cập',
      text: (mailbox, about) => [
        `Khóa truy cập “${about}” vừa được thêm vào ${mailbox}. Ai giữ khóa này và mở khóa được thiết bị của nó thì đăng nhập được mà không cần mật khẩu.`,
        ...DOUBT.vi,
      ],
    },
    passkey_removed: {
      subject: 'Đã gỡ khóa truy cập',
      text: (mailbox, about) => [
        `Khóa truy cập “${about}” của ${mailbox} vừa bị gỡ. Các thiết bị khác đã bị đăng xuất.`,
        ...DOUBT.vi,
      ],
    },
    sign_on_linked: {
      subject: 'Đã liên kết tài khoản công ty',
      text: (mailbox, about) => [
        `Từ bây giờ, tài khoản công ty ${about} mở được hộp thư ${mailbox} thay cho mật khẩu.`,
        ...DOUBT.vi,
      ],
    },
    sign_on_unlinked: {
      subject: 'Đã gỡ liên kết tài khoản công ty',
      text: (mailbox, about) => [
        `Tài khoản công ty ${about} không còn mở được hộp thư ${mailbox}. Các thiết bị khác đã bị đăng xuất.`,
        ...DOUBT.vi,
      ],
    },
    alerts_off: {
      subject: 'Đã tắt cảnh báo đăng nhập',
      text: (mailbox) => [
        `Từ bây giờ, bạn không còn được báo khi có thiết bị lạ đăng nhập vào ${mailbox}.`,
        ...DOUBT.vi,
      ],
    },
    phone_verified: {
      subject: 'Đã xác minh số điện thoại',
      text: (mailbox, about) => [`Số điện thoại ${about} vừa được xác minh cho ${mailbox}.`, ...DOUBT.vi],
    },
    phone_changed: {
      subject: 'Đã đổi số điện thoại',
      text: (mailbox, about) => [
        `Số điện thoại của ${mailbox} vừa được đổi thành ${about}. Các thiết bị khác đã bị đăng xuất.`,
        ...DOUBT.vi,
      ],
    },
    phone_removed: {
      subject: 'Đã gỡ số điện thoại',
      text: (mailbox, about) => [
        `Số điện thoại ${about} không còn gắn với ${mailbox} và sẽ không nhận mã nữa.`,
        ...DOUBT.vi,
      ],
    },
  },
  en: {
    password_changed: {
      subject: 'Password changed',
      text: (mailbox) => [
        `The password of ${mailbox} was changed. Other devices were signed out, and app passwords were revoked.`,
        ...DOUBT.en,
      ],
    },
    password_reset: {
      subject: 'New password set with a link',
      text: (mailbox) => [
        `A new password for ${mailbox} was set with a reset link. All devices were signed out, and app passwords were revoked. Two-step sign-in is unchanged.`,
        ...DOUBT.en,
      ],
    },
    reset_link_made: {
      subject: 'Password reset link created',
      text: (mailbox, about) => [
        `Someone asked to reset the password of ${mailbox}. A link that works once, within 24 hours, was sent to ${about}.`,
        KEEPS_WORKING.en,
        ...DOUBT.en,
      ],
    },
    reset_link_by_administrator: {
      subject: 'Password link created',
      text: (mailbox, about) => [
        `An administrator${about === '' ? '' : ` (${about})`} created a link to set a new password for ${mailbox}. It works once, within 24 hours.`,
        KEEPS_WORKING.en,
        ...DOUBT.en,
      ],
    },
    reset_link_by_phone: {
      subject: 'Password reset link created',
      text: (mailbox, about) => [
        `Someone entered the code sent to ${about} to set a new password for ${mailbox}.`,
        KEEPS_WORKING.en,
        ...DOUBT.en,
      ],
    },
    recovery_address_set: {
      subject: 'Recovery email set',
      text: (mailbox, about) => [
        `From now on, if the password of ${mailbox} is forgotten, a reset link is sent to ${about}.`,
        ...DOUBT.en,
      ],
    },
    recovery_address_removed: {
      subject: 'Recovery email removed',
      text: (mailbox, about) => [
        `${about} is no longer the recovery email of ${mailbox}. If you forget the password, you need your administrator.`,
        ...DOUBT.en,
      ],
    },
    two_step_on: {
      subject: 'Two-step sign-in turned on',
      text: (mailbox) => [
        `From now on, signing in to ${mailbox} also takes a code from an authenticator app. Other devices were signed out.`,
        ...DOUBT.en,
      ],
    },
    two_step_off: {
      subject: 'Two-step sign-in turned off',
      text: (mailbox) => [
        `From now on, signing in to ${mailbox} takes only your password. Other devices were signed out.`,
        ...DOUBT.en,
      ],
    },
    recovery_codes_made: {
      subject: 'New recovery codes created',
      text: (mailbox) => [
        `New recovery codes were created for ${mailbox}. The old ones no longer work.`,
        ...DOUBT.en,
      ],
    },
    recovery_code_used: {
      subject: 'A recovery code was used',
      text: (mailbox, about) => [
        `A recovery code for ${mailbox} was used in place of the authenticator app. Codes left: ${about}.`,
        ...DOUBT.en,
      ],
    },
    codes_guessed: {
      subject: 'Someone entered your password and several wrong codes',
      text: (mailbox) => [
        `Someone entered the right password for ${mailbox}, then several wrong verification codes. Those codes let nobody in, but whoever it was may know your password.`,
        ...DOUBT.en,
      ],
    },
    app_password_made: {
      subject: 'App password created',
      text: (mailbox, about) => [
        `The app password “${about}” was created for ${mailbox}. A program that uses it can sign in without a code.`,
        ...DOUBT.en,
      ],
    },
    passkey_added: {
      subject: 'Passkey added',
      text: (mailbox, about) => [
        `The passkey “${about}” was added to ${mailbox}. Whoever has it and can unlock its device can sign in without a password.`,
        ...DOUBT.en,
      ],
    },
    passkey_removed: {
      subject: 'Passkey removed',
      text: (mailbox, about) => [
        `The passkey “${about}” was removed from ${mailbox}. Other devices were signed out.`,
        ...DOUBT.en,
      ],
    },
    sign_on_linked: {
      subject: 'Company account linked',
      text: (mailbox, about) => [
        `From now on, the company account ${about} opens ${mailbox} instead of the password.`,
        ...DOUBT.en,
      ],
    },
    sign_on_unlinked: {
      subject: 'Company account unlinked',
      text: (mailbox, about) => [
        `The company account ${about} no longer opens ${mailbox}. Other devices were signed out.`,
        ...DOUBT.en,
      ],
    },
    alerts_off: {
      subject: 'Sign-in alerts turned off',
      text: (mailbox) => [
        `From now on, you aren’t alerted when an unknown device signs in to ${mailbox}.`,
        ...DOUBT.en,
      ],
    },
    phone_verified: {
      subject: 'Phone number verified',
      text: (mailbox, about) => [`The phone number ${about} was verified for ${mailbox}.`, ...DOUBT.en],
    },
    phone_changed: {
      subject: 'Phone number changed',
      text: (mailbox, about) => [
        `The phone number of ${mailbox} was changed to ${about}. Other devices were signed out.`,
        ...DOUBT.en,
      ],
    },
    phone_removed: {
      subject: 'Phone number removed',
      text: (mailbox, about) => [
        `The phone number ${about} no longer belongs to ${mailbox}, and no codes are sent to it.`,
        ...DOUBT.en,
      ],
    },
  },
};
