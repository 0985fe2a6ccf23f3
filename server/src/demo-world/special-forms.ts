import { bankOfficer, forwarder, ha, lan, minh, minhPhat, printer, schulzHamburg } from './correspondents.ts';
import { dateInZone, two } from './dates.ts';
import { type Contact, from, hoursAgo, type Matter, spread, talk } from './message.ts';
import type { MailFile } from './mime.ts';
import { csv, jpeg, png, txt, wav, webm, winmailDat, zip } from './sample-files.ts';
import { docx, pptx, xlsx } from './sample-office.ts';
import { pdf } from './sample-pdf.ts';

const abroad = 'Khách hàng/Nước ngoài';
const mailGate: Contact = {
  name: 'Mail Delivery System',
  email: 'mailer-daemon@mx.saomai.example',
  client: 'thunderbird',
  signature: '',
  english: true,
  zone: 420,
};

const wrongAddress: Contact = { ...schulzHamburg, email: 'anke.schulz@nordlicht-import.example' };

/** Messages of unusual form: reports, invitations, wrapped and heavy files. */
export const specialFormMatters: Matter[] = [
  {
    name: 'twelve-attachments',
    timing: hoursAgo(33),
    folder: abroad,
    write: (f) =>
      talk(
        'Bộ chứng từ đầy đủ lô Yokohama – 12 tệp',
        from(
          ha,
          'Chị Lan Anh,\n\nEm gửi trọn bộ để chị lưu: chứng từ, ảnh đóng hàng, phim xếp cont, ghi âm cuộc gọi với hãng tàu và lịch nhắc nộp C/O.',
          { to: [lan], cc: [minh], files: twelveFiles(f.day()) },
        ),
        from(minh, 'Tuyệt vời, lần đầu thấy đủ bộ ngay trong ngày. Anh lưu rồi.', {
          hoursAfter: 3,
          to: [ha],
          cc: [lan],
        }),
      ),
  },
  {
    name: 'large-photos',
    timing: hoursAgo(101),
    folder: 'Nhà cung cấp',
    write: () =>
      talk(
        'Ảnh gốc chụp sản phẩm cho catalogue (nặng)',
        from(
          printer,
          'Chị Lan Anh, em gửi hai ảnh gốc chưa nén để chị chọn bìa. Thư hơi nặng, nếu chị không nhận được em gửi qua liên kết.',
          { files: [png('bia-ngoai-troi.png', 1140, 760, 0.35), png('bia-trong-nha.png', 1140, 760, 0.35)] },
        ),
      ),
  },
  {
    name: 'invitation',
    timing: hoursAgo(26),
    write: () =>
      talk(
        'Lời mời: Họp chốt lịch tàu tháng tới',
        from(
          forwarder,
          'Chị Lan Anh, em gửi lịch họp trực tuyến để mình chốt chỗ đi Hamburg và Yokohama. Chị bấm chấp nhận giúp em.',
          { cc: [ha], calendar: ({ at, uid }) => invitation(at, uid) },
        ),
      ),
  },
  {
    name: 'bounce',
    timing: hoursAgo(47),
    write: () =>
      talk(
        'Revised care label',
        from(
          lan,
          'Dear Anke,\n\nPlease find the revised care label text: "Wipe with a dry cloth. Keep away from direct sun."',
          { to: [wrongAddress] },
        ),
        from(
          mailGate,
          `This is the mail system at host mx.saomai.example.\n\nI'm sorry to have to inform you that your message could not be delivered to one or more recipients. It's attached below.\n\n<${wrongAddress.email}>: host mail.nordlicht-import.example said: 550 5.1.1 User unknown\n`,
          {
            to: [lan],
            cc: [],
            hoursAfter: 0.02,
            subject: 'Undelivered Mail Returned to Sender',
            undeliveredTo: wrongAddress.email,
            headers: ['Auto-Submitted: auto-replied'],
          },
        ),
      ),
  },
  {
    name: 'forwarded-original',
    timing: spread(1),
    write: () =>
      talk(
        'FW: Thư khiếu nại của khách lẻ (kèm thư gốc)',
        from(
          ha,
          'Chị Lan Anh, em chuyển nguyên thư gốc của khách mua ở hội chợ để chị xem, em đã xin lỗi và gửi đổi cái mới.',
          { to: [lan], files: [originalMail] },
        ),
        from(lan, 'Em xử lý tốt lắm. Tặng thêm khách một bộ lót ly nhé.', { hoursAfter: 2 }),
      ),
  },
  {
    name: 'winmail',
    timing: spread(1),
    folder: 'Khách hàng/Minh Phát',
    write: (f) =>
      talk(
        'Phụ lục hợp đồng số 02',
        from(
          { ...minhPhat, logo: undefined },
          'Chị Lan Anh, em gửi phụ lục và bảng giá trong tệp đính kèm, chị xem và phản hồi giúp em.',
          {
            files: [
              winmailDat([
                {
                  name: 'Phu luc 02.docx',
                  content: docx('a', 'PHỤ LỤC HỢP ĐỒNG SỐ 02', [
                    `Ngày ký: ${f.day()}`,
                    'Điều 1. Bổ sung kho giao hàng tại Thanh Hóa.',
                  ]).content,
                },
                { name: 'bang-gia.txt', content: txt('b', ['A4 80 gsm: 66.500 d/ram']).content },
              ]),
            ],
          },
        ),
        from(lan, 'Anh Tùng ơi máy em nhận thành tệp winmail.dat, anh gửi lại dạng PDF giúp em với.', {
          hoursAfter: 1,
        }),
      ),
  },
  {
    name: 'receipt-wanted',
    timing: hoursAgo(15),
    write: (f) =>
      talk(
        `Xác nhận số dư tài khoản đến ngày ${f.day(-1)} – đề nghị báo đã đọc`,
        from(
          bankOfficer,
          'Chị Lan Anh, em gửi thư xác nhận số dư phục vụ kiểm toán. Chị vui lòng bấm xác nhận đã đọc để em lưu hồ sơ ạ.',
          {
            askReceipt: true,
            files: [
              pdf('Xac nhan so du.pdf', [
                {
                  title: 'XÁC NHẬN SỐ DƯ TÀI KHOẢN',
                  lines: ['Tài khoản: ******0127', 'Số dư: 812.450.000 đ'],
                },
              ]),
            ],
          },
        ),
      ),
  },
];

function invitation(at: number, uid: string): string {
  const start = at + 3 * 86_400;
  return [
    'BEGIN:VCALENDAR',
    'PRODID:-//Hai Long Logistics//Lich//VI',
    'VERSION:2.0',
    'METHOD:REQUEST',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${icsTime(at)}`,
    `DTSTART:${icsTime(start)}`,
    `DTEND:${icsTime(start + 2_700)}`,
    'SUMMARY:Họp chốt lịch tàu tháng tới',
    'LOCATION:Trực tuyến – http://hop.hailonglogistics.example/r/4410',
    `ORGANIZER;CN=${forwarder.name}:mailto:${forwarder.email}`,
    `ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${lan.email}`,
    `ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${ha.email}`,
    'SEQUENCE:0',
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
}

function icsTime(at: number): string {
  const d = dateInZone(at, 0);
  return `${d.year}${two(d.month)}${two(d.day)}T${two(d.hour)}${two(d.minute)}00Z`;
}

const originalMail: MailFile = {
  name: 'thu-goc.eml',
  type: 'message/rfc822',
  content: Buffer.from(
    [
      'From: Nguyen Ha My <hamy@hopthu.example>',
      'To: sales@saomai.example',
      'Subject: Khay may bi bung nan',
      'Date: Mon, 12 Jan 2026 09:14:00 +0700',
      'Message-ID: <hamy-0112@hopthu.example>',
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: 8bit',
      '',
      'Chào shop, mình mua khay mây ở hội chợ hôm Chủ nhật, về dùng hai ngày thì bung một nan ở đáy.',
      'Mình thích mẫu này lắm nên mong được đổi cái khác.',
      '',
    ].join('\r\n'),
  ),
};

function twelveFiles(today: string): MailFile[] {
  const lines = [
    `Ngày: ${today}`,
    'Người bán: Công ty TNHH Thương mại Sao Mai',
    'Người mua: Aozora Zakka Co., Ltd.',
  ];
  return [
    pdf('1 Commercial invoice.pdf', [{ title: 'COMMERCIAL INVOICE', lines }]),
    xlsx('2 Packing list.xlsx', 'Packing', [
      ['Carton', 'Item', 'Pcs', 'Kg'],
      ['1-40', 'SM-C310 cốc men ngọc', 960, 412],
      ['41-60', 'SM-C322 bát men xanh', 240, 268],
    ]),
    docx('3 Hợp đồng.docx', 'HỢP ĐỒNG XUẤT KHẨU', lines),
    pptx('4 Giới thiệu lô hàng.pptx', [
      { title: 'Lô hàng Yokohama', lines: ['60 kiện', '1 container 20 feet'] },
    ]),
    jpeg('5 Ảnh đóng hàng.jpg'),
    png('6 Ảnh xưởng.png'),
    webm('7 Phim xếp cont.webm'),
    wav('8 Ghi âm cuộc gọi.wav'),
    zip('9 Ảnh nhãn thùng.zip', [
      { name: 'nhan-a.png', content: png('nhan-a.png', 80, 60).content },
      { name: 'nhan-b.png', content: png('nhan-b.png', 80, 60).content },
    ]),
    csv('10 Trọng lượng.csv', [
      ['Kiện', 'Kg'],
      [1, 10.3],
      [2, 10.4],
    ]),
    txt('11 Ghi chú.txt', ['Bản gốc B/L gửi chuyển phát nhanh ngày mai.']),
    {
      name: '12 Nhắc nộp CO.ics',
      type: 'text/calendar',
      content: Buffer.from(
        'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Sao Mai//VI\r\nBEGIN:VEVENT\r\nUID:co-yokohama@saomai.example\r\nDTSTAMP:20260105T020000Z\r\nDTSTART;VALUE=DATE:20260112\r\nSUMMARY:Nộp C/O form VJ\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
      ),
    },
  ];
}
