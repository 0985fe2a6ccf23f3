import {
  auditor,
  bank,
  bankOfficer,
  forwarder,
  lan,
  landlord,
  lawyer,
  minh,
  minhPhat,
  taxOffice,
  thienLong,
} from './correspondents.ts';
import { from, type Matter, monthly, spread, talk } from './message.ts';
import { csv } from './sample-files.ts';
import { docx, xlsx } from './sample-office.ts';
import { pdf } from './sample-pdf.ts';

const accounts = 'Kế toán';
const bankFolder = 'Kế toán/Ngân hàng';

/** Bank, invoices, taxes, audit, contracts with lawyers. */
export const financeMatters: Matter[] = [
  {
    name: 'bank-statement',
    timing: monthly(3, 6),
    folder: 'Kế toán/Ngân hàng/Sao kê',
    write(f) {
      return talk(
        `Sao kê tài khoản tháng ${f.lastMonth}`,
        from(
          bank,
          `Kính gửi Quý khách,\n\nNgân hàng Sông Hồng gửi sao kê tài khoản số ******0127 kỳ ${f.lastMonth}.\n\n- Tổng phát sinh có: ${f.vnd(1_200_000_000, 2_900_000_000)}\n- Tổng phát sinh nợ: ${f.vnd(900_000_000, 2_600_000_000)}\n- Số dư cuối kỳ: ${f.vnd(380_000_000, 1_250_000_000)}\n\nNếu có sai lệch, xin liên hệ chi nhánh trong 15 ngày.`,
          {
            files: [
              csv(`sao-ke-${f.lastMonth.replace('/', '-')}.csv`, [
                ['Ngày', 'Diễn giải', 'Nợ', 'Có'],
                ['04', 'MINH PHAT TT HD 612', 0, 128_500_000],
                ['11', 'TT GIAY THIEN LONG', 86_400_000, 0],
                ['25', 'CHI LUONG', 214_700_000, 0],
              ]),
            ],
          },
        ),
      );
    },
  },
  {
    name: 'credit-notice',
    timing: spread(4),
    folder: bankFolder,
    write(f) {
      const payer = f.each([
        'CTCP MINH PHAT',
        'DAI VIET JSC',
        'NORDLICHT IMPORT GMBH',
        'KS HOA SEN HA LONG',
        'MERLION HOME PTE LTD',
        'SIEU THI AN KHANG',
      ]);
      const amount = f.vnd(18_000_000, 310_000_000);
      return talk(
        `Thông báo ghi có ${amount} – ${payer}`,
        from(
          bank,
          `Kính gửi Công ty TNHH Thương mại Sao Mai,\n\nTài khoản ******0127 vừa được ghi có ${amount} lúc ${f.int(8, 16)}:${f.int(10, 59)} ngày ${f.day()}.\n\n| Đơn vị chuyển | ${payer} |\n| Nội dung | TT hop dong ${f.int(11, 90)}/${f.year}/HD-SM |\n| Mã giao dịch | FT${f.int(260_000_000, 269_999_999)} |\n\nĐây là thư tự động, Quý khách vui lòng không trả lời.`,
        ),
      );
    },
  },
  {
    name: 'loan-interest',
    timing: spread(3),
    folder: bankFolder,
    write(f) {
      return talk(
        f.each([
          'Lãi suất vay vốn lưu động kỳ tới',
          'Hồ sơ tái cấp hạn mức 5 tỷ',
          'Nhắc lịch trả gốc khế ước 2214',
        ]),
        from(
          bankOfficer,
          f.each([
            `Chị Lan Anh thân mến,\n\nLãi suất vay VND ngắn hạn kỳ tới của Sao Mai là 7,2%/năm, giảm 0,3 điểm nhờ doanh số ngoại tệ qua ngân hàng tăng. Áp dụng từ ${f.day(5)}.`,
            'Chị Lan Anh,\n\nHạn mức 5.000.000.000 đ hết hiệu lực sau 45 ngày. Chị chuẩn bị giúp em: báo cáo tài chính quý gần nhất, bảng kê công nợ, phương án kinh doanh và biên bản họp thành viên.',
            `Kính gửi chị, khế ước 2214 đến hạn trả gốc ${f.vnd(350_000_000, 500_000_000)} ngày ${f.day(6)}. Chị duy trì số dư từ 8h sáng để hệ thống tự thu ạ.`,
          ]),
          { cc: [minh] },
        ),
        from(
          minh,
          f.each([
            'Cảm ơn em Thủy. Em gửi anh văn bản chính thức có dấu để lưu hồ sơ vay nhé.',
            'Anh gửi trước ba file, phương án kinh doanh chị Lan Anh ký xong anh gửi nốt.',
            'Anh đã chuyển đủ sang tài khoản thu nợ, em kiểm tra giúp.',
          ]),
          {
            hoursAfter: 5,
            to: [bankOfficer],
            cc: [lan],
            files:
              f.round === 1
                ? [
                    xlsx('Cong no phai thu.xlsx', 'Công nợ', [
                      ['Khách hàng', 'Dư nợ', 'Quá hạn'],
                      ['Minh Phát', 412_000_000, 0],
                      ['Đại Việt JSC', 187_500_000, 45_000_000],
                      ['An Khang', 68_200_000, 12_000_000],
                    ]),
                  ]
                : [],
          },
        ),
      );
    },
  },
  {
    name: 'vat-invoice-in',
    timing: spread(4),
    folder: accounts,
    write(f) {
      const number = f.int(1_000, 9_900);
      const seller = f.each([thienLong, forwarder, landlord, thienLong, forwarder, landlord]);
      const amount = f.vnd(12_000_000, 140_000_000);
      return talk(
        `Hóa đơn GTGT điện tử số ${String(number).padStart(8, '0')}, ký hiệu 1C${f.year % 100}T${f.each(['TL', 'HL', 'HH'])}`,
        from(
          seller,
          `Kính gửi Quý khách hàng,\n\nChúng tôi đã phát hành hóa đơn điện tử số ${String(number).padStart(8, '0')} ngày ${f.day()}, tổng tiền thanh toán ${amount}. Bản thể hiện và tệp XML gửi kèm. Tra cứu tại tracuu.hoadon.example với mã ${f.rng.int(1e7, 9e7).toString(36).toUpperCase()}.`,
          {
            cc: [minh],
            files: [
              pdf(`HD_${number}.pdf`, [
                {
                  title: 'HÓA ĐƠN GIÁ TRỊ GIA TĂNG',
                  lines: [
                    `Số: ${number}   Ngày: ${f.day()}`,
                    `Đơn vị bán: ${seller.name}`,
                    'Đơn vị mua: Công ty TNHH Thương mại Sao Mai',
                    `Tổng tiền thanh toán: ${amount}`,
                    'Người bán đã ký số',
                  ],
                },
              ]),
              {
                name: `HD_${number}.xml`,
                type: 'application/xml',
                content: Buffer.from(
                  `<?xml version="1.0" encoding="UTF-8"?>\n<HDon><SHDon>${number}</SHDon><NLap>${f.day()}</NLap></HDon>\n`,
                ),
              },
            ],
          },
        ),
      );
    },
  },
  {
    name: 'vat-declaration',
    timing: monthly(18, 4),
    folder: accounts,
    write(f) {
      return talk(
        `Thông báo tiếp nhận hồ sơ khai thuế GTGT tháng ${f.lastMonth}`,
        from(
          taxOffice,
          `Kính gửi: Công ty TNHH Thương mại Sao Mai\nMã số thuế: 0100999127\n\nCơ quan thuế đã tiếp nhận Tờ khai 01/GTGT kỳ ${f.lastMonth}, mã giao dịch ${f.int(11_200_000, 11_990_000)}. Hồ sơ được chấp nhận hợp lệ. Hạn nộp thuế: ngày 20/${f.day().slice(3)}.`,
          { cc: [minh] },
        ),
      );
    },
  },
  {
    name: 'tax-deadline',
    timing: spread(4),
    folder: accounts,
    write(f) {
      const subject = f.each([
        'Lịch nộp thuế quý – nhắc trước 10 ngày',
        'Thuế TNDN tạm tính: cần chị duyệt',
        'Quyết toán thuế TNCN – thiếu 3 giấy ủy quyền',
        'Hoàn thuế GTGT hàng xuất khẩu',
      ]);
      return talk(
        subject,
        from(
          minh,
          f.each([
            `Chị Lan Anh,\n\nEm gửi lịch thuế quý ${f.quarter}: tờ khai GTGT ngày 20 hằng tháng, TNDN tạm nộp chậm nhất ngày 30 tháng đầu quý sau. Số GTGT còn được khấu trừ chuyển kỳ sau là ${f.vnd(80_000_000, 210_000_000)}.`,
            `Chị duyệt giúp em số tạm nộp TNDN quý này ${f.vnd(46_000_000, 98_000_000)}. Em đã trừ chi phí hội chợ và hàng mẫu.`,
            'Chị ơi quyết toán TNCN còn thiếu giấy ủy quyền của anh Dũng, bạn Trang kho và chú Bình bảo vệ. Hạn cuối là thứ Sáu tuần này.',
            `Hồ sơ hoàn thuế lô đi Hamburg và Yokohama em lên xong, số đề nghị hoàn ${f.vnd(190_000_000, 330_000_000)}. Chị ký số giúp em trước 17h.`,
          ]),
          { to: [lan] },
        ),
        from(
          lan,
          f.each([
            'Ok anh, em nắm rồi.',
            'Em duyệt, anh nộp luôn hôm nay cho yên tâm.',
            'Em nhắc Dũng và chú Bình rồi, Trang đang nghỉ ốm để em nhắn riêng.',
            'Em ký rồi anh kiểm tra giúp em.',
          ]),
          { hoursAfter: 3 },
        ),
      );
    },
  },
  {
    name: 'payment-approval',
    timing: spread(6),
    folder: accounts,
    write(f) {
      const week = Math.ceil(Number(f.day().slice(0, 2)) / 7);
      return talk(
        `Đề nghị duyệt chi tuần ${week} tháng ${f.month} – ${f.vnd(90_000_000, 420_000_000)}`,
        from(
          minh,
          `Chị Lan Anh,\n\nEm trình danh sách chi trong tuần:\n\n| Nội dung | Số tiền |\n| Giấy Thiên Long, HĐ ${f.int(300, 900)} | ${f.vnd(50_000_000, 160_000_000)} |\n| Cước Hải Long | ${f.vnd(6_000_000, 19_000_000)} |\n| Tiền điện, nước, internet | ${f.vnd(7_000_000, 12_000_000)} |\n| Tạm ứng xưởng mây | ${f.vnd(20_000_000, 50_000_000)} |\n\nSố dư hiện tại đủ chi, không cần giải ngân thêm.`,
          { to: [lan] },
        ),
        from(
          lan,
          f.each([
            'Duyệt hết anh nhé.',
            'Duyệt trừ khoản xưởng mây, em gọi Khánh trước đã.',
            'Giấy Thiên Long trả 70% thôi anh, họ còn nợ mình biên bản đổi hàng.',
            'Ok duyệt. Lần sau anh thêm cột hạn thanh toán giúp em.',
            'Duyệt.',
            'Em duyệt, anh chi tiền điện trước kẻo họ cắt.',
          ]),
          { hoursAfter: 2 },
        ),
      );
    },
  },
  {
    name: 'profit-report',
    timing: monthly(9, 6),
    folder: accounts,
    write(f) {
      return talk(
        `Báo cáo kết quả kinh doanh tháng ${f.lastMonth}`,
        from(
          minh,
          `Chị Lan Anh,\n\nTóm tắt tháng ${f.lastMonth}: doanh thu ${f.vnd(1_600_000_000, 2_700_000_000)}, lãi gộp ${f.int(17, 24)}%, chi phí bán hàng tăng ${f.int(2, 9)}% do cước tàu. Công nợ quá hạn trên 60 ngày còn ${f.vnd(30_000_000, 120_000_000)}. Chi tiết trong file.`,
          {
            to: [lan],
            files: [
              xlsx(`KQKD ${f.lastMonth.replace('/', '-')}.xlsx`, 'KQKD', [
                ['Chỉ tiêu', 'Kỳ này', 'Kỳ trước'],
                ['Doanh thu thuần', 2_184_500_000, 1_967_000_000],
                ['Giá vốn', 1_736_200_000, 1_571_400_000],
                ['Lãi gộp', 448_300_000, 395_600_000],
                ['Chi phí bán hàng', 162_900_000, 151_200_000],
              ]),
            ],
          },
        ),
      );
    },
  },
  {
    name: 'audit-questions',
    timing: spread(2),
    folder: accounts,
    write(f) {
      return talk(
        f.each(['Kế hoạch kiểm toán báo cáo tài chính năm', 'Danh sách câu hỏi kiểm toán đợt 2']),
        from(
          auditor,
          f.each([
            `Kính gửi chị Lan Anh, anh Minh,\n\nKiểm toán Việt An dự kiến làm việc tại công ty từ ${f.day(12)} đến ${f.day(16)}, nhóm bốn người. Tài liệu cần chuẩn bị theo danh mục đính kèm. Riêng kiểm kê hàng tồn kho xin được chứng kiến.`,
            'Anh Minh,\n\nSau khi đọc sổ, nhóm còn 11 câu hỏi, quan trọng nhất là khoản phải thu Đại Việt quá 90 ngày chưa trích lập và hai hóa đơn cước ghi sai kỳ.',
          ]),
          {
            cc: [minh],
            files: [
              docx('Danh muc tai lieu.docx', 'DANH MỤC TÀI LIỆU CẦN CUNG CẤP', [
                '1. Sổ cái, sổ chi tiết các tài khoản',
                '2. Hợp đồng mua bán trên 200 triệu đồng',
                '3. Biên bản đối chiếu công nợ cuối năm',
                '4. Bảng tính khấu hao tài sản cố định',
              ]),
            ],
          },
        ),
        from(minh, 'Anh Sơn, em nhận được rồi. Em trả lời từng câu ngay trên file và gửi lại trước thứ Tư.', {
          hoursAfter: 7,
          to: [auditor],
          cc: [lan],
        }),
      );
    },
  },
  {
    name: 'debt-reconciliation',
    timing: spread(2),
    folder: accounts,
    write(f) {
      return talk(
        `Biên bản đối chiếu công nợ đến ngày ${f.day(-3)}`,
        from(
          minhPhat,
          `Anh Minh, chị Lan Anh,\n\nBên em ghi nhận số dư phải trả ${f.vnd(210_000_000, 430_000_000)}, lệch với sổ bên anh 6.480.000 đ. Em nghĩ là tiền vận chuyển chuyến bổ sung chưa xuất hóa đơn. Anh kiểm tra giúp.`,
          {
            to: [minh],
            cc: [lan],
            files: [
              docx(
                'Bien ban doi chieu.docx',
                'BIÊN BẢN ĐỐI CHIẾU CÔNG NỢ',
                ['Hai bên cùng xác nhận số dư công nợ như sau:'],
                [
                  ['Nội dung', 'Số tiền'],
                  ['Dư đầu kỳ', '186.300.000 đ'],
                  ['Phát sinh', '412.700.000 đ'],
                  ['Đã thanh toán', '305.000.000 đ'],
                ],
              ),
            ],
          },
        ),
        from(
          minh,
          'Đúng là tiền vận chuyển, anh xuất hóa đơn bổ sung hôm nay. Em ký biên bản theo số bên anh nhé.',
          { hoursAfter: 20, cc: [lan] },
        ),
      );
    },
  },
  {
    name: 'lawyer-opinion',
    timing: spread(2),
    folder: accounts,
    write(f) {
      return talk(
        f.each([
          'Ý kiến pháp lý về điều khoản bất khả kháng',
          'Đăng ký nhãn hiệu "Sao Mai Home" – kết quả thẩm định hình thức',
        ]),
        from(
          lawyer,
          f.each([
            'Chào chị Lan Anh,\n\nĐiều 11 của hợp đồng với Nordlicht quá rộng: "mọi sự kiện ngoài ý muốn" sẽ bị bên mua hiểu theo luật Đức. Tôi đề nghị liệt kê rõ thiên tai, dịch bệnh, cấm xuất khẩu, và nghĩa vụ báo trong 7 ngày. Bản sửa có đánh dấu gửi kèm.',
            `Chào chị, Cục Sở hữu trí tuệ đã chấp nhận đơn hợp lệ cho nhóm 20, 21 và 35. Thời gian thẩm định nội dung khoảng 9 tháng. Lệ phí bước tiếp theo ${f.vnd(3_000_000, 6_000_000)}.`,
          ]),
          {
            files:
              f.round === 0
                ? [
                    docx('Dieu 11 sua doi.docx', 'ĐIỀU 11 – BẤT KHẢ KHÁNG', [
                      '11.1 Sự kiện bất khả kháng gồm: thiên tai, dịch bệnh, lệnh cấm xuất khẩu.',
                      '11.2 Bên bị ảnh hưởng thông báo bằng văn bản trong vòng 07 ngày.',
                    ]),
                  ]
                : [],
          },
        ),
        from(
          lan,
          f.each([
            'Cảm ơn chị Quỳnh, em gửi bản này sang Hamburg ngay. Phí tư vấn chị xuất hóa đơn về công ty giúp em.',
            'Tin vui quá ạ. Em cho in nhãn mới luôn hay đợi cấp văn bằng hả chị?',
          ]),
          { hoursAfter: 6 },
        ),
        ...(f.round === 1
          ? [
              from(lawyer, 'Chị cứ dùng dấu TM, đừng dùng chữ R trong vòng tròn cho đến khi có văn bằng.', {
                hoursAfter: 4,
              }),
            ]
          : []),
      );
    },
  },
  {
    name: 'electricity-bill',
    timing: monthly(12, 4),
    folder: accounts,
    write(f) {
      return talk(
        `Tiền điện kỳ ${f.lastMonth} kho Long Biên: ${f.vnd(4_100_000, 9_600_000)}`,
        from(
          landlord,
          `Kính gửi Quý khách thuê,\n\nChỉ số công tơ kho số 3 kỳ ${f.lastMonth}: ${f.int(1_400, 3_100)} kWh. Kính đề nghị thanh toán trước ngày ${f.day(7)} để tránh tính lãi chậm trả 0,03%/ngày.`,
        ),
      );
    },
  },
];
