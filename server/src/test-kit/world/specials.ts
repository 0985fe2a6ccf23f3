import { association, bankOfficer, dung, forwarder, ha, haphazardContacts, itShop, lan, minh, minhPhat, nam, printer, sales, weberHamburg, schulzHamburg } from './correspondents.ts';
import { dateInZone, two } from './dates.ts';
import { type Contact, type Matter, from, hoursAgo, spread, talk } from './letter.ts';
import type { MailFile } from './mime.ts';
import { csv, jpeg, png, txt, wav, webm, winmailDat, zip } from './sample-files.ts';
import { docx, pptx, xlsx } from './sample-office.ts';
import { pdf } from './sample-pdf.ts';

const abroad = 'Khách hàng/Nước ngoài';
const mailGate: Contact = { name: 'Mail Delivery System', email: 'mailer-daemon@mx.saomai.example', client: 'thunderbird', signature: '', english: true, zone: 420 };
const impostor: Contact = { ...minh, client: 'phone', signature: '' };
const wrongAddress: Contact = { ...schulzHamburg, name: 'Anke Schulz', email: 'anke.schulz@nordlicht-import.example' };

/** Each of these shows something that a mail reader must cope with. */
export const specialMatters: Matter[] = [
  {
    name: 'spoofed-transfer',
    timing: hoursAgo(6.4),
    spoofed: true,
    auth: { spf: 'fail', dkim: 'none', dmarc: 'fail' },
    write: () =>
      talk(
        '**SPOOF** Chuyển khoản gấp trong sáng nay',
        from(impostor, 'Chị Lan Anh,\n\nEm đang họp không nghe máy được. Nhà cung cấp đổi tài khoản, chị duyệt giúp em chuyển gấp 286.000.000 đ vào số 0908 1127 4456, tên LE QUANG VINH, trước 11h. Chị đừng gọi lại, em xong họp sẽ giải thích. Việc này chị giữ kín giúp em.', {
          headers: ['Reply-To: minh.tran.ketoan@freepost.example'],
        }),
      ),
  },
  {
    name: 'hamburg-fourteen',
    timing: hoursAgo(9),
    folder: abroad,
    starred: true,
    write: (f) => {
      const all = { cc: [minh, ha] };
      const toBuyer = { to: [weberHamburg], ...all };
      return talk(
        'Christmas collection: price, deposit and loading date',
        from(weberHamburg, `Dear Ms Lan Anh,\n\nour board approved the Christmas collection: 1,400 trays, 900 baskets and 1,000 bamboo boxes. Before we sign I need three things: a final price, the deposit terms, and a loading date not later than ${f.englishDay(30)}.\n\nBest regards`, { to: [lan], ...all }),
        from(lan, 'Dear Mr Weber,\n\nGreat news, thank you! Ha will confirm capacity with the workshops today, Minh the deposit terms. You will have one clear answer by tomorrow noon.', { ...toBuyer, hoursAfter: 3 }),
        from(ha, 'Dear Mr Weber,\n\nCapacity is confirmed: trays 18 days, baskets 24 days, boxes 20 days, all in parallel.', { ...toBuyer, cc: [lan, minh], hoursAfter: 5 }),
        from(minh, 'Dear Mr Weber,\n\nDeposit 30 % by T/T, balance against copy of B/L. For this volume we can accept 25 %.', { ...toBuyer, cc: [lan, ha], hoursAfter: 2 }),
        from(weberHamburg, 'Thank you both. 25 % is fine. The price of the basket is still 4 % above our budget, can you do something?', { to: [lan], ...all, hoursAfter: 16 }),
        from(lan, 'Hà, Minh: giỏ giảm 4% thì còn lãi không? Chị nghĩ đổi quai da sang quai dây thừng bọc da thì vừa.', { to: [weberHamburg], ...all, hoursAfter: 1 }),
        from(lan, 'Dear Mr Weber,\n\nPlease excuse my last message, it was meant for my colleagues – now you know how we calculate :) In short: with a leather-wrapped rope handle we meet your price. Photo attached.', { ...toBuyer, hoursAfter: 1, files: [jpeg('rope_handle.jpg')] }),
        from(weberHamburg, 'No problem, I have learned my first Vietnamese words today! The rope handle looks even better. Agreed.', { to: [lan], ...all, hoursAfter: 4 }),
        from(ha, `Wonderful! The loading date will be ${f.englishDay(27)}, vessel to be named by Hai Long Logistics.`, { ...toBuyer, cc: [lan, minh], hoursAfter: 12 }),
        from(minh, 'The pro forma invoice for the 25 % deposit is attached.', { ...toBuyer, cc: [lan, ha], hoursAfter: 2, files: [pdf('Proforma_SM-118.pdf', [{ title: 'PRO FORMA INVOICE SM-118', lines: ['Trays 1,400 x 4.80 = USD 6,720.00', 'Baskets 900 x 10.90 = USD 9,810.00', 'Boxes 1,000 x 7.90 = USD 7,900.00', 'Total USD 24,430.00, deposit 25 % = USD 6,107.50'] }])] }),
        from(weberHamburg, 'Received, in the payment run of tomorrow. Please also send a photo of the first finished box, our shop wants it for the window.', { to: [lan], ...all, hoursAfter: 7 }),
        from(ha, 'First box, fresh from the lacquer room.', { ...toBuyer, cc: [lan, minh], hoursAfter: 20, files: [png('box_001.png', 360, 240)] }),
        from(minh, 'Deposit of USD 6,107.50 received today, thank you.', { ...toBuyer, cc: [lan, ha], hoursAfter: 6 }),
        from(weberHamburg, 'Beautiful. The team in Hamburg sends greetings to the lacquer room!', { to: [lan], ...all, hoursAfter: 5 }),
      );
    },
  },
  {
    name: 'sixty-recipients',
    timing: hoursAgo(52),
    write: (f) => {
      const members = haphazardContacts(58, f.rng);
      return talk(
        'Mời họp mặt doanh nghiệp cuối năm và bình chọn Ban chấp hành',
        from(association, `Kính gửi Quý hội viên,\n\nHội Doanh nghiệp Long Biên trân trọng kính mời Quý vị dự buổi họp mặt cuối năm lúc 17h30 ngày ${f.day(12)} tại Trung tâm hội nghị Bồ Đề.\n\n- Tổng kết hoạt động trong năm\n- Bình chọn Ban chấp hành nhiệm kỳ mới\n- Tiệc giao lưu\n\nXin Quý vị xác nhận qua thư này trước ${f.day(6)}.`, { to: [lan, ...members.slice(0, 34)], cc: [ha, ...members.slice(34)] }),
      );
    },
  },
  {
    name: 'all-hands',
    timing: hoursAgo(74),
    starred: true,
    write: (f) =>
      talk(
        '[Toàn công ty] Kế hoạch chuyển kho và cách làm việc từ tháng tới',
        from(lan, `Thân gửi tất cả anh chị em,\n\nTừ ${f.day(20)} Sao Mai chuyển sang kho mới rộng 1.200 m² tại Gia Lâm. Ba điều mọi người cần biết:\n\n- Xe đưa đón hai chiều từ Long Biên, 7h15 và 17h15.\n- Hàng mây và hàng gốm có phòng riêng, phòng mây luôn bật máy hút ẩm.\n- Trong tuần chuyển kho không nhận đơn giao gấp dưới 48 giờ.\n\nSơ đồ kho trong tệp đính kèm. Ai có ý kiến cứ trả lời thẳng cho chị.`, { to: [minh, ha, dung], files: [pptx('So do kho moi.pptx', [{ title: 'Kho Gia Lâm – 1.200 m²', lines: ['Khu A: giấy và carton', 'Khu B: gốm', 'Khu C: mây tre, độ ẩm dưới 55%'] }, { title: 'Lịch chuyển', lines: ['Thứ Sáu: giấy', 'Thứ Bảy: gốm', 'Chủ nhật: mây tre'] }])] }),
        from(dung, 'Em nhận, thứ Bảy em xin thêm ba người bốc xếp chị nhé.', { hoursAfter: 2, to: [lan], cc: [minh, ha] }),
      ),
  },
  {
    name: 'very-long-subject',
    timing: spread(1),
    write: (f) =>
      talk(
        'V/v đề nghị phối hợp cung cấp hồ sơ, chứng từ, hình ảnh và xác nhận bằng văn bản liên quan đến lô hàng thủ công mỹ nghệ xuất khẩu đi Hamburg theo hợp đồng nguyên tắc đã ký, phục vụ công tác kiểm tra sau thông quan và quyết toán thuế giá trị gia tăng năm tài chính hiện hành',
        from(bankOfficer, `Kính gửi chị Lan Anh, em cần bộ chứng từ đầy đủ của lô hàng trước ${f.day(5)}. Tiêu đề hơi dài vì theo mẫu của hội sở, chị thông cảm giúp em ạ.`, { cc: [minh] }),
        from(minh, 'Anh gửi đủ trong chiều nay nhé Thủy.', { hoursAfter: 3, to: [bankOfficer], cc: [lan] }),
      ),
  },
  {
    name: 'no-subject',
    timing: hoursAgo(29),
    write: () =>
      talk(
        '',
        from(dung, 'Chị ơi chìa khóa kho 2 chị cầm hay anh Minh cầm ạ?', { to: [lan] }),
        from(lan, 'Trong ngăn kéo bàn chị, ngăn thứ hai.', { hoursAfter: 0.3, subject: '' }),
        from(dung, 'Em thấy rồi.', { hoursAfter: 0.2, subject: '' }),
      ),
  },
  {
    name: 'twelve-attachments',
    timing: hoursAgo(33),
    folder: abroad,
    write: (f) =>
      talk(
        'Bộ chứng từ đầy đủ lô Yokohama – 12 tệp',
        from(ha, 'Chị Lan Anh,\n\nEm gửi trọn bộ để chị lưu: chứng từ, ảnh đóng hàng, phim xếp cont, ghi âm cuộc gọi với hãng tàu và lịch nhắc nộp C/O.', { to: [lan], cc: [minh], files: twelveFiles(f.day()) }),
        from(minh, 'Tuyệt vời, lần đầu thấy đủ bộ ngay trong ngày. Anh lưu rồi.', { hoursAfter: 3, to: [ha], cc: [lan] }),
      ),
  },
  {
    name: 'large-photos',
    timing: hoursAgo(101),
    folder: 'Nhà cung cấp',
    write: () =>
      talk(
        'Ảnh gốc chụp sản phẩm cho catalogue (nặng)',
        from(printer, 'Chị Lan Anh, em gửi hai ảnh gốc chưa nén để chị chọn bìa. Thư hơi nặng, nếu chị không nhận được em gửi qua liên kết.', { files: [png('bia-ngoai-troi.png', 760, 520, 0.35), png('bia-trong-nha.png', 760, 520, 0.35)] }),
      ),
  },
  {
    name: 'invitation',
    timing: hoursAgo(26),
    write: () =>
      talk(
        'Lời mời: Họp chốt lịch tàu tháng tới',
        from(forwarder, 'Chị Lan Anh, em gửi lịch họp trực tuyến để mình chốt chỗ đi Hamburg và Yokohama. Chị bấm chấp nhận giúp em.', { cc: [ha], calendar: ({ at, uid }) => invitation(at, uid) }),
      ),
  },
  {
    name: 'bounce',
    timing: hoursAgo(47),
    write: () =>
      talk(
        'Revised care label',
        from(lan, 'Dear Anke,\n\nPlease find the revised care label text: "Wipe with a dry cloth. Keep away from direct sun."', { to: [wrongAddress] }),
        from(mailGate, `This is the mail system at host mx.saomai.example.\n\nI'm sorry to have to inform you that your message could not be delivered to one or more recipients. It's attached below.\n\n<${wrongAddress.email}>: host mail.nordlicht-import.example said: 550 5.1.1 User unknown\n`, { to: [lan], cc: [], hoursAfter: 0.02, subject: 'Undelivered Mail Returned to Sender', undeliveredTo: wrongAddress.email, headers: ['Auto-Submitted: auto-replied'] }),
      ),
  },
  {
    name: 'forwarded-original',
    timing: spread(1),
    write: () =>
      talk(
        'FW: Thư khiếu nại của khách lẻ (kèm thư gốc)',
        from(ha, 'Chị Lan Anh, em chuyển nguyên thư gốc của khách mua ở hội chợ để chị xem, em đã xin lỗi và gửi đổi cái mới.', { to: [lan], files: [originalMail] }),
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
        from({ ...minhPhat, logo: undefined }, 'Chị Lan Anh, em gửi phụ lục và bảng giá trong tệp đính kèm, chị xem và phản hồi giúp em.', { files: [winmailDat([{ name: 'Phu luc 02.docx', content: docx('a', 'PHỤ LỤC HỢP ĐỒNG SỐ 02', [`Ngày ký: ${f.day()}`, 'Điều 1. Bổ sung kho giao hàng tại Thanh Hóa.']).content }, { name: 'bang-gia.txt', content: txt('b', ['A4 80 gsm: 66.500 d/ram']).content }])] }),
        from(lan, 'Anh Tùng ơi máy em nhận thành tệp winmail.dat, anh gửi lại dạng PDF giúp em với.', { hoursAfter: 1 }),
      ),
  },
  {
    name: 'receipt-wanted',
    timing: hoursAgo(15),
    write: (f) =>
      talk(
        `Xác nhận số dư tài khoản đến ngày ${f.day(-1)} – đề nghị báo đã đọc`,
        from(bankOfficer, 'Chị Lan Anh, em gửi thư xác nhận số dư phục vụ kiểm toán. Chị vui lòng bấm xác nhận đã đọc để em lưu hồ sơ ạ.', { askReceipt: true, files: [pdf('Xac nhan so du.pdf', [{ title: 'XÁC NHẬN SỐ DƯ TÀI KHOẢN', lines: ['Tài khoản: ******0127', 'Số dư: 812.450.000 đ'] }])] }),
      ),
  },
  {
    name: 'alias-mail',
    timing: hoursAgo(20),
    write: () =>
      talk(
        'Gift boxes for a wedding in March',
        from({ name: 'Sophie Lim', email: 'sophie.lim@orchidevents.example', client: 'gmail', signature: 'Sophie Lim\nOrchid Events, Singapore', english: true, zone: 480 }, 'Hello,\n\nI found you through Merlion Home. We need 150 bamboo boxes with a couple’s initials for a wedding in March. Could you send a price and a photo of the engraving?', { to: [sales], cc: [lan] }),
      ),
  },
  {
    name: 'payroll-alias',
    timing: hoursAgo(44),
    write: () =>
      talk(
        'Cập nhật mẫu hóa đơn điện tử',
        from(itShop, 'Anh chị kế toán cập nhật mẫu hóa đơn mới trước cuối tháng giúp em, hướng dẫn ba bước trong tệp.', { to: [{ ...minh, name: 'Kế toán', email: 'ketoan@saomai.example' }], cc: [lan], files: [txt('huong-dan.txt', ['B1: Đăng nhập bằng chữ ký số', 'B2: Chọn Danh mục > Mẫu hóa đơn', 'B3: Bấm Cập nhật'])] }),
      ),
  },
  {
    name: 'draft-in-thread',
    timing: hoursAgo(2.6),
    folder: 'Khách hàng/Minh Phát',
    write: (f) =>
      talk(
        'Xin giảm giá lô thùng carton Tết',
        from(minhPhat, `Chị Lan Anh,\n\nTết này Minh Phát cần ${f.int(30, 60) * 100} thùng carton in đỏ. Chị xem giảm giúp em 5% so với báo giá hôm trước được không? Em cần trả lời trong hôm nay để kịp trình.`),
        from(lan, 'Chào anh Tùng,\n\nVới số lượng này em có thể giảm 3,5%, nếu anh đặt cọc 40% thì', { hoursAfter: 1, draft: true }),
      ),
  },
  {
    name: 'draft-plan',
    timing: hoursAgo(30),
    write: () => talk('Ý tưởng quà Tết cho khách hàng', from(lan, 'Hà ơi,\n\nChị nghĩ năm nay tặng bộ trà gốm men ngọc trong hộp tre, thiệp viết tay. Khoảng 60 phần. Danh sách: Minh Phát, Hoa Sen, Đại Việt,', { to: [ha], draft: true })),
  },
  {
    name: 'draft-empty-recipient',
    timing: hoursAgo(80),
    write: () => talk('', from(lan, 'Nhớ hỏi: giá hút ẩm công nghiệp 60 lít/ngày, bảo hành, lắp đặt.', { to: [], draft: true })),
  },
  {
    name: 'draft-english',
    timing: hoursAgo(170),
    write: () => talk('Proposal: exclusive colours for your stores', from(lan, 'Dear Rachel,\n\nI have been thinking about your question on exclusivity. We could reserve two colours for Merlion Home if', { to: [{ ...weberHamburg, name: 'Rachel Tan', email: 'rachel.tan@merlionhome.example' }], cc: [ha], draft: true, files: [png('colour-card.png', 240, 120)] })),
  },
  {
    name: 'today-order',
    timing: hoursAgo(1.2),
    write: (f) => talk('Xác nhận 200 hộp quà đoàn Hàn Quốc, in thêm tiếng Hàn', from(nam, `Chị Lan Anh ơi,\n\nĐoàn đã chuyển cọc, em xác nhận 200 hộp, giao ngày ${f.day(13)} tại khách sạn. Nội dung tiếng Hàn em gửi trong tệp, đã nhờ bạn phiên dịch soát lại.`, { cc: [ha], files: [txt('noi-dung-tieng-han.txt', ['베트남 장인의 손으로 만들었습니다.', '사오마이 드림'])] })),
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
  const lines = [`Ngày: ${today}`, 'Người bán: Công ty TNHH Thương mại Sao Mai', 'Người mua: Aozora Zakka Co., Ltd.'];
  return [
    pdf('1 Commercial invoice.pdf', [{ title: 'COMMERCIAL INVOICE', lines }]),
    xlsx('2 Packing list.xlsx', 'Packing', [['Carton', 'Item', 'Pcs', 'Kg'], ['1-40', 'SM-C310 cốc men ngọc', 960, 412], ['41-60', 'SM-C322 bát men xanh', 240, 268]]),
    docx('3 Hợp đồng.docx', 'HỢP ĐỒNG XUẤT KHẨU', lines),
    pptx('4 Giới thiệu lô hàng.pptx', [{ title: 'Lô hàng Yokohama', lines: ['60 kiện', '1 container 20 feet'] }]),
    jpeg('5 Ảnh đóng hàng.jpg'),
    png('6 Ảnh xưởng.png'),
    webm('7 Phim xếp cont.webm'),
    wav('8 Ghi âm cuộc gọi.wav'),
    zip('9 Ảnh nhãn thùng.zip', [{ name: 'nhan-a.png', content: png('nhan-a.png', 80, 60).content }, { name: 'nhan-b.png', content: png('nhan-b.png', 80, 60).content }]),
    csv('10 Trọng lượng.csv', [['Kiện', 'Kg'], [1, 10.3], [2, 10.4]]),
    txt('11 Ghi chú.txt', ['Bản gốc B/L gửi chuyển phát nhanh ngày mai.']),
    { name: '12 Nhắc nộp CO.ics', type: 'text/calendar', content: Buffer.from('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Sao Mai//VI\r\nBEGIN:VEVENT\r\nUID:co-yokohama@saomai.example\r\nDTSTAMP:20260105T020000Z\r\nDTSTART;VALUE=DATE:20260112\r\nSUMMARY:Nộp C/O form VJ\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n') },
  ];
}
