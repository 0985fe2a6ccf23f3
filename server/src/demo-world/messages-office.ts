import {
  association,
  bank,
  dung,
  ha,
  insurer,
  itShop,
  lan,
  landlord,
  minh,
  nam,
  travel,
  weberHamburg,
} from './correspondents.ts';
import { from, type Matter, spread, talk } from './message.ts';
import { png } from './sample-files.ts';
import { pptx } from './sample-office.ts';
import { pdf } from './sample-pdf.ts';

const everyone = [minh, ha, dung];

/** Office, IT, travel, holidays, insurance, association, private matters. */
export const officeMatters: Matter[] = [
  {
    name: 'lease',
    timing: spread(3),
    write(f) {
      return talk(
        f.each([
          'Gia hạn hợp đồng thuê văn phòng tầng 3',
          'Thông báo phí quản lý tòa nhà năm mới',
          'V/v thi công chống thấm mái kho số 3',
        ]),
        from(
          landlord,
          f.each([
            `Kính gửi chị Lan Anh,\n\nHợp đồng thuê 210 m² tầng 3 hết hạn ${f.day(75)}. Chủ đầu tư đề nghị giá mới 285.000 đ/m²/tháng, tăng 6%, ký 3 năm, đặt cọc giữ nguyên. Xin chị trả lời trước ${f.day(20)}.`,
            'Kính gửi Quý khách thuê,\n\nPhí quản lý năm mới giữ nguyên 48.000 đ/m². Phí gửi ô tô tăng lên 1.600.000 đ/tháng. Thẻ xe cũ đổi tại quầy lễ tân từ ngày 25.',
            `Kính gửi Quý công ty, từ ${f.day(4)} đến ${f.day(9)} Ban quản lý thi công chống thấm mái kho số 3. Đề nghị che phủ hàng hóa dãy A và B, bố trí người trực.`,
          ]),
          { cc: [minh] },
        ),
        from(
          lan,
          f.each([
            'Chào chị Mùi, em mong giữ mức 275.000 đ vì đã thuê tám năm, đổi lại em ký luôn 5 năm. Chị trình giúp em nhé.',
            'Em đã nhận thông báo, cảm ơn chị.',
            'Dũng cho chuyển hàng gốm sang dãy D trước thứ Sáu giúp chị.',
          ]),
          { hoursAfter: 6, ...(f.round === 2 ? { to: [dung], cc: [] } : {}) },
        ),
        ...(f.round === 0
          ? [
              from(
                landlord,
                'Chị ơi chủ đầu tư đồng ý 278.000 đ nếu ký 5 năm và thanh toán theo quý. Em soạn phụ lục nhé?',
                { hoursAfter: 47 },
              ),
              from(lan, 'Đồng ý chị ơi, chị soạn giúp em.', { hoursAfter: 2 }),
            ]
          : []),
      );
    },
  },
  {
    name: 'it-notice',
    timing: spread(4),
    write(f) {
      return talk(
        f.each([
          'Lịch bảo trì máy chủ tối thứ Bảy',
          'Cảnh báo email giả mạo đổi số tài khoản',
          'Báo giá thay 6 máy tính văn phòng',
          'Máy in tầng 3 đã sửa xong',
        ]),
        from(
          itShop,
          f.each([
            `Kính gửi chị Lan Anh,\n\nTin học An Phú bảo trì máy chủ file từ 21h ${f.day(2)} đến 1h sáng hôm sau. Mọi người lưu và đóng file trước 20h45 giúp em.`,
            'Chị Lan Anh,\n\nGần đây nhiều công ty xuất khẩu bị kẻ gian gửi thư giả mạo đối tác, báo đổi số tài khoản nhận tiền. Khi thấy thư như vậy xin GỌI ĐIỆN cho đối tác theo số đã biết, tuyệt đối không bấm liên kết trong thư. Em gửi tờ hướng dẫn để dán ở phòng kế toán.',
            `Chị ơi, em báo giá 6 bộ máy (i5, 16 GB, SSD 512 GB, màn 24 inch): ${f.vnd(86_000_000, 99_000_000)} đã VAT, bảo hành 36 tháng, thu lại máy cũ trừ 9 triệu.`,
            'Em đã thay cụm sấy và vệ sinh trống máy in tầng 3, in thử 200 trang không kẹt. Giấy ẩm vẫn là nguyên nhân chính nên chị nhắc mọi người cất giấy trong tủ.',
          ]),
          {
            cc: [minh],
            files:
              f.round === 1
                ? [
                    pdf('Nhan biet thu gia mao.pdf', [
                      {
                        title: 'NHẬN BIẾT THƯ GIẢ MẠO',
                        lines: [
                          '1. Nhìn kỹ địa chỉ người gửi, từng chữ cái.',
                          '2. Giục gấp, dặn giữ bí mật là dấu hiệu xấu.',
                          '3. Đổi số tài khoản: gọi lại theo số cũ.',
                          '4. Nghi ngờ thì hỏi, không ai trách.',
                        ],
                      },
                    ]),
                  ]
                : [],
          },
        ),
        ...(f.round === 1
          ? [
              from(
                lan,
                'Cả nhà đọc kỹ thư của An Phú nhé. Quy định từ hôm nay: mọi thay đổi tài khoản nhận tiền phải gọi điện xác nhận, có chữ ký của hai người.',
                { hoursAfter: 2, to: everyone, cc: [] },
              ),
            ]
          : []),
      );
    },
  },
  {
    name: 'travel-booking',
    timing: spread(4),
    write(f) {
      const trip = f.each([
        'Hà Nội – Singapore',
        'Hà Nội – TP. Hồ Chí Minh',
        'Hà Nội – Frankfurt',
        'Hà Nội – Đà Nẵng',
      ]);
      return talk(
        `Xác nhận đặt vé ${trip}, mã ${f.each(['KQ7M2X', 'B3TR9P', 'ZL4W8D', 'H6XN2C'])}`,
        from(
          travel,
          `Chào chị Lan Anh,\n\nVé của chị đã được xuất:\n\n| Hành trình | ${trip} |\n| Khởi hành | ${f.day(12)} lúc ${f.each(['07:55', '11:10', '23:20', '06:30'])} |\n| Về | ${f.day(15)} lúc ${f.each(['18:05', '20:45', '13:30', '21:15'])} |\n| Hành lý | 23 kg ký gửi, 7 kg xách tay |\n| Tổng tiền | ${f.vnd(3_200_000, 28_600_000)} |\n\nChị có mặt trước giờ bay ${f.each(['2 tiếng', '90 phút', '3 tiếng', '90 phút'])} nhé. Em gửi kèm vé điện tử.`,
          {
            files: [
              pdf('E-ticket.pdf', [
                {
                  title: 'ELECTRONIC TICKET RECEIPT',
                  lines: [
                    'Passenger: NGUYEN/THI LAN ANH MS',
                    `Route: ${trip}`,
                    `Departure: ${f.englishDay(12)}`,
                  ],
                },
              ]),
            ],
          },
        ),
        ...(f.round === 2
          ? [
              from(
                lan,
                'Linh ơi, chuyến đi Đức em xin giúp chị suất ăn chay và ghế lối đi nhé. Visa chị có rồi.',
                { hoursAfter: 2 },
              ),
            ]
          : []),
      );
    },
  },
  {
    name: 'cargo-insurance',
    timing: spread(3),
    write(f) {
      return talk(
        f.each([
          'Chào phí bảo hiểm hàng hóa lô đi Hamburg',
          'Tái tục bảo hiểm cháy nổ kho Long Biên',
          'Kết quả giám định tổn thất xe 29C',
        ]),
        from(
          insurer,
          f.each([
            `Chị Lan Anh,\n\nPhí bảo hiểm hàng hóa điều kiện A (ICC 2009), trị giá ${f.usd(20_000, 45_000)} x 110%, tỷ lệ 0,12%. Đơn cấp trong ngày khi chị gửi invoice và số container.`,
            `Đơn bảo hiểm cháy nổ bắt buộc hết hạn ${f.day(18)}. Em gửi phiếu yêu cầu, chị bổ sung giá trị hàng tồn bình quân. Phí năm nay dự kiến ${f.vnd(14_000_000, 22_000_000)}.`,
            `Chị ơi, giám định kết luận tổn thất do đường ngập, thuộc phạm vi bảo hiểm. Số tiền bồi thường ${f.vnd(8_000_000, 19_000_000)} chuyển trong 7 ngày làm việc.`,
          ]),
          { cc: [minh] },
        ),
        from(
          lan,
          f.each([
            'Em cấp đơn giúp chị, hóa đơn và số cont Hà gửi ngay sau đây.',
            'Giá trị tồn bình quân 3,8 tỷ em nhé. Tỷ lệ phí có giảm được vì đã lắp báo cháy tự động không?',
            'Tốt quá, cảm ơn em đã theo sát.',
          ]),
          { hoursAfter: 5 },
        ),
      );
    },
  },
  {
    name: 'association',
    timing: spread(3),
    write(f) {
      return talk(
        f.each([
          'Giấy mời hội thảo EVFTA và quy tắc xuất xứ',
          'Khảo sát khó khăn của doanh nghiệp xuất khẩu',
          'Mời tham gia đoàn xúc tiến thương mại Nhật Bản',
        ]),
        from(
          association,
          f.each([
            `Kính gửi Quý hội viên,\n\nHội trân trọng mời dự hội thảo về quy tắc xuất xứ EVFTA, 8h30 ngày ${f.day(9)}, hội trường tầng 5 UBND quận. Diễn giả từ Bộ Công Thương. Miễn phí cho hội viên, đăng ký trước hai ngày.`,
            'Kính gửi Quý hội viên, mời Quý công ty dành năm phút trả lời phiếu khảo sát về tiếp cận vốn, hoàn thuế và logistics. Kết quả sẽ được Hội gửi lên UBND thành phố.',
            `Đoàn xúc tiến thương mại đi Tokyo và Osaka dự kiến ${f.day(50)}, mỗi doanh nghiệp 2 người, hỗ trợ 50% chi phí gian hàng. Hạn đăng ký ${f.day(14)}.`,
          ]),
          {
            files:
              f.round === 0
                ? [
                    pptx('Quy tac xuat xu EVFTA.pptx', [
                      {
                        title: 'Quy tắc xuất xứ EVFTA',
                        lines: [
                          'Mã HS 4602: chuyển đổi nhóm',
                          'Tự chứng nhận xuất xứ dưới 6.000 EUR',
                          'Lưu hồ sơ tối thiểu 3 năm',
                        ],
                      },
                    ]),
                  ]
                : [],
          },
        ),
        ...(f.round === 2
          ? [
              from(
                lan,
                'Kính gửi Văn phòng Hội, Sao Mai đăng ký hai người: Nguyễn Thị Lan Anh và Phạm Thu Hà. Xin gửi lại mẫu đơn.',
                { hoursAfter: 9 },
              ),
            ]
          : []),
      );
    },
  },
  {
    name: 'partner-bienxanh',
    timing: spread(3),
    write(f) {
      return talk(
        f.each([
          'Hợp tác quà lưu niệm cho khách đoàn',
          'Đặt 200 hộp quà cho đoàn Hàn Quốc',
          'Tour làng nghề Bát Tràng – Chương Mỹ',
        ]),
        from(
          nam,
          f.each([
            'Chào chị Lan Anh,\n\nEm là Nam bên Du lịch Biển Xanh, được anh Phong An Khang giới thiệu. Mỗi tháng bên em đón khoảng 40 đoàn, muốn đặt quà lưu niệm thủ công dưới 120.000 đ/phần, có thẻ kể chuyện làng nghề. Chị có mẫu nào hợp không ạ?',
            `Chị Lan Anh ơi, đoàn Hàn Quốc 200 khách đến ${f.day(16)}, chị giúp em 200 hộp quà nan tre như lần trước, in thêm tiếng Hàn nhé.`,
            'Chị ơi em muốn làm tour nửa ngày xem làm gốm và đan mây, ăn trưa tại nhà nghệ nhân. Chị kết nối giúp em với hai xưởng được không?',
          ]),
          { cc: [ha] },
        ),
        from(
          lan,
          f.each([
            'Chào Nam, chị có ba mẫu hợp, chị nhờ Hà gửi ảnh và giá sang em trong chiều nay.',
            'Được em, kịp nhé. Em gửi chị nội dung tiếng Hàn đã soát lỗi trước thứ Tư.',
            'Hay đấy! Chị hỏi chú Phúc và Khánh rồi, cả hai đều thích. Cuối tuần em lên khảo sát nhé.',
          ]),
          { hoursAfter: 4 },
        ),
      );
    },
  },
  {
    name: 'forward-weber',
    timing: spread(2),
    write(f) {
      return talk(
        f.each(['Fwd: Request for carbon footprint data', 'Chuyển tiếp: Mẫu nhãn EAN mới của Nordlicht']),
        from(
          lan,
          f.each([
            `Hà xem giúp chị mục này nhé, khách hỏi số liệu phát thải từng mã hàng, mình có gì gửi nấy.\n\n---------- Forwarded message ---------\nFrom: ${weberHamburg.name} <${weberHamburg.email}>\nSubject: Request for carbon footprint data\n\nDear suppliers,\nfrom next year our retail customers ask for the carbon footprint per article. Please send weight, material and distance from the workshop to the port.`,
            `Em in thử 20 nhãn theo mẫu này rồi dán lên thùng carton chụp ảnh gửi chị trước khi in hàng loạt.\n\n---------- Thư đã chuyển tiếp ---------\nTừ: ${weberHamburg.name} <${weberHamburg.email}>\nChủ đề: New EAN label layout\n\nThe quiet zone left of the bar code must be at least 3.6 mm.`,
          ]),
          { to: [ha] },
        ),
        from(
          ha,
          f.each([
            'Em làm bảng Excel rồi chị, phần quãng đường em hỏi thêm bên Hải Long.',
            'Em dán thử rồi, máy quét đọc tốt. Ảnh em gửi kèm ạ.',
          ]),
          { hoursAfter: 21, files: f.round === 1 ? [png('nhan-ean.png', 240, 180)] : [] },
        ),
      );
    },
  },
  {
    name: 'system-notices',
    timing: spread(4),
    write(f) {
      return talk(
        f.each([
          'Mã OTP giao dịch của Quý khách',
          'Đăng nhập mới từ thiết bị lạ',
          'Chứng thư số sắp hết hạn',
          'Phản hồi yêu cầu tra soát số 88214',
        ]),
        from(
          bank,
          f.each([
            `Mã xác thực giao dịch của Quý khách là ${f.int(100000, 999999)}, có hiệu lực 2 phút. Tuyệt đối không cung cấp mã này cho bất kỳ ai.`,
            `Tài khoản ngân hàng điện tử của Quý khách vừa đăng nhập từ một trình duyệt mới tại Hà Nội lúc ${f.int(8, 20)}:${f.int(10, 59)} ngày ${f.day()}. Nếu không phải Quý khách, gọi ngay 1900 0127.`,
            `Chứng thư số của doanh nghiệp hết hạn ngày ${f.day(29)}. Quý khách gia hạn trước để việc nộp thuế và ký hóa đơn không gián đoạn.`,
            'Yêu cầu tra soát lệnh chuyển tiền của Quý khách đã xử lý: ngân hàng nhận báo sai tên đơn vị thụ hưởng, tiền đã hoàn về tài khoản gốc.',
          ]),
        ),
      );
    },
  },
];
