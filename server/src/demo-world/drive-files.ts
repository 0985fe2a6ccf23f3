import type { MailFile } from './mime.ts';
import { haPham, lanAnh, minhTran, type Person } from './people.ts';
import { csv, jpeg, png, txt } from './sample-files.ts';
import { docx, pptx, xlsx } from './sample-office.ts';
import { pdf } from './sample-pdf.ts';

/** A file of the drive of somebody in the demo world, or an empty folder. */
export type WorldFile = {
  /** Slash paths, from the top. */
  folder: string;
  /** Its versions, the oldest first; none for the folder alone. */
  versions: MailFile[];
  daysAgo: number;
  favorite?: true;
  trashed?: true;
};

const file = (folder: string, daysAgo: number, ...versions: MailFile[]): WorldFile => ({
  folder,
  versions,
  daysAgo,
});

const agreement = (price: string, state: string) =>
  docx('Hợp đồng nguyên tắc Minh Phát.docx', 'HỢP ĐỒNG NGUYÊN TẮC MUA BÁN', [
    'Bên A: Công ty TNHH Giấy và Bao bì Sao Mai. Bên B: Công ty CP Thương mại Minh Phát.',
    'Điều 1. Bên A cung cấp giấy in, giấy couché và thùng carton theo từng đơn đặt hàng.',
    `Điều 2. Đơn giá áp dụng: ${price} đồng một ram A4 70 gsm, giao tại kho Bên B.`,
    'Điều 3. Thanh toán trong 30 ngày kể từ ngày xuất hóa đơn.',
    state,
  ]);

const stock = xlsx('Tồn kho giấy cuộn.xlsx', 'Tồn kho', [
  ['Mã hàng', 'Tên hàng', 'Định lượng', 'Số cuộn', 'Khối lượng (kg)'],
  ['SM-K140', 'Giấy kraft nâu', '140 gsm', 36, 28_800],
  ['SM-K175', 'Giấy kraft nâu', '175 gsm', 22, 18_260],
  ['SM-D250', 'Duplex một mặt trắng', '250 gsm', 41, 36_900],
  ['SM-C150', 'Couché bóng', '150 gsm', 17, 12_410],
]);

const ofLanAnh: WorldFile[] = [
  {
    ...file(
      'Hợp đồng/2026',
      3,
      agreement('62.500', 'Bản thảo, chờ phòng Kế toán xem điều khoản thanh toán.'),
      agreement('61.800', 'Bản sửa theo ý kiến phòng Kế toán.'),
      agreement('61.800', 'Bản ký: đã thống nhất hai bên.'),
    ),
    favorite: true,
  },
  file(
    'Hợp đồng/2026',
    12,
    pdf('Phụ lục 02 – Giấy Tân Tiến.pdf', [
      {
        title: 'PHỤ LỤC HỢP ĐỒNG SỐ 02',
        lines: [
          'Bên bán: Công ty CP Giấy Tân Tiến',
          'Bổ sung mặt hàng: giấy kraft 175 gsm, khổ 1.200 mm',
          'Giao hàng: mỗi thứ Ba và thứ Sáu, tại kho Sóng Thần',
          'Phụ lục có hiệu lực đến hết ngày 31/12/2026.',
        ],
      },
    ]),
  ),
  file(
    'Hợp đồng/2025',
    220,
    pdf('Thanh lý hợp đồng Hoa Sen.pdf', [
      { title: 'BIÊN BẢN THANH LÝ HỢP ĐỒNG', lines: ['Hai bên đã hoàn thành nghĩa vụ.', 'Công nợ: 0 đồng.'] },
    ]),
  ),
  { ...file('Báo giá', 1, quotation('Báo giá quý 3.xlsx', 1.02)), favorite: true },
  file('Báo giá', 95, quotation('Báo giá quý 2.xlsx', 1)),
  file('Báo giá', 185, quotation('Báo giá quý 1.xlsx', 0.98)),
  file('Ảnh kho Sóng Thần', 20, jpeg('Thùng carton xếp pallet.jpg')),
  file('Ảnh kho Sóng Thần', 20, png('Mặt trước kho.png', 640, 400)),
  file('Ảnh kho Sóng Thần', 19, png('Bãi xe buổi sáng.png', 640, 400)),
  file(
    'Nhân sự',
    33,
    docx('Nội quy công ty.docx', 'NỘI QUY LAO ĐỘNG', [
      'Giờ làm việc: 8 giờ đến 17 giờ, từ thứ Hai đến thứ Sáu; sáng thứ Bảy luân phiên.',
      'Nghỉ phép năm: 12 ngày, báo trước ít nhất ba ngày làm việc.',
    ]),
  ),
  file(
    'Nhân sự/Tuyển dụng',
    6,
    xlsx('Danh sách ứng viên kế toán kho.xlsx', 'Ứng viên', [
      ['Họ tên', 'Ngày hẹn', 'Kinh nghiệm (năm)', 'Ghi chú'],
      ['Trịnh Mỹ Duyên', 'Thứ Tư, 9 giờ', 4, 'Đã làm kho giấy'],
      ['Đặng Hữu Phước', 'Thứ Năm, 14 giờ', 2, 'Biết MISA'],
    ]),
  ),
  file(
    'Bản thiết kế bao bì',
    41,
    pptx('Mẫu thùng trà Thái Nguyên.pptx', [
      { title: 'Thùng trà 24 hộp', lines: ['Ba lớp, sóng B', 'In hai màu: xanh lá, đỏ'] },
      { title: 'Việc còn lại', lines: ['Khách duyệt màu', 'Thử nén 120 kg'] },
    ]),
  ),
  { folder: 'Tài liệu dùng chung', versions: [], daysAgo: 60 },
  file('', 8, stock),
  file(
    '',
    0,
    txt('Việc tuần này.txt', [
      'Thứ Hai: họp giao ban, duyệt báo giá quý 3',
      'Thứ Tư: phỏng vấn kế toán kho',
      'Thứ Sáu: khách Hamburg thăm kho Sóng Thần',
    ]),
  ),
  { ...file('Báo giá', 2, quotation('Báo giá nháp – bỏ.xlsx', 1.05)), trashed: true },
];

function quotation(name: string, factor: number): MailFile {
  const price = (base: number) => Math.round((base * factor) / 100) * 100;
  return xlsx(name, 'Báo giá', [
    ['Mặt hàng', 'Quy cách', 'Đơn vị', 'Đơn giá (đồng)'],
    ['Giấy in A4 70 gsm', '500 tờ', 'ram', price(62_500)],
    ['Giấy in A4 80 gsm', '500 tờ', 'ram', price(71_000)],
    ['Couché 150 gsm', '79 × 109 cm', 'tờ', price(3_900)],
    ['Thùng carton ba lớp', '40 × 30 × 30 cm', 'cái', price(8_400)],
    ['Thùng carton năm lớp', '60 × 40 × 40 cm', 'cái', price(16_700)],
  ]);
}

const ofMinh: WorldFile[] = [
  {
    ...file(
      'Thuế/2026',
      15,
      xlsx('Tờ khai GTGT tháng 6.xlsx', 'GTGT', [
        ['Chỉ tiêu', 'Giá trị (đồng)'],
        ['Thuế đầu vào được khấu trừ', 184_250_000],
        ['Thuế đầu ra', 231_700_000],
        ['Còn phải nộp', 47_450_000],
      ]),
    ),
    favorite: true,
  },
  file(
    'Thuế/2026',
    45,
    pdf('Giấy nộp tiền vào ngân sách.pdf', [
      {
        title: 'GIẤY NỘP TIỀN',
        lines: ['Người nộp: Công ty TNHH Giấy và Bao bì Sao Mai', 'Số tiền: 47.450.000 đồng'],
      },
    ]),
  ),
  file(
    'Đối chiếu công nợ',
    4,
    xlsx('Công nợ phải thu tháng 6.xlsx', 'Công nợ', [
      ['Khách hàng', 'Đầu kỳ', 'Phát sinh', 'Đã thu', 'Cuối kỳ'],
      ['Minh Phát', 85_000_000, 142_300_000, 120_000_000, 107_300_000],
      ['Hoa Sen', 0, 64_900_000, 64_900_000, 0],
    ]),
  ),
  file(
    'Sao kê ngân hàng',
    30,
    csv('Sao kê tháng 6.csv', [
      ['Ngày', 'Diễn giải', 'Số tiền'],
      ['05/06/2026', 'Minh Phát thanh toán', 60_000_000],
      ['18/06/2026', 'Trả tiền điện kho', -12_480_000],
    ]),
  ),
];

const ofHa: WorldFile[] = [
  {
    ...file(
      'Chứng từ xuất khẩu/Hamburg',
      9,
      xlsx('Packing list HAM-0726.xlsx', 'Packing', [
        ['Carton', 'Item', 'Pieces', 'Gross weight (kg)'],
        ['1–40', 'SM-R115', 4_000, 612],
        ['41–58', 'SM-K140', 900, 288],
      ]),
    ),
    favorite: true,
  },
  file(
    'Chứng từ xuất khẩu/Hamburg',
    9,
    pdf('Commercial invoice HAM-0726.pdf', [
      {
        title: 'COMMERCIAL INVOICE',
        lines: ['Sao Mai Paper and Packaging Co., Ltd.', 'FOB Cat Lai, 58 cartons', 'USD 21,480.00'],
      },
    ]),
  ),
  file(
    'Chứng từ xuất khẩu/Yokohama',
    50,
    pdf('Giấy chứng nhận xuất xứ.pdf', [
      { title: 'CERTIFICATE OF ORIGIN', lines: ['Form AJ', 'Country of origin: Viet Nam'] },
    ]),
  ),
  file(
    'Giới thiệu công ty',
    70,
    pptx('Sao Mai – company profile.pptx', [
      { title: 'Sao Mai Paper and Packaging', lines: ['Since 2009', '85 people, two warehouses'] },
    ]),
  ),
];

export const worldDrives: { person: Person; files: WorldFile[] }[] = [
  { person: lanAnh, files: ofLanAnh },
  { person: minhTran, files: ofMinh },
  { person: haPham, files: ofHa },
];
