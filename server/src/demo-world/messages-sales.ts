import { anKhang, daiViet, ha, hoaSen, lan, minh, minhPhat, oldFax, truongThinh } from './correspondents.ts';
import { from, type Matter, spread, talk } from './message.ts';
import { jpeg, png } from './sample-files.ts';
import { docx, xlsx } from './sample-office.ts';
import { pdf } from './sample-pdf.ts';

const customers = 'Khách hàng';
const minhPhatFolder = 'Khách hàng/Minh Phát';

/** Customers within Vietnam: quotations, orders, complaints, thanks. */
export const salesMatters: Matter[] = [
  {
    name: 'quote-a4-paper',
    timing: spread(3),
    folder: minhPhatFolder,
    write(f) {
      const grams = f.each(['70 gsm', '80 gsm', '75 gsm']);
      const reams = f.int(6, 30) * 50;
      const price = f.vnd(61_000, 74_000);
      return talk(
        `Đề nghị báo giá giấy in A4 ${grams} – ${reams} ram`,
        from(
          minhPhat,
          `Kính gửi chị Lan Anh,\n\nMinh Phát đang có nhu cầu ${reams} ram giấy A4 ${grams} cho đợt cung ứng các trường học tháng ${f.month}. Chị vui lòng báo giá giao tại kho Vinh, đã gồm VAT 8%, thanh toán 30 ngày sau khi nhận hóa đơn.\n\nMong nhận được báo giá trước ngày ${f.day(2)}.\n\nTrân trọng,`,
        ),
        from(
          lan,
          `Chào anh Tùng,\n\nEm gửi anh báo giá cho lô ${reams} ram như sau:\n\n| Mặt hàng | Số lượng | Đơn giá |\n| Giấy A4 ${grams} Thiên Long | ${reams} ram | ${price} |\n| Vận chuyển Hà Nội – Vinh | 1 chuyến | ${f.vnd(3_200_000, 4_800_000)} |\n\nGiá có hiệu lực đến ${f.day(10)}. Nếu anh lấy trên 1.000 ram em giảm thêm 1,5%.\n\nCảm ơn anh,`,
          {
            hoursAfter: 4,
            files: [
              xlsx(`Bao gia A4 ${grams}.xlsx`, 'Báo giá', [
                ['STT', 'Mặt hàng', 'ĐVT', 'Số lượng', 'Đơn giá (đ)', 'Thành tiền (đ)'],
                [1, `Giấy A4 ${grams}`, 'ram', reams, 66_500, reams * 66_500],
                [2, 'Vận chuyển đến kho Vinh', 'chuyến', 1, 3_600_000, 3_600_000],
                ['', 'Cộng', '', '', '', reams * 66_500 + 3_600_000],
              ]),
            ],
          },
        ),
        from(
          minhPhat,
          `Cảm ơn chị, giá ổn. Chiều nay em trình anh giám đốc rồi gửi đơn đặt hàng sang chị nhé.`,
          {
            hoursAfter: 20,
          },
        ),
      );
    },
  },
  {
    name: 'purchase-order-minhphat',
    timing: spread(4),
    folder: minhPhatFolder,
    write(f) {
      const number = `MP-${f.int(210, 980)}/${f.year}`;
      const total = f.vnd(48_000_000, 186_000_000);
      return talk(
        `Đơn đặt hàng ${number}`,
        from(
          minhPhat,
          `Chị Lan Anh thân mến,\n\nĐính kèm là đơn đặt hàng ${number}, tổng giá trị ${total} (chưa VAT). Giao một lần về kho Vinh chậm nhất ngày ${f.day(9)}. Nhờ chị xác nhận lại thời gian giao và ký đóng dấu giúp bên em.\n\nTrân trọng,`,
          {
            files: [
              pdf(`Don dat hang ${number.replace('/', '-')}.pdf`, [
                {
                  title: `ĐƠN ĐẶT HÀNG SỐ ${number}`,
                  lines: [
                    'Bên mua: Công ty CP Minh Phát, 118 Lê Lợi, TP. Vinh',
                    'Bên bán: Công ty TNHH Thương mại Sao Mai',
                    '1. Giấy in A4 80 gsm: 600 ram',
                    '2. Thùng carton 3 lớp 40x30x30: 1.200 chiếc',
                    '3. Băng keo trong 48 mm: 300 cuộn',
                    `Tổng giá trị chưa VAT: ${total}`,
                    `Giao hàng chậm nhất: ${f.day(9)}`,
                  ],
                },
              ]),
            ],
          },
        ),
        from(
          lan,
          `Chào anh Tùng,\n\nSao Mai xác nhận đơn ${number}. Xe sẽ xuất kho Long Biên sáng ${f.day(6)}, lái xe gọi anh trước hai tiếng. Bản ký đóng dấu em gửi theo chuyển phát, mã vận đơn em nhắn sau.`,
          {
            hoursAfter: 5,
          },
        ),
      );
    },
  },
  {
    name: 'contract-frame',
    timing: spread(2),
    folder: customers,
    starred: true,
    write(f) {
      const customer = f.each([daiViet, hoaSen]);
      const number = `${f.int(11, 48)}/${f.year}/HĐ-SM-${f.each(['ĐV', 'HS'])}`;
      return talk(
        `Hợp đồng số ${number} – bản dự thảo lần ${f.round + 1}`,
        from(
          lan,
          `Chào chị,\n\nEm gửi dự thảo hợp đồng nguyên tắc số ${number}. So với bản năm ngoái có ba điểm thay đổi:\n\n- Điều 4: thời hạn thanh toán rút từ 45 còn 30 ngày.\n- Điều 6: phạt chậm giao 0,05%/ngày, tối đa 8%.\n- Điều 9: tranh chấp giải quyết tại Tòa án nhân dân TP. Hà Nội.\n\nChị xem và góp ý giúp em trước ${f.day(5)} nhé.`,
          {
            to: [customer],
            cc: [ha],
            files: [
              docx(
                `Du thao HD ${number.replaceAll('/', '-')}.docx`,
                `HỢP ĐỒNG MUA BÁN HÀNG HÓA SỐ ${number}`,
                [
                  'Căn cứ Bộ luật Dân sự 2015 và Luật Thương mại 2005;',
                  'Căn cứ nhu cầu và khả năng của hai bên;',
                  `Hôm nay, ngày ${f.day()}, tại Hà Nội, chúng tôi gồm:`,
                  `Bên A: ${customer.signature.split('\n')[1] ?? customer.name}`,
                  'Bên B: Công ty TNHH Thương mại Sao Mai, 27 Nguyễn Văn Cừ, Long Biên, Hà Nội',
                  'Điều 1. Hàng hóa, quy cách và giá cả theo bảng dưới đây.',
                ],
                [
                  ['Hàng hóa', 'ĐVT', 'Đơn giá chưa VAT'],
                  ['Giấy in A4 80 gsm', 'ram', '66.500 đ'],
                  ['Khay mây đựng trái cây', 'chiếc', '118.000 đ'],
                ],
              ),
            ],
          },
        ),
        from(
          customer,
          `Chào em,\n\nBên chị đồng ý Điều 6 và Điều 9. Riêng Điều 4, phòng kế toán vẫn đề nghị giữ 45 ngày vì kỳ đối chiếu công nợ của tập đoàn là cuối tháng. Em cân nhắc giúp.`,
          {
            hoursAfter: 26,
          },
        ),
        from(
          lan,
          `Dạ chị, em đồng ý 45 ngày cho các đơn dưới 200.000.000 đ, trên mức đó giữ 30 ngày. Em sửa và gửi bản ký ngay trong ngày mai ạ.`,
          {
            hoursAfter: 3,
          },
        ),
        from(customer, `Ok em, chị thống nhất. Gửi chị hai bản gốc, chị ký trong tuần.`, { hoursAfter: 18 }),
      );
    },
  },
  {
    name: 'hotel-baskets',
    timing: spread(3),
    folder: customers,
    write(f) {
      const item = f.each(['khay mây đựng khăn', 'giỏ đựng đồ giặt', 'hộp khăn giấy bọc mây']);
      const quantity = f.int(8, 24) * 10;
      return talk(
        `Hỏi mua ${quantity} ${item} cho khách sạn`,
        from(
          hoaSen,
          `Chào Sao Mai,\n\nKhách sạn Hoa Sen chuẩn bị nâng cấp ${quantity} phòng hướng biển, cần ${quantity} ${item}, màu nâu tự nhiên, có lót vải. Bên mình có mẫu sẵn không ạ? Nhờ gửi kích thước, ảnh và giá giao tại Hạ Long.\n\nThảo`,
          { cc: [ha] },
        ),
        from(
          ha,
          `Chào chị Thảo,\n\nEm Hà bên Sao Mai ạ. Mẫu này bên em có sẵn hai cỡ, ảnh em gửi kèm. Giá ${f.vnd(95_000, 210_000)}/chiếc đã gồm lót vải thô, giao tận nơi với đơn từ 100 chiếc, thời gian làm 18 ngày.`,
          {
            hoursAfter: 6,
            to: [hoaSen],
            cc: [lan],
            files: [png(`mau-${quantity}-a.png`), jpeg('mau-co-lon.jpg')],
          },
        ),
        from(
          hoaSen,
          `Mẫu đẹp lắm em. Chị lấy cỡ lớn, em làm hợp đồng và xuất trước 5 chiếc làm mẫu phòng nhé.`,
          {
            hoursAfter: 22,
          },
        ),
      );
    },
  },
  {
    name: 'supermarket-restock',
    timing: spread(4),
    folder: customers,
    write(f) {
      const goods = f.each(['túi giấy kraft', 'hộp quà nan tre', 'rổ tre đan tay', 'khay gốm men rạn']);
      return talk(
        `Can them ${f.int(3, 9) * 100} ${['tui giay kraft', 'hop qua nan tre', 'ro tre dan tay', 'khay gom men ran'][f.round % 4]} gap`,
        from(
          anKhang,
          `Chi Lan Anh oi,\n\nHang ben em ban chay qua, chi cho em dat them nhe, can co truoc ${f.day(6)} de kip chuong trinh khuyen mai cuoi thang. Gia nhu lan truoc dung khong chi? Em chuyen khoan 50% ngay hom nay.`,
        ),
        from(
          lan,
          `Chào Phong,\n\nGiá ${goods} vẫn giữ như lần trước. Hàng có sẵn ở kho Long Biên, chị gửi xe Đà Nẵng tối ${f.day(1)}, em nhận sáng ${f.day(3)}. Chuyển khoản giúp chị về tài khoản Ngân hàng Sông Hồng như cũ, nội dung ghi mã đơn AK-${f.int(100, 900)}.`,
          {
            hoursAfter: 2,
          },
        ),
      );
    },
  },
  {
    name: 'discount-negotiation',
    timing: spread(2),
    folder: minhPhatFolder,
    write(f) {
      return talk(
        f.each(['Đề nghị chiết khấu quý này', 'Xem lại mức chiết khấu theo sản lượng']),
        from(
          minhPhat,
          `Chị Lan Anh,\n\nSản lượng ba tháng qua của Minh Phát đã là ${f.vnd(620_000_000, 910_000_000)}, vượt mức bậc 3 trong phụ lục. Chị xem lại giúp mức chiết khấu: bên em đề nghị 4,5% thay cho 3% từ đơn kế tiếp.`,
          {
            cc: [minh],
          },
        ),
        from(
          minh,
          `Chị Lan Anh,\n\nEm đã đối chiếu: doanh số anh Tùng nêu khớp với sổ. Nếu lên 4,5% thì biên còn 7,8%, vẫn trên mức tối thiểu. Em đề nghị gắn điều kiện thanh toán trong 20 ngày.`,
          {
            hoursAfter: 7,
            to: [lan],
            cc: [minhPhat],
          },
        ),
        from(
          lan,
          `Anh Tùng, em đồng ý 4,5% với điều kiện thanh toán trong 20 ngày kể từ ngày hóa đơn, áp dụng từ ${f.day(4)}. Em nhờ anh Minh gửi phụ lục sang.`,
          {
            hoursAfter: 3,
            to: [minhPhat],
            cc: [minh],
          },
        ),
      );
    },
  },
  {
    name: 'sample-request',
    timing: spread(3),
    folder: customers,
    write(f) {
      const customer = f.each([oldFax, truongThinh, hoaSen]);
      const sample = f.each(['bút tre khắc tên', 'sổ tay bìa giấy dó', 'cốc gốm men ngọc']);
      return talk(
        `Xin mẫu ${sample}`,
        from(
          customer,
          `Kính gửi Sao Mai,\n\nBên tôi đang chọn quà tặng hội nghị cuối năm, khoảng ${f.int(2, 9) * 100} phần. Nhờ công ty gửi 2 mẫu ${sample} kèm bảng giá có in logo. Tiền mẫu và cước chúng tôi xin thanh toán.`,
        ),
        from(
          lan,
          `Dạ, em gửi mẫu trong chiều nay qua chuyển phát nhanh, mẫu em tặng ạ. In logo một màu cộng 4.500 đ mỗi chiếc, file vector anh chị gửi em trước để làm maket.`,
          {
            hoursAfter: 3,
          },
        ),
      );
    },
  },
  {
    name: 'school-supplies-tender',
    timing: spread(2),
    write(f) {
      return talk(
        `Mời chào giá gói thầu văn phòng phẩm ${f.each(['học kỳ I', 'học kỳ II'])} – số ${f.int(12, 80)}/TB-MS`,
        from(
          daiViet,
          `Kính gửi Quý công ty,\n\nĐại Việt JSC mời chào giá cạnh tranh gói văn phòng phẩm dự toán ${f.vnd(280_000_000, 640_000_000)}. Hồ sơ gồm báo giá, giấy đăng ký kinh doanh, hai hợp đồng tương tự. Hạn nộp 10h00 ngày ${f.day(8)}, nộp bản cứng có niêm phong.`,
          {
            cc: [ha],
            files: [
              xlsx('Danh muc moi chao gia.xlsx', 'Danh mục', [
                ['STT', 'Tên hàng', 'ĐVT', 'Số lượng'],
                [1, 'Giấy A4 80 gsm', 'ram', 2400],
                [2, 'Bút bi xanh 0.5', 'chiếc', 6000],
                [3, 'Bìa còng 7 cm', 'chiếc', 450],
                [4, 'Ghim kẹp 25 mm', 'hộp', 900],
              ]),
            ],
          },
        ),
        from(
          lan,
          `Hà ơi, gói này mình làm được. Em chuẩn bị hồ sơ, chị duyệt giá chiều thứ Năm. Nhớ lấy hai hợp đồng tương tự là Minh Phát và Hoa Sen.`,
          {
            hoursAfter: 4,
            to: [ha],
            cc: [],
          },
        ),
        from(
          ha,
          `Vâng chị, em lên danh mục ngay. Bìa còng mình đang thiếu nguồn, em hỏi thêm bên Trường Thịnh.`,
          { hoursAfter: 2 },
        ),
      );
    },
  },
  {
    name: 'year-volume-plan',
    timing: spread(1),
    folder: minhPhatFolder,
    starred: true,
    write(f) {
      return talk(
        `Kế hoạch sản lượng năm ${f.year + 1}`,
        from(
          minhPhat,
          `Chị Lan Anh,\n\nEm gửi dự kiến nhu cầu năm tới của Minh Phát: giấy in tăng khoảng 12%, thùng carton tăng 20% do bên em mở thêm kho Thanh Hóa. Nếu Sao Mai giữ được giá đến hết quý I, em sẽ trình ký hợp đồng cả năm ngay trong tháng này.`,
          {
            files: [
              xlsx('Ke hoach san luong.xlsx', 'Kế hoạch', [
                ['Quý', 'Giấy A4 (ram)', 'Carton (chiếc)', 'Băng keo (cuộn)'],
                ['I', 5200, 9600, 2100],
                ['II', 4800, 9000, 2000],
                ['III', 7600, 11000, 2600],
                ['IV', 6900, 12500, 2900],
              ]),
            ],
          },
        ),
        from(
          lan,
          `Cảm ơn anh Tùng. Em đang đàm phán với Thiên Long để khóa giá bột giấy, thứ Ba tuần sau em trả lời anh chính thức.`,
          {
            hoursAfter: 6,
          },
        ),
      );
    },
  },
];
