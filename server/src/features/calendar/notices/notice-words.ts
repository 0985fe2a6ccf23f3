import type { CalendarMember } from '@bocau/contract/calendar-shares.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';

type Shared = {
  name: string;
  owner: string;
  email: string;
  permission: CalendarMember['permission'];
  link: string;
};
type HandedOver = { title: string; by: MailAddress; link: string };
type Received = { meetings: number; by: MailAddress; link: string };
type Given = { meetings: number; heir: MailAddress; link: string };
/** Why meetings were not handed over to the end. */
export type StopReason = 'no_heir' | 'failed';
type Stopped = {
  meetings: number;
  left: number;
  by: MailAddress;
  heir: MailAddress;
  reason: StopReason;
  link: string;
};
type Released = { title: string; room: string; link: string };
type Words = { subject: string; text: string[] };

/** What notices of the calendar say. */
export const noticeWords: Record<
  'vi' | 'en',
  {
    shared(about: Shared): Words;
    released(about: Released): Words;
    handedOver(about: HandedOver): Words;
    meetingsReceived(about: Received): Words;
    meetingsGiven(about: Given): Words;
    meetingsStopped(about: Stopped): Words;
  }
> = {
  vi: {
    shared({ name, owner, email, permission, link }) {
      const may = {
        BUSY: 'thấy lúc nào bận',
        READ: 'xem các sự kiện',
        WRITE: 'xem, thêm và sửa các sự kiện',
        MANAGE: 'xem, thêm, sửa các sự kiện và chia sẻ lịch này',
      };
      return {
        subject: `${owner} đã chia sẻ lịch “${name}” với bạn`,
        text: [
          `${owner} (${email}) đã chia sẻ lịch “${name}” với bạn.`,
          `Bạn có thể ${may[permission]}.`,
          '',
          `Mở lịch: ${link}`,
          '',
          'Lịch nằm ở mục “Được chia sẻ với tôi”. Nếu không cần, bạn có thể ẩn hoặc bỏ lịch ở đó.',
        ],
      };
    },
    released({ title, room, link }) {
      return {
        subject: `${room} không còn giữ cho “${title || 'Không có tiêu đề'}”`,
        text: [
          `Người quản lý phòng đã bỏ giữ ${room} cho sự kiện “${title || 'Không có tiêu đề'}” của bạn.`,
          'Sự kiện vẫn còn trong lịch, nhưng không có phòng này nữa. Bạn có thể chọn phòng khác.',
          '',
          `Mở lịch: ${link}`,
        ],
      };
    },
    handedOver({ title, by: { name, email }, link }) {
      const what = title || 'Không có tiêu đề';
      return {
        subject: `${name || email} đã giao “${what}” cho bạn tổ chức`,
        text: [
          `${named({ name, email })} đã giao cuộc hẹn “${what}” cho bạn: từ bây giờ bạn là người tổ chức.`,
          'Bạn sửa, hủy cuộc hẹn và nhận câu trả lời của khách. Phòng đã đặt vẫn được giữ, và khách được báo.',
          '',
          `Mở lịch: ${link}`,
          '',
          'Nếu không nhận, bạn có thể giao lại khi mở cuộc hẹn.',
        ],
      };
    },
    meetingsReceived({ meetings, by, link }) {
      return {
        subject: `Bạn đã nhận ${meetings} cuộc hẹn của ${by.name || by.email}`,
        text: [
          `Quản trị viên của tổ chức đã giao cho bạn ${meetings} cuộc hẹn sắp tới của ${named(by)}: từ bây giờ bạn là người tổ chức.`,
          'Bạn dời, sửa, hủy các cuộc hẹn và nhận câu trả lời của khách. Phòng đã đặt vẫn được giữ, và khách được báo.',
          '',
          `Mở lịch: ${link}`,
        ],
      };
    },
    meetingsGiven({ meetings, heir, link }) {
      return {
        subject: `${meetings} cuộc hẹn của bạn đã được giao cho ${heir.name || heir.email}`,
        text: [
          `Quản trị viên của tổ chức đã giao ${meetings} cuộc hẹn sắp tới do bạn tổ chức cho ${named(heir)}. Bạn vẫn là khách của các cuộc hẹn này.`,
          'Cuộc hẹn riêng tư vẫn do bạn tổ chức.',
          '',
          `Mở lịch: ${link}`,
        ],
      };
    },
    meetingsStopped({ meetings, left, by, heir, reason, link }) {
      const why = {
        no_heir: 'vì người nhận không còn đăng nhập hoặc gửi thư được',
        failed: 'vì nhiều lần gặp lỗi',
      };
      return {
        subject: `Chưa giao hết cuộc hẹn của ${by.name || by.email}: còn ${left}`,
        text: [
          `Bạn đã yêu cầu giao các cuộc hẹn sắp tới của ${named(by)} cho ${named(heir)}. Việc này đã dừng ${why[reason]}.`,
          `Đã giao ${meetings} cuộc hẹn; ${left} cuộc hẹn vẫn do ${by.name || by.email} tổ chức.`,
          '',
          `Giao các cuộc hẹn còn lại: ${link}`,
        ],
      };
    },
  },
  en: {
    shared({ name, owner, email, permission, link }) {
      const may = {
        BUSY: 'see when it is busy',
        READ: 'see its events',
        WRITE: 'see, add and change its events',
        MANAGE: 'see, add and change its events, and share it',
      };
      return {
        subject: `${owner} shared the calendar “${name}” with you`,
        text: [
          `${owner} (${email}) shared the calendar “${name}” with you.`,
          `You can ${may[permission]}.`,
          '',
          `Open the calendar: ${link}`,
          '',
          'It is under “Shared with me”. If you don’t need it, you can hide or leave it there.',
        ],
      };
    },
    released({ title, room, link }) {
      return {
        subject: `${room} is no longer booked for “${title || 'No title'}”`,
        text: [
          `The owner of the rooms has released ${room} from your event “${title || 'No title'}”.`,
          'The event is still in your calendar, without this room. You can choose another one.',
          '',
          `Open the calendar: ${link}`,
        ],
      };
    },
    handedOver({ title, by: { name, email }, link }) {
      const what = title || 'No title';
      return {
        subject: `${name || email} made you the organiser of “${what}”`,
        text: [
          `${named({ name, email })} has handed the event “${what}” to you: you are its organiser from now on.`,
          'You can change it and cancel it, and guests answer you. Its rooms stay booked, and guests are told.',
          '',
          `Open the calendar: ${link}`,
          '',
          'If it isn’t for you, you can hand it back from the event.',
        ],
      };
    },
    meetingsReceived({ meetings, by, link }) {
      return {
        subject: `You received ${counted(meetings)} of ${by.name || by.email}`,
        text: [
          `An administrator of your organisation handed ${counted(meetings)} of ${named(by)} to you: you are the organiser from now on.`,
          'You can move, change and cancel them, and guests answer you. Rooms stay booked, and guests are told.',
          '',
          `Open the calendar: ${link}`,
        ],
      };
    },
    meetingsGiven({ meetings, heir, link }) {
      return {
        subject: `${counted(meetings)} of yours went to ${heir.name || heir.email}`,
        text: [
          `An administrator of your organisation handed ${counted(meetings)} that you organised to ${named(heir)}. You are still a guest.`,
          'Private events are yours to organise as before.',
          '',
          `Open the calendar: ${link}`,
        ],
      };
    },
    meetingsStopped({ meetings, left, by, heir, reason, link }) {
      const why = {
        no_heir: 'because they can no longer sign in or send mail',
        failed: 'because it failed many times',
      };
      return {
        subject: `Events of ${by.name || by.email} not all handed over: ${left} left`,
        text: [
          `You asked for the coming events of ${named(by)} to be handed over to ${named(heir)}. This has stopped, ${why[reason]}.`,
          `${counted(meetings)} went over; ${left} still ${left === 1 ? 'belongs' : 'belong'} to ${by.name || by.email}.`,
          '',
          `Hand over the rest: ${link}`,
        ],
      };
    },
  },
};

const counted = (meetings: number) => `${meetings} coming ${meetings === 1 ? 'event' : 'events'}`;

function named({ name, email }: MailAddress): string {
  return name === '' ? email : `${name} (${email})`;
}
