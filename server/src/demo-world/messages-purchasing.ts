import {
  baoBi,
  batTrang,
  dung,
  ha,
  lan,
  mayTre,
  minh,
  printer,
  thienLong,
  truongThinh,
} from './correspondents.ts';
import { from, type Matter, spread, talk } from './message.ts';
import { jpeg, png, wav, webm } from './sample-files.ts';
import { docx, xlsx } from './sample-office.ts';
import { pdf } from './sample-pdf.ts';

const suppliers = 'Nhà cung cấp';
const paper = 'Nhà cung cấp/Giấy và bao bì';

/** Suppliers: prices, deliveries, craft workshops. */
export const purchasingMatters: Matter[] = [
  {
    name: 'paper-price-change',
    timing: spread(3),
    folder: paper,
    write(f) {
      const percent = f.each(['3,5', '4,2', '2,8']);
      return talk(
        `Thông báo điều chỉnh giá giấy in từ ${f.day(14)}`,
        from(
          thienLong,
          `Kính gửi Quý khách hàng,\n\nDo giá bột giấy nhập khẩu và cước tàu biển tiếp tục tăng, Giấy Thiên Long xin điều chỉnh giá bán toàn bộ giấy in văn phòng tăng bình quân ${percent}% kể từ ngày ${f.day(14)}. Các đơn xác nhận trước thời điểm này vẫn áp dụng giá cũ.\n\n| Mã hàng | Giá cũ | Giá mới |\n| TL-70 A4 | 61.500 đ | 63.700 đ |\n| TL-80 A4 | 66.200 đ | 68.900 đ |\n| TL-80 A3 | 134.000 đ | 139.000 đ |\n\nRất mong Quý khách thông cảm.`,
          {
            cc: [minh],
            files: [
              pdf('Bang gia moi.pdf', [
                {
                  title: 'BẢNG GIÁ GIẤY IN VĂN PHÒNG',
                  lines: [
                    `Áp dụng từ ngày ${f.day(14)}`,
                    'TL-70 A4: 63.700 đ/ram',
                    'TL-80 A4: 68.900 đ/ram',
                    'TL-80 A3: 139.000 đ/ram',
                    'Giá đã bao gồm thuế GTGT 8%.',
                  ],
                },
              ]),
            ],
          },
        ),
        from(
          lan,
          `Anh Hải,\n\nTăng ${percent}% trong khi đối thủ của anh mới báo 2% thì em khó bán lắm. Nếu em đặt trước ${f.int(4, 9)}.000 ram giá cũ, giao dần hai tháng, anh hỗ trợ được không?`,
          { hoursAfter: 6, to: [thienLong], cc: [minh] },
        ),
        from(
          thienLong,
          `Chị Lan Anh, tôi xin được giám đốc duyệt giá cũ cho lượng chị đặt trước với điều kiện cọc 30% trong tuần này. Chị chốt thì tôi giữ hàng.`,
          { hoursAfter: 21 },
        ),
      );
    },
  },
  {
    name: 'carton-quote',
    timing: spread(3),
    folder: paper,
    write(f) {
      const size = f.each(['40x30x30', '60x40x40', '35x25x20']);
      return talk(
        `Báo giá thùng carton 5 lớp ${size} cm`,
        from(
          baoBi,
          `Chào chị,\n\nTheo yêu cầu qua điện thoại, bên em báo giá thùng carton 5 lớp sóng BC, kích thước ${size} cm, in một màu hai mặt:\n\n- 500–999 chiếc: ${f.vnd(12_000, 19_000)}\n- 1.000–2.999 chiếc: ${f.vnd(10_000, 12_000)}\n- từ 3.000 chiếc: thỏa thuận\n\nTiền bản in ${f.vnd(600_000, 1_200_000)}, miễn phí từ đơn thứ hai. Giao sau 5 ngày làm việc.`,
        ),
        from(
          lan,
          `Cảm ơn chị Oanh. Cho em đặt 1.500 chiếc, bản in như file đính kèm, mép dán chứ không ghim chị nhé vì hàng đi Nhật.`,
          { hoursAfter: 5, files: [png(`ban-in-${size}.png`)] },
        ),
      );
    },
  },
  {
    name: 'rattan-progress',
    timing: spread(3),
    folder: suppliers,
    write(f) {
      const done = f.int(45, 85);
      return talk(
        `Tiến độ hàng mây tre đến ngày ${f.day()}`,
        from(
          mayTre,
          `Chị Lan Anh,\n\nĐến hôm nay xưởng đan xong ${done}% đơn đi Hamburg. Tuần qua mưa nhiều nên mây phơi chậm, em phải sấy than mất thêm hai ngày. Em quay đoạn phim ngắn dây chuyền đóng thùng gửi chị xem. Dự kiến xong ${f.day(8)}.`,
          { files: f.round === 0 ? [webm('day-chuyen-dong-thung.webm')] : [jpeg(`may-phoi-${done}.jpg`)] },
        ),
        from(
          lan,
          `Khánh ơi, chú ý độ ẩm dưới 12% nhé, lần trước Đức đo 14% là họ kêu mốc. Chị cho người lên kiểm ${f.day(5)}.`,
          { hoursAfter: 3 },
        ),
      );
    },
  },
  {
    name: 'pottery-breakage',
    timing: spread(2),
    folder: suppliers,
    write(f) {
      return talk(
        f.each(['Báo cáo hàng vỡ mẻ lò số 14', 'Mẻ lò tháng này lên men không đều']),
        from(
          batTrang,
          f.each([
            `Chị ơi, mẻ lò số 14 nứt mất ${f.int(22, 48)} bát và 9 bình men rạn do mất điện giữa chừng lúc 1.180 độ. Em nung bù ngay mẻ sau, xin chị lùi ngày giao đến ${f.day(6)}. Phần chênh em chịu.`,
            `Chị Lan Anh, men xanh mẻ này loang hơn mẫu duyệt khoảng một phần ba số hàng. Em nghĩ khách Nhật có khi lại thích nhưng em không dám tự quyết, chị xem ảnh giúp em.`,
          ]),
          { cc: [ha], files: [jpeg('lo-gom.jpg')] },
        ),
        from(
          lan,
          f.each([
            'Chị báo khách lùi lịch rồi, em cứ làm cẩn thận. Lần sau mẻ lớn thuê máy phát dự phòng nhé.',
            'Chị gửi ảnh cho anh Tanaka hỏi ý rồi. Em để riêng số loang ra, đừng đóng thùng vội.',
          ]),
          { hoursAfter: 4 },
        ),
      );
    },
  },
  {
    name: 'catalogue-print',
    timing: spread(2),
    folder: suppliers,
    write(f) {
      return talk(
        `Duyệt maket ${f.each(['catalogue xuất khẩu', 'lịch Tết và phong bao'])} – bản ${f.int(2, 4)}`,
        from(
          printer,
          `Chào chị Lan Anh,\n\nEm gửi bản chỉnh theo góp ý hôm trước: đổi ảnh bìa, tăng cỡ chữ trang giá, thêm mã QR sang gian hàng. Chị duyệt trước 16h ngày mai thì kịp lên kẽm ${f.day(2)}.`,
          {
            files: [
              pdf('maket.pdf', [
                {
                  title: 'SAO MAI – CATALOGUE',
                  lines: ['Rattan · Bamboo · Ceramics', 'Handmade in Vietnam since 2011'],
                },
                {
                  title: 'Mây tre đan',
                  lines: ['SM-R101 Khay tròn 30 cm', 'SM-R115 Giỏ quai da', 'SM-B204 Hộp nan tre sơn mài'],
                },
              ]),
              png('bia-truoc.png', 360, 240),
            ],
          },
        ),
        from(lan, `Bìa đẹp rồi em. Trang 7 sai mã SM-R115 thành R151, sửa giúp chị rồi cho in 800 cuốn.`, {
          hoursAfter: 7,
        }),
        from(printer, 'Dạ em sửa xong, chiều lên kẽm luôn ạ.', { hoursAfter: 1 }),
      );
    },
  },
  {
    name: 'supplier-intro',
    timing: spread(2),
    folder: suppliers,
    write(f) {
      return talk(
        f.each(['Giới thiệu dòng bút và sổ tay mới', 'Chương trình đại lý cấp 1 văn phòng phẩm']),
        from(
          truongThinh,
          f.each([
            'Kính gửi chị Lan Anh,\n\nTrường Thịnh mới nhập dòng bút gel Nhật và sổ tay giấy chống lóa, giá đại lý thấp hơn 15% so với hàng đang bán. Tuần tới tôi qua Long Biên, xin phép ghé công ty giới thiệu mẫu 20 phút.',
            `Kính gửi Quý đối tác,\n\nTừ ${f.day(10)} chúng tôi áp dụng chính sách đại lý cấp 1: doanh số từ 150.000.000 đ/quý thưởng 3%, hỗ trợ kệ trưng bày và bảng hiệu. Kính mời Quý công ty tham gia.`,
          ]),
        ),
      );
    },
  },
  {
    name: 'overdue-delivery',
    timing: spread(2),
    folder: paper,
    write(f) {
      return talk(
        `Hàng giao chậm – đề nghị lịch cụ thể cho đơn TL-${f.int(500, 900)}`,
        from(
          lan,
          `Anh Hải,\n\nĐơn này hẹn ${f.day(-3)} mà hôm nay kho em vẫn chưa nhận. Khách của em là trường học, thứ Hai tuần sau họ khai giảng lớp mới. Anh cho em giờ xe chạy cụ thể, đừng "trong tuần" nữa nhé.`,
          { to: [thienLong], cc: [dung] },
        ),
        from(
          thienLong,
          `Chị thông cảm, dây chuyền xén hỏng trục mất hai ngày. Xe 15C-${f.int(100, 999)}.${f.int(10, 99)} xuất xưởng 4h sáng mai, đến kho chị trước 9h. Tôi giảm 1% cho đơn này để bù.`,
          { hoursAfter: 3 },
        ),
        from(dung, 'Hàng về 8h50, đủ số, em ký biên bản rồi chị.', {
          hoursAfter: 22,
          to: [lan],
          cc: [thienLong],
        }),
      );
    },
  },
  {
    name: 'bamboo-treatment-cert',
    timing: spread(1),
    folder: suppliers,
    write(f) {
      return talk(
        'Chứng nhận xử lý mối mọt cho hàng tre',
        from(
          mayTre,
          `Chị ơi em gửi giấy chứng nhận hun trùng và phiếu đo độ ẩm của lô ${f.int(20, 60)} thùng. Bản gốc em gửi xe ôm công nghệ, chiều chị nhận.`,
          {
            files: [
              pdf('Chung nhan hun trung.pdf', [
                {
                  title: 'CHỨNG NHẬN HUN TRÙNG',
                  lines: [
                    `Ngày xử lý: ${f.day(-1)}`,
                    'Hoạt chất: Methyl bromide 48 g/m3, 24 giờ',
                    'Hàng hóa: khay và giỏ tre',
                  ],
                },
              ]),
            ],
          },
        ),
      );
    },
  },
  {
    name: 'packaging-test',
    timing: spread(1),
    folder: paper,
    write() {
      return talk(
        'Kết quả thử rơi thùng đóng gốm',
        from(
          baoBi,
          'Chị Lan Anh,\n\nBên em đã thử rơi thùng mới từ 80 cm, 6 mặt 3 cạnh 1 góc: không vỡ chiếc nào trong 24 bát. Em gửi đoạn ghi âm buổi họp kỹ thuật và bảng kết quả. Giá thùng mới cao hơn 1.400 đ nhưng bỏ được lớp xốp hơi.',
          {
            files: [
              wav('hop-ky-thuat.wav', 4),
              xlsx('ket-qua-thu-roi.xlsx', 'Thử rơi', [
                ['Lần', 'Mặt', 'Kết quả'],
                [1, 'Đáy', 'Đạt'],
                [2, 'Góc 2-3-5', 'Đạt'],
                [3, 'Cạnh 2-3', 'Đạt'],
              ]),
            ],
          },
        ),
        from(lan, 'Tốt quá chị Oanh. Em chuyển hẳn sang thùng mới từ đơn tháng sau.', { hoursAfter: 5 }),
      );
    },
  },
  {
    name: 'workshop-advance',
    timing: spread(2),
    folder: suppliers,
    write(f) {
      const amount = f.vnd(40_000_000, 90_000_000);
      return talk(
        `Xin tạm ứng ${amount} mua nguyên liệu`,
        from(
          f.each([mayTre, batTrang]),
          `Chị Lan Anh,\n\nĐầu vụ ${f.each(['mây rừng đang được giá rẻ', 'đất cao lanh sắp tăng'])}, em muốn mua trữ cho cả ba tháng. Xin chị tạm ứng ${amount}, trừ dần vào ba đơn tới. Có gì chị gọi em nhé.`,
        ),
        from(
          lan,
          `Anh Minh làm thủ tục tạm ứng giúp chị, trừ 3 kỳ như xưởng đề nghị. Lấy giấy đề nghị có chữ ký cả hai vợ chồng nhé.`,
          { hoursAfter: 6, to: [minh], cc: [] },
        ),
        from(minh, `Vâng chị. Em soạn giấy đề nghị tạm ứng theo mẫu 03-TT, chiều nay chuyển tiền.`, {
          hoursAfter: 2,
          files: [
            docx('De nghi tam ung.docx', 'GIẤY ĐỀ NGHỊ TẠM ỨNG', [
              `Số tiền: ${amount}`,
              'Lý do: mua nguyên liệu đầu vụ',
              'Thời hạn thanh toán: trừ vào ba đơn hàng kế tiếp',
            ]),
          ],
        }),
      );
    },
  },
];
