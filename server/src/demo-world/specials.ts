import {
  association,
  bankOfficer,
  dung,
  ha,
  haphazardContacts,
  itShop,
  lan,
  minh,
  minhPhat,
  nam,
  sales,
  weberHamburg,
} from './correspondents.ts';
import { type Contact, from, hoursAgo, type Matter, spread, talk } from './message.ts';
import { jpeg, png, txt } from './sample-files.ts';
import { pptx } from './sample-office.ts';
import { pdf } from './sample-pdf.ts';

const abroad = 'Khách hàng/Nước ngoài';
const impostor: Contact = { ...minh, client: 'phone', signature: '' };

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
        from(
          impostor,
          'Chị Lan Anh,\n\nEm đang họp không nghe máy được. Nhà cung cấp đổi tài khoản, chị duyệt giúp em chuyển gấp 286.000.000 đ vào số 0908 1127 4456, tên LE QUANG VINH, trước 11h. Chị đừng gọi lại, em xong họp sẽ giải thích. Việc này chị giữ kín giúp em.',
          {
            headers: ['Reply-To: minh.tran.ketoan@freepost.example'],
          },
        ),
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
        'New collection: price, deposit and loading date',
        from(
          weberHamburg,
          `Dear Ms Lan Anh,\n\nour board approved the new collection: 1,400 trays, 900 baskets and 1,000 bamboo boxes. Before we sign I need three things: a final price, the deposit terms, and a loading date not later than ${f.englishDay(30)}.\n\nBest regards`,
          { to: [lan], ...all },
        ),
        from(
          lan,
          'Dear Mr Weber,\n\nGreat news, thank you! Ha will confirm capacity with the workshops today, Minh the deposit terms. You will have one clear answer by tomorrow noon.',
          { ...toBuyer, hoursAfter: 3 },
        ),
        from(
          ha,
          'Dear Mr Weber,\n\nCapacity is confirmed: trays 18 days, baskets 24 days, boxes 20 days, all in parallel.',
          { ...toBuyer, cc: [lan, minh], hoursAfter: 5 },
        ),
        from(
          minh,
          'Dear Mr Weber,\n\nDeposit 30 % by T/T, balance against copy of B/L. For this volume we can accept 25 %.',
          { ...toBuyer, cc: [lan, ha], hoursAfter: 2 },
        ),
        from(
          weberHamburg,
          'Thank you both. 25 % is fine. The price of the basket is still 4 % above our budget, can you do something?',
          { to: [lan], ...all, hoursAfter: 16 },
        ),
        from(
          lan,
          'Hà, Minh: giỏ giảm 4% thì còn lãi không? Chị nghĩ đổi quai da sang quai dây thừng bọc da thì vừa.',
          { to: [weberHamburg], ...all, hoursAfter: 1 },
        ),
        from(
          lan,
          'Dear Mr Weber,\n\nPlease excuse my last message, it was meant for my colleagues – now you know how we calculate :) In short: with a leather-wrapped rope handle we meet your price. Photo attached.',
          { ...toBuyer, hoursAfter: 1, files: [jpeg('rope_handle.jpg')] },
        ),
        from(
          weberHamburg,
          'No problem, I have learned my first Vietnamese words today! The rope handle looks even better. Agreed.',
          { to: [lan], ...all, hoursAfter: 4 },
        ),
        from(
          ha,
          `Wonderful! The loading date will be ${f.englishDay(27)}, vessel to be named by Hai Long Logistics.`,
          { ...toBuyer, cc: [lan, minh], hoursAfter: 12 },
        ),
        from(minh, 'The pro forma invoice for the 25 % deposit is attached.', {
          ...toBuyer,
          cc: [lan, ha],
          hoursAfter: 2,
          files: [
            pdf('Proforma_SM-118.pdf', [
              {
                title: 'PRO FORMA INVOICE SM-118',
                lines: [
                  'Trays 1,400 x 4.80 = USD 6,720.00',
                  'Baskets 900 x 10.90 = USD 9,810.00',
                  'Boxes 1,000 x 7.90 = USD 7,900.00',
                  'Total USD 24,430.00, deposit 25 % = USD 6,107.50',
                ],
              },
            ]),
          ],
        }),
        from(
          weberHamburg,
          'Received, in the payment run of tomorrow. Please also send a photo of the first finished box, our shop wants it for the window.',
          { to: [lan], ...all, hoursAfter: 7 },
        ),
        from(ha, 'First box, fresh from the lacquer room.', {
          ...toBuyer,
          cc: [lan, minh],
          hoursAfter: 20,
          files: [png('box_001.png', 360, 240)],
        }),
        from(minh, 'Deposit of USD 6,107.50 received today, thank you.', {
          ...toBuyer,
          cc: [lan, ha],
          hoursAfter: 6,
        }),
        from(weberHamburg, 'Beautiful. The team in Hamburg sends greetings to the lacquer room!', {
          to: [lan],
          ...all,
          hoursAfter: 5,
        }),
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
        from(
          association,
          `Kính gửi Quý hội viên,\n\nHội Doanh nghiệp Long Biên trân trọng kính mời Quý vị dự buổi họp mặt cuối năm lúc 17h30 ngày ${f.day(12)} tại Trung tâm hội nghị Bồ Đề.\n\n- Tổng kết hoạt động trong năm\n- Bình chọn Ban chấp hành nhiệm kỳ mới\n- Tiệc giao lưu\n\nXin Quý vị xác nhận qua thư này trước ${f.day(6)}.`,
          { to: [lan, ...members.slice(0, 34)], cc: [ha, ...members.slice(34)] },
        ),
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
        from(
          lan,
          `Thân gửi tất cả anh chị em,\n\nTừ ${f.day(20)} Sao Mai chuyển sang kho mới rộng 1.200 m² tại Gia Lâm. Ba điều mọi người cần biết:\n\n- Xe đưa đón hai chiều từ Long Biên, 7h15 và 17h15.\n- Hàng mây và hàng gốm có phòng riêng, phòng mây luôn bật máy hút ẩm.\n- Trong tuần chuyển kho không nhận đơn giao gấp dưới 48 giờ.\n\nSơ đồ kho trong tệp đính kèm. Ai có ý kiến cứ trả lời thẳng cho chị.`,
          {
            to: [minh, ha, dung],
            files: [
              pptx('So do kho moi.pptx', [
                {
                  title: 'Kho Gia Lâm – 1.200 m²',
                  lines: ['Khu A: giấy và carton', 'Khu B: gốm', 'Khu C: mây tre, độ ẩm dưới 55%'],
                },
                { title: 'Lịch chuyển', lines: ['Thứ Sáu: giấy', 'Thứ Bảy: gốm', 'Chủ nhật: mây tre'] },
              ]),
            ],
          },
        ),
        from(dung, 'Em nhận, thứ Bảy em xin thêm ba người bốc xếp chị nhé.', {
          hoursAfter: 2,
          to: [lan],
          cc: [minh, ha],
        }),
      ),
  },
  {
    name: 'very-long-subject',
    timing: spread(1),
    write: (f) =>
      talk(
        'V/v đề nghị phối hợp cung cấp hồ sơ, chứng từ, hình ảnh và xác nhận bằng văn bản liên quan đến lô hàng thủ công mỹ nghệ xuất khẩu đi Hamburg theo hợp đồng nguyên tắc đã ký, phục vụ công tác kiểm tra sau thông quan và quyết toán thuế giá trị gia tăng năm tài chính hiện hành',
        from(
          bankOfficer,
          `Kính gửi chị Lan Anh, em cần bộ chứng từ đầy đủ của lô hàng trước ${f.day(5)}. Tiêu đề hơi dài vì theo mẫu của hội sở, chị thông cảm giúp em ạ.`,
          { cc: [minh] },
        ),
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
    name: 'alias-mail',
    timing: hoursAgo(20),
    write: () =>
      talk(
        'Gift boxes for a wedding in March',
        from(
          {
            name: 'Sophie Lim',
            email: 'sophie.lim@orchidevents.example',
            client: 'gmail',
            signature: 'Sophie Lim\nOrchid Events, Singapore',
            english: true,
            zone: 480,
          },
          'Hello,\n\nI found you through Merlion Home. We need 150 bamboo boxes with a couple’s initials for a wedding in March. Could you send a price and a photo of the engraving?',
          { to: [sales], cc: [lan] },
        ),
      ),
  },
  {
    name: 'payroll-alias',
    timing: hoursAgo(44),
    write: () =>
      talk(
        'Cập nhật mẫu hóa đơn điện tử',
        from(
          itShop,
          'Anh chị kế toán cập nhật mẫu hóa đơn mới trước cuối tháng giúp em, hướng dẫn ba bước trong tệp.',
          {
            to: [{ ...minh, name: 'Kế toán', email: 'ketoan@saomai.example' }],
            cc: [lan],
            files: [
              txt('huong-dan.txt', [
                'B1: Đăng nhập bằng chữ ký số',
                'B2: Chọn Danh mục > Mẫu hóa đơn',
                'B3: Bấm Cập nhật',
              ]),
            ],
          },
        ),
      ),
  },
  {
    name: 'draft-in-thread',
    timing: hoursAgo(2.6),
    folder: 'Khách hàng/Minh Phát',
    write: (f) =>
      talk(
        'Xin giảm giá lô thùng carton in đỏ',
        from(
          minhPhat,
          `Chị Lan Anh,\n\nĐợt tới Minh Phát cần ${f.int(30, 60) * 100} thùng carton in đỏ. Chị xem giảm giúp em 5% so với báo giá hôm trước được không? Em cần trả lời trong hôm nay để kịp trình.`,
        ),
        from(lan, 'Chào anh Tùng,\n\nVới số lượng này em có thể giảm 3,5%, nếu anh đặt cọc 40% thì', {
          hoursAfter: 1,
          draft: true,
        }),
      ),
  },
  {
    name: 'draft-plan',
    timing: hoursAgo(30),
    write: () =>
      talk(
        'Ý tưởng quà cuối năm cho khách hàng',
        from(
          lan,
          'Hà ơi,\n\nChị nghĩ năm nay tặng bộ trà gốm men ngọc trong hộp tre, thiệp viết tay. Khoảng 60 phần. Danh sách: Minh Phát, Hoa Sen, Đại Việt,',
          { to: [ha], draft: true },
        ),
      ),
  },
  {
    name: 'draft-empty-recipient',
    timing: hoursAgo(80),
    write: () =>
      talk(
        '',
        from(lan, 'Nhớ hỏi: giá hút ẩm công nghiệp 60 lít/ngày, bảo hành, lắp đặt.', { to: [], draft: true }),
      ),
  },
  {
    name: 'draft-english',
    timing: hoursAgo(170),
    write: () =>
      talk(
        'Proposal: exclusive colours for your stores',
        from(
          lan,
          'Dear Rachel,\n\nI have been thinking about your question on exclusivity. We could reserve two colours for Merlion Home if',
          {
            to: [{ ...weberHamburg, name: 'Rachel Tan', email: 'rachel.tan@merlionhome.example' }],
            cc: [ha],
            draft: true,
            files: [png('colour-card.png', 240, 120)],
          },
        ),
      ),
  },
  {
    name: 'today-order',
    timing: hoursAgo(1.2),
    write: (f) =>
      talk(
        'Xác nhận 200 hộp quà đoàn Hàn Quốc, in thêm tiếng Hàn',
        from(
          nam,
          `Chị Lan Anh ơi,\n\nĐoàn đã chuyển cọc, em xác nhận 200 hộp, giao ngày ${f.day(13)} tại khách sạn. Nội dung tiếng Hàn em gửi trong tệp, đã nhờ bạn phiên dịch soát lại.`,
          {
            cc: [ha],
            files: [txt('noi-dung-tieng-han.txt', ['베트남 장인의 손으로 만들었습니다.', '사오마이 드림'])],
          },
        ),
      ),
  },
];
