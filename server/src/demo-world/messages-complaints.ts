import { anKhang, daiViet, dung, hoaSen, lan, minh, minhPhat, truongThinh } from './correspondents.ts';
import { from, type Matter, spread, talk } from './message.ts';
import { jpeg, png } from './sample-files.ts';

const customers = 'Khách hàng';
const minhPhatFolder = 'Khách hàng/Minh Phát';

/** What went wrong or late with customers in Vietnam, and their thanks. */
export const complaintMatters: Matter[] = [
  {
    name: 'complaint-damp-paper',
    timing: spread(2),
    folder: customers,
    write(f) {
      const reams = f.int(18, 64);
      return talk(
        `${f.each(['Khiếu nại', 'Phản ánh'])} hàng giao ngày ${f.day(-2)} bị ẩm`,
        from(
          daiViet,
          `Chào chị Lan Anh,\n\nLô giấy giao hôm ${f.day(-2)} có ${reams} ram bị ẩm mép, khi chạy máy photo bị kẹt liên tục. Em gửi ảnh chụp tại kho. Đề nghị Sao Mai đổi hàng trước ${f.day(3)} vì văn phòng sắp vào kỳ in hồ sơ thầu.\n\nEm Hương`,
          { cc: [dung], files: [jpeg('kho-dai-viet-1.jpg'), png(`mep-giay-${reams}.png`)] },
        ),
        from(
          lan,
          `Chào em Hương,\n\nChị xin lỗi về sự cố này. Xe hôm đó gặp mưa lúc xuống hàng và bạt không phủ hết. Sáng mai anh Dũng sẽ chở ${reams} ram mới sang đổi, hàng lỗi thu hồi tại chỗ, em không phải làm thêm giấy tờ gì.\n\nAnh Dũng bố trí xe giúp chị trước 9h nhé.`,
          { hoursAfter: 2 },
        ),
        from(dung, `Em nhận lịch rồi chị, 8h30 mai xe 29C có mặt ở Đại Việt.`, { hoursAfter: 1 }),
        from(daiViet, `Bên em đã nhận đủ hàng đổi, cảm ơn chị và anh Dũng đã xử lý nhanh.`, {
          hoursAfter: 23,
        }),
      );
    },
  },
  {
    name: 'customer-thanks',
    timing: spread(3),
    folder: customers,
    write(f) {
      const customer = f.each([hoaSen, daiViet, minhPhat]);
      return talk(
        f.each([
          'Lời cảm ơn từ khách sạn Hoa Sen',
          'Cảm ơn Sao Mai đã hỗ trợ gấp',
          'Thư cảm ơn và lời mời hội nghị khách hàng',
        ]),
        from(
          customer,
          f.each([
            'Chị Lan Anh thân mến,\n\nĐoàn khách châu Âu tuần rồi khen mãi bộ khay mây trong phòng, có vị còn hỏi mua mang về. Thay mặt khách sạn, em cảm ơn chị và các anh chị nghệ nhân. Em gửi chị hai đêm nghỉ cuối tuần như một lời cảm ơn, chị báo ngày là em giữ phòng ạ.',
            'Chị Lan Anh ơi,\n\nNhờ bên chị giao bù giấy ngay trong đêm mà hồ sơ thầu của bọn em nộp kịp lúc 8h50, thiếu mười phút là đóng thầu! Cả phòng gửi lời cảm ơn chị và anh Dũng. Hôm nào em mời cà phê nhé.',
            `Kính gửi chị,\n\nNăm vừa qua Sao Mai là nhà cung cấp giao đúng hẹn nhất của Minh Phát: 41/42 đơn đúng ngày. Chúng tôi trân trọng mời chị dự hội nghị khách hàng ngày ${f.day(24)} tại Vinh và lên nhận kỷ niệm chương.`,
          ]),
        ),
        from(
          lan,
          f.each([
            'Em cảm ơn chị Thảo nhiều, đọc thư mà cả công ty vui. Em xin phép nhận lời, có lẽ cuối tháng em xuống Hạ Long ạ.',
            'Kịp là chị mừng rồi! Anh Dũng bảo lần sau cứ gọi, giờ nào cũng đi. Cà phê thì chị nhận lời ngay nhé.',
            'Cảm ơn anh Tùng, em rất vinh dự. Em sẽ vào Vinh cùng chị Hà hôm đó ạ.',
          ]),
          {
            hoursAfter: 5,
          },
        ),
      );
    },
  },
  {
    name: 'late-payment-reminder',
    timing: spread(3),
    folder: 'Kế toán',
    write(f) {
      const customer = f.each([truongThinh, anKhang, daiViet]);
      const amount = f.vnd(22_000_000, 96_000_000);
      return talk(
        `Nhắc công nợ quá hạn ${amount}`,
        from(
          lan,
          `Kính gửi Quý công ty,\n\nTheo đối chiếu đến ngày ${f.day()}, Quý công ty còn ${amount} quá hạn ${f.int(9, 38)} ngày (hóa đơn số ${f.int(310, 980)}). Kính đề nghị thanh toán trước ${f.day(7)}. Nếu đã chuyển, xin gửi lại ủy nhiệm chi để chúng tôi tra soát.\n\nTrân trọng,`,
          {
            to: [customer],
            cc: [minh],
          },
        ),
        from(
          customer,
          f.each([
            'Em xin lỗi chị, kế toán bên em nghỉ sinh nên sót. Mai em chuyển đủ.',
            'Chị cho em khất đến thứ Sáu nhé, em đang chờ tiền siêu thị đối soát về.',
            `Chị ơi bên em đã chuyển chiều qua, em gửi chị ủy nhiệm chi số FT${f.int(100000, 999999)}.`,
          ]),
          {
            hoursAfter: 9,
          },
        ),
      );
    },
  },
  {
    name: 'delivery-address-change',
    timing: spread(2),
    folder: customers,
    write(f) {
      return talk(
        `Đổi địa chỉ nhận hàng đơn ${f.each(['AK', 'ĐV'])}-${f.int(300, 700)}`,
        from(
          f.each([anKhang, daiViet]),
          `Chị ơi, đơn đang đi cho em đổi điểm giao sang kho ${f.each(['Hòa Khánh, đường số 5, Liên Chiểu', 'Ngọc Hồi, cạnh bến xe Nước Ngầm'])} nhé. Người nhận anh ${f.each(['Sơn', 'Thắng'])} 09${f.int(10, 39)} 555 0${f.int(100, 199)}. Kho cũ đang sửa nền.`,
          {
            cc: [dung],
          },
        ),
        from(lan, `Chị nhận được rồi, anh Dũng báo lại lái xe giúp chị.`, { hoursAfter: 1 }),
      );
    },
  },
  {
    name: 'wrong-size-cartons',
    timing: spread(1),
    folder: minhPhatFolder,
    write(f) {
      return talk(
        'Thùng carton giao sai quy cách',
        from(
          minhPhat,
          `Chị Lan Anh,\n\nĐơn tuần trước đặt 40x30x30 nhưng kho nhận 40x30x25, tổng ${f.int(180, 420)} chiếc. Bên em dùng tạm được một nửa cho hàng nhẹ, nửa còn lại xin trả. Chị cho hướng xử lý nhé.`,
          {
            files: [jpeg('thung-40x30x25.jpg')],
          },
        ),
        from(
          lan,
          `Anh Tùng ơi, lỗi bên em soạn nhầm mã. Phần anh dùng tạm em tính giá cỡ nhỏ, phần trả em cho xe gom thứ Năm và giao bù đúng cỡ cùng chuyến. Em xin lỗi anh.`,
          {
            hoursAfter: 3,
          },
        ),
        from(minhPhat, 'Vâng, thế là hợp lý. Cảm ơn chị.', { hoursAfter: 2 }),
      );
    },
  },
];
