/** `link`: where to release it; `own`: the reader is the sender, who may not. */
type About = { sender: string; count: number; link: string; own: boolean };
type Brake = 'hour' | 'day' | 'refused';

/** The message to administrators about a sender who was held automatically. */
export const BRAKE_WORDS: Record<
  'vi' | 'en',
  { subject(sender: string): string; text(brake: Brake, about: About): string[] }
> = {
  vi: {
    subject: (sender) => `Đã tạm giữ thư gửi đi của ${sender}`,
    text: (brake, { sender, count, link, own }) => [
      {
        hour: `${sender} đã gửi cho ${count} người nhận bên ngoài trong một giờ, nhiều hơn hẳn bình thường.`,
        day: `${sender} đã gửi cho ${count} người nhận bên ngoài trong một ngày, nhiều hơn hẳn bình thường.`,
        refused: `Trong một ngày, máy chủ bên nhận đã từ chối ${count} người nhận mà ${sender} gửi đến.`,
      }[brake],
      '',
      'Có thể mật khẩu của tài khoản này đã lộ. Thư gửi ra ngoài đang được giữ lại, không mất thư nào;',
      'thư trong nội bộ vẫn đến bình thường.',
      '',
      own
        ? 'Bạn không tự cho gửi tiếp thư của mình được. Hãy nhờ người quản trị khác hoặc nhà cung cấp:'
        : 'Hãy hỏi người gửi, rồi cho gửi tiếp hoặc xóa thư đang giữ:',
      link,
    ],
  },
  en: {
    subject: (sender) => `Outgoing mail of ${sender} is on hold`,
    text: (brake, { sender, count, link, own }) => [
      {
        hour: `${sender} sent to ${count} outside recipients within an hour, far more than usual.`,
        day: `${sender} sent to ${count} outside recipients within a day, far more than usual.`,
        refused: `Within a day, other servers refused ${count} recipients that ${sender} sent to.`,
      }[brake],
      '',
      'Someone else may know the password of this account. Mail to the outside is on hold and none of it is lost;',
      'mail within the organisation still arrives.',
      '',
      own
        ? 'You can not release your own mail. Ask another administrator or the provider to do so:'
        : 'Ask the sender, then release or remove what is on hold:',
      link,
    ],
  },
};
