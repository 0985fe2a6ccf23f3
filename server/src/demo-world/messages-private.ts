import { bankOfficer, dung, forwarder, ha, lan, minh, school } from './correspondents.ts';
import { type Contact, from, type Matter, spread, talk, yearly } from './message.ts';
import { jpeg, png } from './sample-files.ts';
import { docx } from './sample-office.ts';

const everyone = [minh, ha, dung];

const sister: Contact = {
  name: 'Nguyễn Thị Lan Phương',
  email: 'lanphuong@thudientu.example',
  client: 'phone',
  signature: 'Phương',
  english: false,
  zone: 420,
};
const clinic: Contact = {
  name: 'Phòng khám Hồng Hà',
  email: 'dathen@phongkhamhongha.example',
  client: 'gmail',
  signature: 'Bộ phận chăm sóc khách hàng',
  english: false,
  zone: 420,
};

/** Holidays, family, school, doctor. */
export const privateMatters: Matter[] = [
  {
    name: 'tet-holiday',
    timing: { kind: 'beforeTet', days: 18 },
    starred: true,
    write() {
      return talk(
        'Thông báo lịch nghỉ Tết Nguyên đán và lì xì đầu năm',
        from(
          lan,
          'Toàn thể anh chị em thân mến,\n\nCông ty nghỉ Tết Nguyên đán 9 ngày, từ 28 tháng Chạp đến hết mùng 6. Kho trực ba ca, anh Dũng lên lịch và báo lại tên người trực trước ngày rằm.\n\n- Thưởng tháng 13: chi trước 20 tháng Chạp.\n- Tất niên: tối 24 tháng Chạp, quán Sen Tây Hồ, mời cả gia đình.\n- Khai xuân: 9h mùng 7, ai có mặt đều có lì xì.\n\nMột năm vất vả nhưng đẹp. Cảm ơn mọi người!',
          { to: everyone },
        ),
        from(ha, 'Chị ơi cho em đăng ký cả nhà bốn người đi tất niên ạ :)', {
          hoursAfter: 1,
          to: [lan],
          cc: [minh, dung],
        }),
        from(dung, 'Kho em chia xong ca rồi chị, em trực mùng 1 cho, nhà em gần.', {
          hoursAfter: 5,
          to: [lan],
          cc: [minh, ha],
        }),
      );
    },
  },
  {
    name: 'tet-greeting',
    timing: { kind: 'beforeTet', days: 4 },
    write() {
      return talk(
        'Chúc mừng năm mới – An khang thịnh vượng',
        from(
          bankOfficer,
          'Kính gửi chị Lan Anh và tập thể Sao Mai,\n\nNhân dịp năm mới, Ngân hàng Sông Hồng kính chúc Quý công ty vạn sự hanh thông, phát tài phát lộc. Giao dịch cuối năm kết thúc lúc 11h30 ngày 28 tháng Chạp, mở cửa lại mùng 6.',
          { files: [png('thiep-tet.png', 420, 280)] },
        ),
        from(lan, 'Cảm ơn Thủy, chúc em và gia đình năm mới bình an, nhiều niềm vui.', { hoursAfter: 3 }),
      );
    },
  },
  {
    name: 'national-day',
    timing: yearly(8, 25),
    write() {
      return talk(
        'Lịch nghỉ lễ Quốc khánh 2/9',
        from(
          minh,
          'Kính gửi toàn công ty,\n\nCông ty nghỉ lễ Quốc khánh hai ngày 1/9 và 2/9, hưởng nguyên lương. Bộ phận kho bố trí một người trực mỗi ngày. Các đơn xuất trong tuần lễ đề nghị phòng kinh doanh chốt trước 16h ngày 30/8.',
          { to: [lan], cc: [ha, dung] },
        ),
      );
    },
  },
  {
    name: 'liberation-day',
    timing: yearly(4, 22),
    write() {
      return talk(
        'Nghỉ lễ 30/4 – 1/5 và chuyến đi Hạ Long',
        from(
          ha,
          'Cả nhà ơi,\n\nNghỉ lễ 30/4 – 1/5 công đoàn tổ chức đi Hạ Long hai ngày một đêm, ở khách sạn Hoa Sen (chị Thảo cho giá người nhà). Xe 6h sáng tại cổng công ty. Đăng ký với em trước thứ Sáu, trẻ em dưới 6 tuổi miễn phí.',
          {
            to: [lan],
            cc: [minh, dung],
            files: [
              jpeg('ha-long.jpg'),
              docx('Lich trinh Ha Long.docx', 'LỊCH TRÌNH HẠ LONG 2 NGÀY 1 ĐÊM', [
                'Ngày 1: 6h00 xuất phát, 10h00 lên tàu thăm vịnh, 18h30 ăn tối hải sản',
                'Ngày 2: 8h00 tắm biển Bãi Cháy, 14h00 về Hà Nội',
              ]),
            ],
          },
        ),
        from(dung, 'Nhà em 3 người. Em mang loa kéo nhé?', { hoursAfter: 2, to: [ha], cc: [lan, minh] }),
        from(lan, 'Mang loa nhưng 22h tắt nhé Dũng, lần trước khách sạn họ gõ cửa rồi đấy :)', {
          hoursAfter: 1,
          to: [dung],
          cc: [ha, minh],
        }),
      );
    },
  },
  {
    name: 'womens-day',
    timing: yearly(10, 19),
    write() {
      return talk(
        'Chúc mừng ngày Phụ nữ Việt Nam 20/10',
        from(
          dung,
          'Thay mặt anh em kho vận em chúc chị Lan Anh, chị Hà, bạn Trang và các chị em luôn xinh đẹp, hạnh phúc. Trưa mai anh em mời cơm, thực đơn do anh Minh nấu nên mọi người chuẩn bị tinh thần ạ.',
          { to: [lan], cc: [ha, minh] },
        ),
        from(ha, 'Anh Minh nấu thì em mang sẵn mì tôm :))) Cảm ơn các anh nhiều!', {
          hoursAfter: 1,
          to: [dung],
          cc: [lan, minh],
        }),
      );
    },
  },
  {
    name: 'private-school',
    timing: spread(3),
    write(f) {
      return talk(
        f.each(['Họp phụ huynh lớp 10A3', 'Thông báo dã ngoại khối 10', 'Ảnh lễ khai giảng của các con']),
        from(
          school,
          f.each([
            `Kính gửi phụ huynh em Gia Hân,\n\nNhà trường tổ chức họp phụ huynh lúc 8h00 ngày ${f.day(8)}, phòng 204 nhà B. Mong phụ huynh sắp xếp tham dự.`,
            'Khối 10 đi dã ngoại Ba Vì một ngày, chi phí 380.000 đ gồm xe, ăn trưa và bảo hiểm. Phụ huynh đồng ý xin ký giấy gửi con mang nộp.',
            'Em gửi các bác mấy tấm ảnh khai giảng, các con chững chạc hẳn ạ.',
          ]),
          { files: f.round === 2 ? [jpeg('khai-giang-1.jpg'), png('khai-giang-2.png')] : [] },
        ),
      );
    },
  },
  {
    name: 'private-sister',
    timing: spread(4),
    write(f) {
      return talk(
        f.each([
          'gio bo chu nhat nay',
          'Công thức bánh chưng của mẹ',
          'Me kham mat xong roi chi',
          'vé tàu về quê',
        ]),
        from(
          sister,
          f.each([
            'Chi oi chu nhat gio bo, chi ve truoc 10h nhe, em dat xoi va ga roi. Chi mang giup em it hoa qua voi cai am tra hom no.',
            'Chị hỏi công thức thì đây: 10 kg nếp ngâm 8 tiếng, 4 kg đỗ, 5 kg thịt ba chỉ ướp tiêu, lá dong rửa hai lần lau khô. Luộc 10 tiếng, mẹ dặn đừng tiếc củi.',
            'Bac si bao mat me on, chi nho thuoc 2 thang nua kham lai. Me hoi chi bao gio ve choi.',
            'Em đặt được bốn giường tầng hai, tàu 19h20, chị chuyển em 2.640.000 đ nhé.',
          ]),
        ),
        from(
          lan,
          f.each([
            'Ừ chị về từ sáng sớm, ấm trà chị gói sẵn rồi.',
            'Cảm ơn em, năm nay chị nấu ở công ty cho mọi người xem luôn.',
            'May quá. Cuối tuần chị đưa Hân về thăm bà.',
            'Chị chuyển rồi nhé, 2.700.000 đ, thừa mua kẹo cho cháu.',
          ]),
          { hoursAfter: 3 },
        ),
      );
    },
  },
  {
    name: 'clinic',
    timing: spread(2),
    write(f) {
      return talk(
        f.each(['Nhắc lịch khám răng', 'Kết quả xét nghiệm của chị Nguyễn Thị Lan Anh']),
        from(
          clinic,
          f.each([
            `Kính gửi chị Lan Anh, chị có lịch lấy cao răng lúc 17h30 ngày ${f.day(1)}. Nếu bận, chị vui lòng gọi 024 5550 0166 để đổi lịch.`,
            'Kết quả xét nghiệm tổng quát của chị trong giới hạn bình thường, riêng vitamin D hơi thấp. Bác sĩ khuyên chị đi bộ buổi sáng 20 phút mỗi ngày.',
          ]),
        ),
      );
    },
  },
  {
    name: 'year-end-party',
    timing: { kind: 'beforeTet', days: 27 },
    write() {
      return talk(
        'Mời dự tiệc tất niên khách hàng – Hải Long Logistics',
        from(
          forwarder,
          'Kính mời chị Lan Anh và các anh chị Sao Mai dự tiệc tất niên của Hải Long lúc 18h00 thứ Sáu tuần tới tại Cảng Xưa, Hải Phòng. Có xe đón từ Hà Nội lúc 15h30. Chị báo giúp em số người nhé.',
          { cc: [ha] },
        ),
        from(lan, 'Bên chị đi bốn người Ngọc ơi: chị, Hà, Minh và Dũng. Cảm ơn công ty em nhiều.', {
          hoursAfter: 5,
        }),
      );
    },
  },
];
