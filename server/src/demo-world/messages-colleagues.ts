import {
  baoBi,
  customsBroker,
  daiViet,
  dung,
  forwarder,
  ha,
  hoaSen,
  inspector,
  itShop,
  keToan,
  mai,
  minh,
  nam,
  sales,
  schulzHamburg,
  tanakaYokohama,
  tanSingapore,
  taxOffice,
  thienLong,
  travel,
} from './correspondents.ts';
import { type Contact, from, type Matter, monthly, spread, talk } from './message.ts';
import { csv, jpeg } from './sample-files.ts';
import { xlsx } from './sample-office.ts';
import { pdf } from './sample-pdf.ts';

const guide: Contact = {
  name: 'Hướng dẫn viên Đăng',
  email: 'dang.hdv@tourmientrung.example',
  client: 'phone',
  signature: 'Đăng',
  english: false,
  zone: 420,
};
const boat: Contact = {
  name: 'Bến tàu Tuần Châu',
  email: 'dieuhanh@bentau.example',
  client: 'outlook',
  signature: 'Điều hành bến',
  english: false,
  zone: 420,
};
const guest: Contact = {
  name: 'Emily Carter',
  email: 'emily.carter@postbox.example',
  client: 'gmail',
  signature: 'Emily',
  english: true,
  zone: 0,
};

/** What lies in the other people's mailboxes beside what they share with Lan Anh. */
export const colleagueMatters: Matter[] = [
  {
    name: 'minh-invoice-request',
    timing: spread(6),
    folder: 'Hóa đơn đầu vào',
    write: (f) =>
      talk(
        `Xin xuất hóa đơn đơn ${f.each(['ĐV', 'HS', 'TL', 'BH', 'ĐV', 'HS'])}-${f.int(200, 900)}`,
        from(
          f.each([daiViet, hoaSen, thienLong, baoBi, daiViet, hoaSen]),
          `Anh Minh ơi, anh xuất hóa đơn giúp em đơn tuần này, giá trị ${f.vnd(12_000_000, 70_000_000)}, email nhận hóa đơn vẫn như cũ. Em cần trước ${f.day(2)} để kịp thanh toán.`,
          { to: [keToan] },
        ),
        from(minh, 'Anh đã phát hành, em tra cứu trên cổng hóa đơn nhé.', { hoursAfter: 4 }),
      ),
  },
  {
    name: 'minh-tax-notice',
    timing: monthly(6, 6),
    folder: 'Thuế',
    write: (f) =>
      talk(
        `Xác nhận nộp thuế điện tử kỳ ${f.lastMonth}`,
        from(
          taxOffice,
          `Giấy nộp tiền số ${f.int(1_000_000, 9_000_000)} đã hạch toán thành công, số tiền ${f.vnd(9_000_000, 64_000_000)}, tiểu mục 1701.`,
          { to: [keToan] },
        ),
      ),
  },
  {
    name: 'minh-software',
    timing: spread(3),
    write: (f) =>
      talk(
        f.each([
          'Cập nhật phần mềm kế toán bản mới',
          'Lỗi in phiếu chi khổ A5',
          'Sao lưu dữ liệu kế toán đêm qua',
        ]),
        from(
          itShop,
          f.each([
            'Anh Minh, bản cập nhật thay đổi mẫu sổ theo thông tư mới. Em cài từ xa 12h trưa nay, anh tắt máy trạm giúp em.',
            'Anh chọn lại khổ giấy trong máy in, mục Form là A5 ngang. Vẫn lệch thì em qua.',
            'Bản sao lưu đêm qua 3,2 GB đã kiểm tra phục hồi thử thành công.',
          ]),
          { to: [minh] },
        ),
        from(
          minh,
          f.each(['Ok Bảo, 12h nhé.', 'Được rồi em, cảm ơn.', 'Tốt, em giữ 30 bản gần nhất cho anh.']),
          { hoursAfter: 1 },
        ),
      ),
  },
  {
    name: 'minh-dung-fuel',
    timing: spread(4),
    write: (f) =>
      talk(
        `Phiếu xăng dầu xe 29C đến ngày ${f.day()}`,
        from(
          dung,
          `Anh Minh, em gửi phiếu dầu tuần này, ${f.int(120, 260)} lít, hết ${f.vnd(2_400_000, 5_200_000)}. Hóa đơn gốc em để ngăn kéo.`,
          {
            to: [minh],
            files: [
              csv('xang-dau.csv', [
                ['Ngày', 'Lít', 'Km'],
                ['2', 64, 412],
                ['4', 71, 468],
              ]),
            ],
          },
        ),
        from(minh, 'Anh nhận rồi, mai nhận tiền hoàn ứng nhé.', { hoursAfter: 5 }),
      ),
  },
  {
    name: 'ha-leads',
    timing: spread(6),
    folder: 'Buyers',
    write: (f) =>
      talk(
        f.each([
          'Catalogue request',
          'Price list for bamboo boxes?',
          'MOQ for custom logo',
          'Sample shipping cost',
          'Lead time in the Christmas season',
          'Ceramic bowls – dishwasher safe?',
        ]),
        from(
          f.each([tanSingapore, schulzHamburg, tanakaYokohama]),
          f.each([
            'Hello Sao Mai team, could you send your latest catalogue with prices? Our showroom opens a new floor in spring.',
            'Dear team, please send an updated price list for all bamboo boxes, incl. weights per carton.',
            'Dear Ms Ha, what is the minimum quantity for our own logo burned into the lid?',
            'Hi Ha, could you check the courier cost for a 6 kg sample box? We can use our account if cheaper.',
            'Dear Ha, when is the last order date for arrival before mid November?',
            'Dear Ms Ha, a customer asks whether the blue bowls can go into the dishwasher.',
          ]),
          { to: [sales] },
        ),
        from(
          ha,
          f.each([
            'Hi, the catalogue is attached, prices are valid until the end of the quarter.',
            'Dear Anke, the list follows today; weights are in column G.',
            'Dear Tanaka-san, 200 pieces per size. The burning plate costs USD 45 once.',
            'Hi Rachel, our rate is about USD 74, five days. Yours may be better.',
            'Dear Anke, please order before 20 August; later only by air.',
            'Dear Tanaka-san, yes, all stoneware is fired at 1,280 °C and is dishwasher safe.',
          ]),
          {
            hoursAfter: 5,
            files:
              f.round === 0
                ? [
                    pdf('Catalogue.pdf', [
                      { title: 'SAO MAI CATALOGUE', lines: ['Rattan', 'Bamboo', 'Ceramics'] },
                    ]),
                  ]
                : [],
          },
        ),
      ),
  },
  {
    name: 'ha-inspection-photos',
    timing: spread(3),
    folder: 'Buyers/Germany',
    write: (f) =>
      talk(
        `Inspection photos GC-${f.int(20000, 48000)}`,
        from(
          inspector,
          'Dear Ms Ha,\n\nthe photos of today are attached. Two baskets had loose ends, the workshop repaired them on the spot.',
          { to: [ha], files: [jpeg('DSC_0412.jpg')] },
        ),
        from(ha, 'Thank you, received.', { hoursAfter: 2 }),
      ),
  },
  {
    name: 'ha-si',
    timing: spread(4),
    write: (f) =>
      talk(
        `SI lô ${f.each(['Hamburg', 'Yokohama', 'Singapore', 'Hamburg'])} – ${f.int(260, 700)} kiện`,
        from(
          ha,
          `Ngọc ơi, chị gửi SI, tổng ${f.int(3, 9)}.${f.int(100, 900)} kg, ${f.int(20, 64)} m³. Chú ý ghi "freight collect" nhé.`,
          {
            to: [forwarder],
            files: [
              xlsx('SI.xlsx', 'SI', [
                ['Marks', 'Packages', 'GW'],
                ['SM/NL 1-320', 320, 4120],
              ]),
            ],
          },
        ),
        from(forwarder, 'Dạ em nhận đủ, chiều em gửi draft bill.', { hoursAfter: 2 }),
      ),
  },
  {
    name: 'dung-broker',
    timing: spread(3),
    write: (f) =>
      talk(
        f.each(['Lịch hạ cont bãi Nam Hải', 'Số chì và số cont', 'Mất phiếu EIR']),
        from(
          customsBroker,
          f.each([
            'Dũng ơi, hạ cont trước 18h mai ở Nam Hải Đình Vũ, lái xe mang giấy giới thiệu.',
            `Em gửi anh số chì HL${f.int(100000, 999999)} và ảnh cont, anh đối chiếu rồi đóng.`,
            'Anh tìm lại phiếu EIR giúp em, bãi không cho in bản hai.',
          ]),
          { to: [dung] },
        ),
      ),
  },
  {
    name: 'nam-boats',
    timing: spread(5),
    write: (f) =>
      talk(
        `${f.each(['Giữ chỗ tàu ngủ đêm', 'Hủy chuyến do gió mùa', 'Bảng giá tàu mùa thấp điểm', 'Kiểm tra áo phao đoàn', 'Đón khách muộn bến số 3'])} ngày ${f.day(5)}`,
        from(
          boat,
          f.each([
            'Anh Nam, tàu còn 6 phòng, anh đặt cọc trước 17h hôm nay giúp bến.',
            'Cảng vụ cấm tàu từ 12h trưa, anh báo khách đổi sang hôm sau hoặc hoàn tiền.',
            'Bến gửi anh bảng giá thấp điểm, giảm 25% các ngày trong tuần.',
            'Đoàn kiểm tra yêu cầu bổ sung 8 áo phao trẻ em.',
            'Xe của đoàn báo kẹt ở Bắc Ninh, bến giữ tàu thêm 20 phút.',
          ]),
          { to: [nam], cc: [mai] },
        ),
        from(
          nam,
          f.each([
            'Anh giữ giúp em 4 phòng, em chuyển cọc ngay.',
            'Mai gọi từng khách nhé, ưu tiên đổi ngày.',
            'Cảm ơn bến.',
            'Em mua bổ sung sáng mai.',
            'Cảm ơn bến nhiều, đoàn có trẻ nhỏ.',
          ]),
          { hoursAfter: 1 },
        ),
      ),
  },
  {
    name: 'nam-guides',
    timing: spread(4),
    write: (f) =>
      talk(
        f.each([
          'Báo cáo tour Huế – Hội An',
          'Xin ứng tiền tour',
          'Khách phàn nàn khách sạn',
          'Đổi hướng dẫn viên tiếng Nhật',
        ]),
        from(
          guide,
          f.each([
            'Anh Nam, đoàn 22 khách kết thúc tốt, hai khách quên áo ở khách sạn em gửi về rồi.',
            `Anh cho em ứng ${f.vnd(8_000_000, 16_000_000)} chi vé tham quan và ăn trưa.`,
            'Khách chê phòng ồn do quán bên cạnh, em xin đổi được tầng cao.',
            'Em bị sốt, anh nhờ bạn Hiền nhận đoàn mai giúp em.',
          ]),
          { to: [nam] },
        ),
      ),
  },
  {
    name: 'nam-flights',
    timing: spread(3),
    write: (f) =>
      talk(
        `Giữ chỗ đoàn ${f.int(12, 40)} khách Hà Nội – Phú Quốc`,
        from(
          travel,
          `Anh Nam, em giữ được giá ${f.vnd(2_100_000, 3_200_000)}/khách khứ hồi, xuất vé trước ${f.day(4)}.`,
          { to: [nam] },
        ),
        from(nam, 'Anh chốt, em gửi danh sách tên trong chiều nay.', { hoursAfter: 3 }),
      ),
  },
  {
    name: 'mai-guests',
    timing: spread(4),
    write: (f) =>
      talk(
        f.each([
          'Vegetarian meals on the boat?',
          'Our pick-up at the hotel',
          'Thank you for a lovely trip',
          'Lost sunglasses',
        ]),
        from(
          guest,
          f.each([
            'Hello Mai, two of us are vegetarian. Is that a problem for the overnight cruise?',
            'Hi Mai, we changed our hotel to one near the cathedral. Can the bus pick us up there?',
            'Dear Mai, we had the best three days. Please thank the captain and the cook!',
            'Hi Mai, I think I left my sunglasses in cabin 7. Could someone have a look?',
          ]),
          { to: [mai] },
        ),
        from(
          mai,
          f.each([
            'Dear Emily, no problem at all, the cook loves a challenge!',
            'Hi Emily, yes, 8:10 in front of the cathedral, blue bus.',
            'Thank you so much, I will read it to them aloud.',
            'Found! We will post them to your hotel in Hue.',
          ]),
          { hoursAfter: 3 },
        ),
      ),
  },
];
