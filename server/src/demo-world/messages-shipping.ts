import { courier, customsBroker, dung, forwarder, ha, lan, minh } from './correspondents.ts';
import { from, type Matter, spread, talk } from './message.ts';
import { longFolderName } from './people.ts';
import { csv, txt, zip } from './sample-files.ts';
import { xlsx } from './sample-office.ts';
import { pdf } from './sample-pdf.ts';

/** Sea freight, customs, couriers. */
export const shippingMatters: Matter[] = [
  {
    name: 'booking-confirmation',
    timing: spread(4),
    folder: longFolderName,
    write(f) {
      const vessel = f.each([
        'EVER LUCID 061E',
        'WAN HAI 317 N204',
        'MAERSK VALPARAISO 412W',
        'ONE HARBOUR 029E',
      ]);
      const port = f.each(['Hamburg', 'Yokohama', 'Singapore', 'Hamburg']);
      return talk(
        `Booking confirmation HLL${f.int(100_000, 999_999)} – HPH/${port} – ${vessel}`,
        from(
          forwarder,
          `Dear chị Lan Anh,\n\nEm gửi chị booking như sau:\n\n| Tàu/chuyến | ${vessel} |\n| Cảng đi | Hải Phòng (Lạch Huyện) |\n| Cảng đến | ${port} |\n| Container | 1 x ${f.each(['40HC', "20'GP", '40HC', "20'GP"])} |\n| Cut-off SI | ${f.day(3)} 12:00 |\n| Cut-off VGM | ${f.day(4)} 10:00 |\n| ETD | ${f.day(6)} |\n\nChị gửi SI và VGM đúng hạn giúp em, quá giờ hãng tàu tính phí sửa bill 50 USD.`,
          { cc: [ha] },
        ),
        from(lan, `Cảm ơn Ngọc. Chị Hà gửi SI chiều nay, anh Dũng cân VGM sáng ${f.day(3)}.`, {
          hoursAfter: 2,
        }),
      );
    },
  },
  {
    name: 'draft-bill-of-lading',
    timing: spread(3),
    folder: longFolderName,
    write(f) {
      const bill = `HLLHPH${f.int(260_000, 269_999)}`;
      return talk(
        `Draft B/L ${bill} – pls check & confirm`,
        from(
          forwarder,
          `Chị Lan Anh ơi,\n\nEm gửi draft B/L ${bill}, chị kiểm tra shipper, consignee, số kiện và trọng lượng rồi confirm trước 16h hôm nay giúp em.`,
          {
            cc: [ha],
            files: [
              pdf(`${bill}_draft.pdf`, [
                {
                  title: `BILL OF LADING ${bill} (DRAFT)`,
                  lines: [
                    'Shipper: SAO MAI TRADING CO., LTD',
                    'Consignee: TO ORDER OF SONG HONG BANK',
                    `Packages: ${f.int(280, 640)} cartons`,
                    `Gross weight: ${f.int(3, 8)},${f.int(100, 900)}.00 kgs`,
                    'Description: HANDICRAFT ARTICLES OF RATTAN AND BAMBOO',
                  ],
                },
              ]),
            ],
          },
        ),
        from(
          ha,
          `Em Ngọc, sửa giúp chị hai chỗ:\n\n- Consignee phải là "TO ORDER", bỏ tên ngân hàng.\n- HS code 4602.12 chứ không phải 4602.11.\n\nCòn lại đúng.`,
          { hoursAfter: 2, to: [forwarder], cc: [lan] },
        ),
        from(forwarder, 'Em sửa xong rồi ạ, bản final em gửi kèm. Tàu chạy là em phát hành bill gốc luôn.', {
          hoursAfter: 3,
          to: [ha],
          cc: [lan],
        }),
      );
    },
  },
  {
    name: 'customs-declaration',
    timing: spread(4),
    folder: longFolderName,
    write(f) {
      const number = `30${f.int(7, 9)}${f.int(100_000_000, 999_999_999)}`;
      const channel = f.each(['xanh', 'vàng', 'xanh', 'đỏ']);
      return talk(
        `Tờ khai ${number} – phân luồng ${channel}`,
        from(
          customsBroker,
          `Chị Lan Anh,\n\nTờ khai xuất khẩu số ${number} đã truyền lúc ${f.int(8, 11)}h${f.int(10, 59)}, kết quả phân luồng ${channel}. ${
            channel === 'xanh'
              ? 'Hàng được thông quan ngay, em đã in mã vạch qua khu vực giám sát.'
              : channel === 'vàng'
                ? 'Hải quan yêu cầu xuất trình hợp đồng, invoice và packing list. Em nộp bản mềm trong chiều nay.'
                : 'Hải quan kiểm hóa 10%, chị cho người ra cảng sáng mai cùng em nhé.'
          }\n\nLệ phí và phí dịch vụ: ${f.vnd(900_000, 2_400_000)}.`,
          {
            cc: [minh],
            files: [
              pdf(`ToKhai_${number}.pdf`, [
                {
                  title: 'TỜ KHAI HÀNG HÓA XUẤT KHẨU',
                  lines: [
                    `Số tờ khai: ${number}`,
                    'Cơ quan Hải quan: Chi cục HQ CK cảng Hải Phòng KV I',
                    `Mã phân loại kiểm tra: ${channel}`,
                    'Người xuất khẩu: Công ty TNHH Thương mại Sao Mai',
                    `Trị giá hóa đơn: ${f.usd(9_000, 40_000)}`,
                  ],
                },
              ]),
            ],
          },
        ),
        ...(channel === 'đỏ'
          ? [
              from(lan, 'Dũng ra cảng cùng anh Tuấn 8h sáng mai nhé, mang theo bản gốc hợp đồng.', {
                hoursAfter: 1,
                to: [dung],
                cc: [],
              }),
            ]
          : []),
      );
    },
  },
  {
    name: 'certificate-of-origin',
    timing: spread(2),
    folder: longFolderName,
    write(f) {
      return talk(
        `C/O form ${f.each(['EUR.1', 'VJ'])} – hồ sơ còn thiếu`,
        from(
          customsBroker,
          `Chị ơi, hồ sơ C/O còn thiếu bảng kê nguyên liệu và hóa đơn mua mây của HTX. Chị bổ sung trước ${f.day(2)} để em nộp trên hệ thống, cấp sau 8 giờ làm việc.`,
          { cc: [ha] },
        ),
        from(ha, 'Em gửi anh bảng kê, hóa đơn mua mây gồm ba số em gộp trong file nén.', {
          hoursAfter: 5,
          to: [customsBroker],
          cc: [lan],
          files: [
            zip('Ho so CO.zip', [
              {
                name: 'Bảng kê nguyên liệu.csv',
                content: csv('x', [
                  ['Nguyên liệu', 'Kg'],
                  ['Mây song', 1250],
                  ['Tre', 840],
                ]).content,
              },
              { name: 'Ghi chú.txt', content: txt('x', ['Ba hóa đơn gốc lưu tại phòng kế toán.']).content },
            ]),
          ],
        }),
      );
    },
  },
  {
    name: 'freight-rates',
    timing: spread(3),
    folder: 'Nhà cung cấp',
    write(f) {
      return talk(
        `Bảng cước tàu ${f.each(['nửa đầu', 'nửa cuối', 'cả'])} tháng ${f.month}/${f.year}`,
        from(
          forwarder,
          `Dear Quý khách,\n\nHải Long cập nhật cước biển từ Hải Phòng:\n\n| Cảng đến | 20'GP | 40'HC |\n| Singapore | USD ${f.int(15, 30) * 10} | USD ${f.int(30, 55) * 10} |\n| Yokohama | USD ${f.int(28, 45) * 10} | USD ${f.int(60, 85) * 10} |\n| Hamburg | USD ${f.int(150, 240) * 10} | USD ${f.int(290, 410) * 10} |\n\nGiá chưa gồm THC, seal, bill fee. Chỗ đi châu Âu đang căng, Quý khách đặt trước tối thiểu 14 ngày.`,
          {
            files: [
              xlsx('Bang cuoc.xlsx', 'Ocean freight', [
                ['POD', '20GP', '40HC', 'T/T'],
                ['Singapore', 220, 420, '4 ngày'],
                ['Yokohama', 360, 720, '9 ngày'],
                ['Hamburg', 1950, 3600, '36 ngày'],
              ]),
            ],
          },
        ),
      );
    },
  },
  {
    name: 'local-charges',
    timing: spread(3),
    folder: 'Kế toán',
    write(f) {
      return talk(
        `Debit note DN-${f.int(2_000, 7_900)} / local charges`,
        from(
          forwarder,
          `Chị Lan Anh, em gửi debit note phí local lô vừa chạy: ${f.vnd(5_400_000, 9_800_000)} (THC, bill, seal, telex). Chị thanh toán giúp em trước ${f.day(7)}, hóa đơn VAT em xuất ngay khi nhận tiền.`,
          { cc: [minh], askReceipt: f.round === 0 },
        ),
        from(
          minh,
          'Phí telex em tính hai lần rồi Ngọc nhé, lô này bill gốc chứ không telex. Sửa lại 750.000 đ giúp anh.',
          { hoursAfter: 6, to: [forwarder], cc: [lan] },
        ),
        from(forwarder, 'Dạ em xin lỗi anh, em gửi lại bản đúng ạ.', {
          hoursAfter: 1,
          to: [minh],
          cc: [lan],
        }),
      );
    },
  },
  {
    name: 'courier-notice',
    timing: spread(5),
    write(f) {
      const code = `SP${f.int(100_000_000, 999_999_999)}VN`;
      const city = f.each(['Hamburg', 'Yokohama', 'Singapore', 'Hamburg', 'Da Nang']);
      return talk(
        f.each([
          `Your shipment ${code} was delivered in ${city}`,
          `Shipment ${code}: out for delivery`,
          `${code} – customs clearance completed`,
          `Delivered: ${code}, signed by SCHULZ`,
          `Pickup scheduled for ${code}`,
        ]),
        from(
          courier,
          `Dear customer,\n\nshipment ${code} to ${city}: last event ${f.englishDay(0)} ${f.int(8, 16)}:${f.int(10, 59)} local time, ${f.each(['delivered at reception', 'with the delivery driver', 'released by customs', 'delivered, signed by SCHULZ', 'pickup between 14:00 and 17:00'])}.\n\nWeight ${f.int(1, 6)}.${f.int(1, 9)} kg, 1 piece. This message was sent automatically.`,
        ),
      );
    },
  },
  {
    name: 'container-damage',
    timing: spread(1),
    folder: longFolderName,
    write() {
      return talk(
        'Biên bản vỏ container móp – ai chịu phí?',
        from(
          dung,
          'Chị ơi cont hãng tàu cấp vỏ bị móp góc với rách ron cửa, em chụp ảnh báo bãi rồi nhưng bãi bảo ký nhận hàng là chịu. Em chưa ký. Chị hỏi bên Hải Long giúp em.',
          { to: [lan] },
        ),
        from(
          lan,
          'Ngọc ơi, bãi đang ép bên chị ký nhận vỏ xấu. Em yêu cầu hãng tàu đổi vỏ ngay trong sáng nay nhé, hàng mây ẩm là khách trả cả lô.',
          { hoursAfter: 1, to: [forwarder], cc: [dung] },
        ),
        from(
          forwarder,
          'Em làm việc với depot rồi chị, 11h đổi cont khác, không mất phí nâng hạ. Anh Dũng đợi giúp em một tiếng.',
          { hoursAfter: 2, to: [lan], cc: [dung] },
        ),
      );
    },
  },
  {
    name: 'warehouse-count',
    timing: spread(3),
    write(f) {
      return talk(
        `Kiểm kê kho Long Biên ${f.each(['cuối tháng', 'đột xuất', 'giữa kỳ'])}`,
        from(
          dung,
          `Chị Lan Anh, kết quả kiểm kê: giấy A4 lệch thiếu ${f.int(2, 11)} ram, carton thừa ${f.int(5, 30)} chiếc, hàng gốm khớp. Phần giấy thiếu em nghĩ do xuất lẻ cho văn phòng chưa ghi phiếu. File em gửi kèm.`,
          {
            to: [lan],
            cc: [minh],
            files: [
              csv('kiem-ke.csv', [
                ['Mã', 'Sổ sách', 'Thực tế'],
                ['A4-80', 1240, 1235],
                ['CT-403030', 860, 874],
                ['GM-BAT', 312, 312],
              ]),
            ],
          },
        ),
        from(
          lan,
          'Từ tháng sau văn phòng lấy giấy cũng phải có phiếu, Dũng nhé. Anh Minh điều chỉnh sổ giúp chị.',
          { hoursAfter: 4 },
        ),
      );
    },
  },
  {
    name: 'truck-hire',
    timing: spread(2),
    write(f) {
      return talk(
        f.each(['Thuê xe tải 8 tấn đi Vinh', 'Đề xuất ký hợp đồng xe cả năm']),
        from(
          dung,
          f.each([
            `Chị, xe nhà vào bảo dưỡng, em thuê ngoài chuyến Vinh ${f.vnd(6_500_000, 8_200_000)} cả cầu phà. Chị duyệt giúp em để kịp xếp hàng tối nay.`,
            'Chị Lan Anh, em tính ba tháng qua thuê lẻ hết 74.300.000 đ. Nếu ký cả năm với nhà xe Tâm Đức thì giảm được khoảng 12%, họ còn cho nợ 15 ngày.',
          ]),
          { to: [lan] },
        ),
        from(
          lan,
          f.each([
            'Chị duyệt. Nhớ bắt họ phủ bạt kín, đừng để ẩm giấy như lần trước.',
            'Em xin hợp đồng mẫu gửi chị Quỳnh bên luật xem trước nhé.',
          ]),
          { hoursAfter: 1 },
        ),
      );
    },
  },
];
