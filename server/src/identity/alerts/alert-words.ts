/** The words of an alert about a sign-in from an unknown device. */
type AlertWords = {
  subject(device: string): string;
  text(about: { mailbox: string; device: string; address: string; at: string; link: string }): string[];
  on(browser: string, system: string): string;
  mailProgram(name: string): string;
  program(name: string): string;
  unknown: string;
};

export const ALERT_WORDS: Record<'vi' | 'en', AlertWords> = {
  vi: {
    subject: (device) => `Đăng nhập mới: ${device}`,
    text: ({ mailbox, device, address, at, link }) => [
      `Tài khoản ${mailbox} vừa được đăng nhập từ một thiết bị mới.`,
      '',
      `Thiết bị: ${device}`,
      `Địa chỉ IP: ${address}`,
      `Thời gian: ${at}`,
      '',
      'Nếu đó là bạn, bạn không cần làm gì.',
      '',
      'Nếu không phải bạn, hãy đăng xuất thiết bị đó và đổi mật khẩu ngay:',
      link,
    ],
    on: (browser, system) => `${browser} trên ${system}`,
    mailProgram: (name) => `Chương trình thư (${name})`,
    program: (name) => `Chương trình ${name}`,
    unknown: 'Thiết bị không xác định',
  },
  en: {
    subject: (device) => `New sign-in: ${device}`,
    text: ({ mailbox, device, address, at, link }) => [
      `Someone signed in to ${mailbox} from a new device.`,
      '',
      `Device: ${device}`,
      `IP address: ${address}`,
      `Time: ${at}`,
      '',
      'If this was you, there’s nothing to do.',
      '',
      'If this wasn’t you, sign that device out and change your password now:',
      link,
    ],
    on: (browser, system) => `${browser} on ${system}`,
    mailProgram: (name) => `Mail program (${name})`,
    program: (name) => `Program ${name}`,
    unknown: 'Unknown device',
  },
};
