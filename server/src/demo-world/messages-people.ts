import { dung, ha, lan, minh, socialInsurance } from './correspondents.ts';
import { type Contact, from, type Matter, monthly, spread, talk } from './message.ts';
import { png } from './sample-files.ts';
import { docx, xlsx } from './sample-office.ts';
import { pdf } from './sample-pdf.ts';

const staffFolder = 'Nhân sự';
const hiring = 'Nhân sự/Tuyển dụng';

function applicant(name: string, email: string, client: Contact['client']): Contact {
  return { name, email, client, signature: name, english: false, zone: 420 };
}

const applicants = [
  applicant('Nguyễn Khánh Vy', 'khanhvy.nguyen@thudientu.example', 'gmail'),
  applicant('Trần Đức Long', 'long.tranduc@thudientu.example', 'phone'),
  applicant('Lý Bảo Trâm', 'baotram@hopthu.example', 'outlook'),
  applicant('Phạm Hữu Nghĩa', 'nghia.pham@hopthu.example', 'thunderbird'),
  applicant('Đoàn Mỹ Duyên', 'myduyen.doan@thudientu.example', 'gmail'),
];

/** Hiring, leave, insurance, salaries, talk among colleagues. */
export const peopleMatters: Matter[] = [
  {
    name: 'application',
    timing: spread(5),
    folder: hiring,
    write(f) {
      const person = f.each(applicants);
      const job = f.each([
        'nhân viên xuất nhập khẩu',
        'lái xe kiêm giao nhận',
        'kế toán bán hàng',
        'nhân viên kho',
        'thực tập sinh kinh doanh',
      ]);
      return talk(
        `Hồ sơ ứng tuyển vị trí ${job} – ${person.name}`,
        from(
          person,
          `Kính gửi phòng Nhân sự Công ty Sao Mai,\n\nEm là ${person.name}, ${f.each(['tốt nghiệp Đại học Ngoại thương năm ngoái, IELTS 7.0, từng thực tập ba tháng ở hãng tàu', 'có bằng C, lái xe tải sáu năm, thuộc đường các tỉnh từ Thanh Hóa trở ra', 'có năm năm làm kế toán bán hàng, dùng thành thạo phần mềm hóa đơn điện tử', 'đã làm kho cho một công ty điện máy bốn năm, biết lái xe nâng', 'sinh viên năm cuối, muốn học nghề bán hàng cho khách nước ngoài'])}. Em đọc tin tuyển ${job} và thấy công việc rất hợp với mình. Em gửi kèm CV, mong được anh chị hẹn phỏng vấn. Số điện thoại của em: 09${f.int(10, 89)} 555 0${f.int(100, 199)}.\n\nEm xin chân thành cảm ơn.`,
          {
            files: [
              docx(`CV ${person.name}.docx`, `SƠ YẾU LÝ LỊCH – ${person.name.toUpperCase()}`, [
                `Vị trí ứng tuyển: ${job}`,
                'Học vấn và kinh nghiệm làm việc',
                'Kỹ năng: tin học văn phòng, tiếng Anh giao tiếp',
                'Người tham chiếu: cung cấp khi được yêu cầu',
              ]),
              ...(f.round % 2 === 0 ? [png(`anh-the-${f.round + 1}.png`, 120, 160)] : []),
            ],
          },
        ),
        ...(f.round < 3
          ? [
              from(
                lan,
                `Chào em,\n\nCông ty đã nhận hồ sơ và mời em đến phỏng vấn lúc ${f.each(['9h00', '14h30', '10h15'])} ngày ${f.day(3)} tại 27 Nguyễn Văn Cừ, Long Biên. Em xác nhận lại giúp chị nhé.`,
                { hoursAfter: 25 },
              ),
              from(person, 'Dạ em xác nhận sẽ có mặt đúng giờ ạ. Em cảm ơn chị.', { hoursAfter: 3 }),
            ]
          : []),
      );
    },
  },
  {
    name: 'leave-request',
    timing: spread(6),
    folder: staffFolder,
    write(f) {
      const who = f.each([dung, ha, minh, dung, ha, minh]);
      return talk(
        `Đơn xin nghỉ phép ${f.each(['– Lê Văn Dũng', '– Phạm Thu Hà', '1 ngày', 'việc gia đình', 'chiều thứ Sáu', 'đưa con đi nhập học'])}`,
        from(
          who,
          f.each([
            `Chị Lan Anh, em xin nghỉ ${f.day(4)} và ${f.day(5)} về quê giỗ ông. Anh Hòa trông kho thay em, xe nhà em giao lịch xong rồi.`,
            `Chị ơi, em xin nghỉ phép 3 ngày từ ${f.day(9)} đi du lịch với bố mẹ. Các đơn Hamburg em bàn giao cho bạn Trang, email em vẫn xem buổi tối.`,
            `Chị cho em nghỉ ngày ${f.day(2)}, em đi khám sức khỏe định kỳ. Lương tháng em làm trước rồi.`,
            `Chị, vợ em sinh sớm, em xin nghỉ từ hôm nay đến ${f.day(6)}. Chìa khóa kho em gửi bảo vệ.`,
            'Chị cho em nghỉ chiều thứ Sáu nha, kỷ niệm ngày cưới, chồng em bảo đi ăn mà em từ chối hai năm rồi đó chị :)',
            `Chị Lan Anh, sáng ${f.day(3)} em đưa cháu đi nhập học, em xin vào muộn lúc 10h30.`,
          ]),
          { to: [lan] },
        ),
        from(
          lan,
          f.each([
            'Chị đồng ý. Em đi đường cẩn thận nhé.',
            'Ok em, đi vui nhé, đừng xem email làm gì.',
            'Em duyệt, anh giữ sức khỏe.',
            'Chúc mừng em nhé!!! Mẹ tròn con vuông chưa? Cứ nghỉ cho thoải mái, kho để chị lo.',
            'Haha duyệt ngay. Chúc em buổi tối vui vẻ.',
            'Vâng anh, chúc cháu ngày đầu vui.',
          ]),
          { hoursAfter: 1 },
        ),
      );
    },
  },
  {
    name: 'insurance-notice',
    timing: monthly(15, 5),
    folder: staffFolder,
    write(f) {
      return talk(
        `Thông báo kết quả đóng BHXH, BHYT, BHTN tháng ${f.lastMonth}`,
        from(
          socialInsurance,
          `Kính gửi: Công ty TNHH Thương mại Sao Mai\nMã đơn vị: TA0127A\n\nSố lao động tham gia: 17. Số phải đóng kỳ ${f.lastMonth}: ${f.vnd(38_000_000, 46_000_000)}. Số đã đóng: đủ. Đề nghị đơn vị đối chiếu mẫu C12 trên cổng dịch vụ công.`,
        ),
      );
    },
  },
  {
    name: 'salary-sheet',
    timing: monthly(27, 5),
    folder: staffFolder,
    write(f) {
      return talk(
        `Bảng lương tháng ${f.month}/${f.year} – trình ký`,
        from(
          minh,
          `Chị Lan Anh,\n\nBảng lương tháng ${f.month}: 17 người, tổng thực lĩnh ${f.vnd(205_000_000, 248_000_000)}, trong đó thưởng doanh số phòng kinh doanh ${f.vnd(12_000_000, 31_000_000)}. File có mật khẩu như thường lệ.`,
          {
            to: [lan],
            files: [
              xlsx(`Luong T${f.month}.xlsx`, 'Lương', [
                ['Họ tên', 'Ngày công', 'Lương cơ bản', 'Phụ cấp', 'Thực lĩnh'],
                ['Phạm Thu Hà', 22, 14_000_000, 4_200_000, 16_870_000],
                ['Lê Văn Dũng', 23, 11_000_000, 2_600_000, 12_440_000],
              ]),
            ],
          },
        ),
        from(
          lan,
          f.each([
            'Em ký rồi, anh chi ngày mai nhé.',
            'Anh cộng thêm cho Dũng hai buổi tăng ca chủ nhật rồi em ký.',
            'Ok anh, em ký bản giấy để trên bàn.',
            'Duyệt anh ạ.',
            'Em xem thấy phụ cấp xăng của Trang chưa tính, anh bổ sung giúp.',
          ]),
          { hoursAfter: 4 },
        ),
      );
    },
  },
  {
    name: 'training-plan',
    timing: spread(2),
    folder: staffFolder,
    write(f) {
      return talk(
        f.each(['Đăng ký khóa học Incoterms 2020 cho phòng kinh doanh', 'Tập huấn phòng cháy chữa cháy']),
        from(
          ha,
          f.each([
            'Chị ơi, Trang với em muốn học lớp Incoterms buổi tối, 6 buổi, 2.400.000 đ/người. Học xong em viết lại quy trình chào giá FOB/CIF cho cả phòng ạ.',
            `Chị, cảnh sát PCCC phường nhắc tập huấn trước ${f.day(15)}. Em đề xuất chiều thứ Sáu, nghỉ kho từ 15h, mời thêm cả bên tòa nhà.`,
          ]),
          { to: [lan] },
        ),
        from(
          lan,
          f.each([
            'Đồng ý, công ty chi 100%. Nhớ lấy hóa đơn và chứng chỉ về nhé.',
            'Ok em, thông báo toàn công ty giúp chị, ai cũng phải có mặt kể cả chị.',
          ]),
          { hoursAfter: 3 },
        ),
      );
    },
  },
  {
    name: 'weekly-meeting',
    timing: spread(6),
    write(f) {
      return talk(
        f.each([
          'Họp giao ban sáng thứ Hai',
          'Dời họp giao ban sang thứ Ba',
          'Biên bản họp giao ban tuần',
          'Họp chốt kế hoạch hội chợ',
          'Lịch họp với ngân hàng',
          'Họp rút kinh nghiệm lô Hamburg',
        ]),
        from(
          lan,
          f.each([
            `Cả nhà ơi, 8h30 thứ Hai họp giao ban tại phòng lớn. Nội dung: tiến độ lô Hamburg, công nợ quá hạn, lịch xe tuần tới. Mỗi người chuẩn bị 5 phút.`,
            `Thứ Hai chị đi Hải Phòng gặp hãng tàu nên dời giao ban sang 14h thứ Ba nhé.`,
            `Gửi cả nhà biên bản: 1) Hà chốt mẫu hộp tre trước ${f.day(3)}; 2) Minh đối chiếu công nợ Đại Việt; 3) Dũng kê lại kệ hàng gốm, không xếp quá bốn tầng.`,
            'Chiều mai 15h mình chốt danh sách mẫu mang đi hội chợ. Hà in sẵn ảnh, Dũng cân thử trọng lượng hai vali mẫu.',
            'Bạn Thủy ngân hàng hẹn 10h thứ Năm xem kho để tái cấp hạn mức. Minh chuẩn bị báo cáo, Dũng dọn kho giúp chị.',
            'Trước khi quên: mình ngồi 30 phút nói về lô ẩm mốc vừa rồi, không trách ai cả, chỉ sửa quy trình. 16h hôm nay nhé.',
          ]),
          { to: [minh, ha, dung] },
        ),
        from(
          f.each([ha, minh, ha, ha, minh, ha]),
          f.each([
            'Em nhận lịch ạ. Em xin thêm mục thưởng quý cho Trang.',
            'Vâng chị.',
            'Em đã chốt mẫu với khách sáng nay rồi chị nhé, xong mục 1.',
            'Em in 24 ảnh khổ A3, chiều mai có.',
            'Em chuẩn bị xong hai bộ, một bộ cho ngân hàng.',
            'Em viết sẵn dòng thời gian từ lúc nhập mây đến lúc đóng cont để mình dễ nói ạ.',
          ]),
          { hoursAfter: 2, to: [lan], cc: [minh, ha, dung] },
        ),
      );
    },
  },
  {
    name: 'labour-contract',
    timing: spread(2),
    folder: staffFolder,
    write(f) {
      return talk(
        f.each(['Gia hạn hợp đồng lao động – bạn Trang kho', 'Quyết định tăng lương phòng kinh doanh']),
        from(
          minh,
          f.each([
            `Chị Lan Anh, hợp đồng của Trang hết hạn ${f.day(20)}. Đây là lần ký thứ hai nên lần sau phải ký không thời hạn. Chị cho ý kiến để em báo trước 15 ngày.`,
            `Em soạn quyết định tăng lương cho Hà 8% và Trang 6% kể từ 01/${String((f.month % 12) + 1).padStart(2, '0')}. Chị xem câu chữ giúp em.`,
          ]),
          {
            to: [lan],
            files:
              f.round === 1
                ? [
                    docx('Quyet dinh tang luong.docx', 'QUYẾT ĐỊNH V/v điều chỉnh mức lương', [
                      'Điều 1. Điều chỉnh mức lương của các nhân sự theo danh sách kèm theo.',
                      'Điều 2. Quyết định có hiệu lực kể từ ngày ký.',
                    ]),
                  ]
                : [],
          },
        ),
        from(
          lan,
          f.each([
            'Ký tiếp hai năm anh nhé, Trang làm tốt.',
            'Ok, em ký. Anh đừng nói trước, để em báo riêng từng bạn.',
          ]),
          { hoursAfter: 5 },
        ),
      );
    },
  },
  {
    name: 'health-check',
    timing: spread(1),
    folder: staffFolder,
    write(f) {
      return talk(
        'Lịch khám sức khỏe định kỳ toàn công ty',
        from(
          minh,
          `Cả nhà ơi,\n\nCông ty khám sức khỏe tại phòng khám Hồng Hà sáng ${f.day(6)}, chia hai ca 7h30 và 9h00. Mọi người nhịn ăn sáng, mang căn cước. Ai bận ca nào trả lời em trước thứ Tư.`,
          { to: [lan], cc: [ha, dung] },
        ),
        from(ha, 'Em ca 9h ạ.', { hoursAfter: 1, to: [minh], cc: [lan, dung] }),
      );
    },
  },
  {
    name: 'birthday',
    timing: spread(2),
    write(f) {
      return talk(
        f.each(['Sinh nhật anh Minh – góp quà nhé', 'Chuc mung sinh nhat chi Lan Anh!']),
        from(
          ha,
          f.each([
            'Chị ơi thứ Sáu này sinh nhật anh Minh. Em định mua cái ghế công thái học vì anh ấy kêu đau lưng suốt, khoảng 3.200.000 đ, chị góp phần nhiều được không ạ hihi. Đừng trả lời tất cả nha chị!',
            'Chi oi chuc chi tuoi moi that nhieu niem vui, don hang bay day kho, khach tra tien dung han :D Chieu nay ca phong doi chi o quan bun cha cu nhe!',
          ]),
          { to: [lan] },
        ),
        from(
          lan,
          f.each([
            'Chị góp một nửa. Em đặt loại có tựa đầu nhé.',
            'Cảm ơn các em, chị xúc động quá. Hẹn 17h30!',
          ]),
          { hoursAfter: 1 },
        ),
      );
    },
  },
  {
    name: 'internal-handbook',
    timing: spread(1),
    folder: staffFolder,
    starred: true,
    write() {
      const chapters = [
        'Giới thiệu công ty',
        'Giờ làm việc',
        'Nghỉ phép',
        'Lương và thưởng',
        'Quy trình báo giá',
        'Quy trình đặt hàng',
        'Kiểm hàng tại xưởng',
        'Độ ẩm và sấy',
        'Đóng gói hàng gốm',
        'Đóng gói hàng mây',
        'Dán nhãn',
        'Xuất kho',
        'Hải quan',
        'Vận đơn',
        'Bảo hiểm hàng hóa',
        'Khiếu nại',
        'Công nợ',
        'Tạm ứng',
        'Hóa đơn điện tử',
        'Bảo mật thông tin',
        'Sử dụng email',
        'An toàn kho',
        'Phòng cháy',
        'Trang phục',
        'Liên hệ khẩn cấp',
      ];
      return talk(
        'Sổ tay nhân viên – bản để mọi người đọc và góp ý',
        from(
          minh,
          'Chị Lan Anh và cả nhà,\n\nEm gom các quy trình thành sổ tay 25 trang. Mọi người đọc phần của mình và ghi góp ý trong tuần này, tuần sau em in đóng quyển.',
          {
            to: [lan],
            cc: [ha, dung],
            files: [
              pdf(
                'So tay nhan vien.pdf',
                chapters.map((title, i) => ({
                  title: `Chương ${i + 1}. ${title}`,
                  lines: [
                    'Mục đích: để ai mới vào cũng làm đúng ngay từ ngày đầu.',
                    `Phụ trách nội dung: ${['Minh', 'Hà', 'Dũng'][i % 3]}`,
                    'Các bước thực hiện:',
                    '  1. Đọc kỹ yêu cầu của khách hoặc của phòng liên quan.',
                    '  2. Ghi vào sổ theo dõi chung trước khi làm.',
                    '  3. Làm xong thì báo lại người giao việc trong ngày.',
                    'Khi có sự cố, gọi ngay người phụ trách, không đợi email.',
                  ],
                })),
              ),
            ],
          },
        ),
        from(
          ha,
          'Chương 5 em sửa bước duyệt giá: dưới 50 triệu trưởng phòng duyệt, trên 50 triệu chị Lan Anh duyệt ạ.',
          { hoursAfter: 27, to: [minh], cc: [lan, dung] },
        ),
        from(lan, 'Hay quá anh Minh! Chương 8 thêm ảnh máy đo độ ẩm cho dễ hiểu nhé.', {
          hoursAfter: 4,
          to: [minh],
          cc: [ha, dung],
        }),
      );
    },
  },
];
