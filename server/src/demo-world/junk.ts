import { lan } from './correspondents.ts';
import { type Contact, from, hoursAgo, type Matter, spread, talk, type WorldAuth } from './message.ts';
import { zip } from './sample-files.ts';

const nothingPassed: WorldAuth = { spf: 'fail', dkim: 'none', dmarc: 'fail' };
const softly: WorldAuth = { spf: 'softfail', dkim: 'none', dmarc: 'none' };

function spammer(name: string, email: string, english = false): Contact {
  return { name, email, client: 'gmail', signature: '', english, zone: english ? 0 : 420 };
}

/** Sender, subject, text. */
const messages: [Contact, string, string][] = [
  [
    spammer('Vay nhanh 24h', 'hotro@vaynong24.example'),
    'VAY TÍN CHẤP 500 TRIỆU – GIẢI NGÂN 30 PHÚT!!!',
    'Chỉ cần căn cước công dân, không thế chấp, nợ xấu vẫn vay. Lãi suất 0% tháng đầu. Bấm vào đây để nhận tiền ngay hôm nay: http://vaynong24.example/dang-ky',
  ],
  [
    spammer('Trúng thưởng SH', 'no-reply@qua-tang-tri-an.example'),
    'Chúc mừng số may mắn của bạn đã trúng xe SH 150i',
    'Quý khách vui lòng nộp trước phí hồ sơ 2.500.000 đ để làm thủ tục nhận giải. Mã dự thưởng: 88-TA-0913. Hạn cuối trong ngày.',
  ],
  [
    spammer('Shipping Dept', 'dept@fast-parcel-update.example', true),
    'Your parcel could not be delivered – pay customs fee',
    'Dear customer, your parcel is held at our depot. A fee of USD 1.99 is required within 24 hours. Click the link and enter your card number: http://fast-parcel-update.example/pay',
  ],
  [
    spammer('Mr. Richard Boateng', 'r.boateng.attorney@legal-trust.example', true),
    'CONFIDENTIAL BUSINESS PROPOSAL',
    'Dear Friend, I am the attorney to a late client who left the sum of USD 14,500,000 in a bank without next of kin. You will receive 40% for your kind assistance. Reply with your full name and phone.',
  ],
  [
    spammer('SEO Top Google', 'tuvan@seo-topgoogle.example'),
    'Website saomai.example của chị chưa lên top?',
    'Bên em cam kết lên trang nhất Google sau 15 ngày, giá chỉ 2.990.000 đ/tháng, không lên không lấy tiền. Chị cho em xin số Zalo nhé.',
  ],
  [
    spammer('Mailbox Security', 'security@account-verify.example', true),
    'Your mailbox is almost full (98%)',
    'Your password expires today. To keep the same password and avoid losing incoming mail, verify your account here: http://account-verify.example/login',
  ],
  [
    spammer('Data khách hàng', 'bandata@datasieure.example'),
    'Bán data 2 triệu giám đốc, có số điện thoại',
    'Danh sách cập nhật, chia theo tỉnh và ngành nghề, file Excel. Mua 1 tặng 1 trong hôm nay. Test 500 số miễn phí.',
  ],
  [
    spammer('Casino 88', 'vip@nhacai-phatloc.example'),
    'Nạp lần đầu tặng 200% – rút tiền 1 phút',
    'Sân chơi số 1 châu Á, hoàn trả không giới hạn. Đăng ký bằng số điện thoại nhận ngay 188K trải nghiệm.',
  ],
  [
    spammer('Hóa đơn điện tử', 'hoadon@tracuu-hoadon-gtgt.example'),
    'Hoa don qua han thanh toan - xem file dinh kem',
    'Kinh gui quy khach, hoa don thang nay cua quy khach da qua han. Vui long giai nen va mo file dinh kem de xem chi tiet.',
  ],
  [
    spammer('Cheap Watches', 'sales@luxury-replica.example', true),
    'Rolex, Omega -85% today only',
    'Swiss quality replicas, free worldwide shipping, 30 days money back. Only 12 left in stock!',
  ],
  [
    spammer('Lớp học làm giàu', 'event@tudotaichinh.example'),
    '3 bí mật giúp tôi kiếm 100 triệu mỗi tháng từ điện thoại',
    'Hội thảo miễn phí duy nhất tối nay, chỉ còn 7 ghế. Diễn giả sẽ chia sẻ công thức chưa từng tiết lộ.',
  ],
  [
    spammer('Anna', 'anna1993@lonely-hearts.example', true),
    'hello dear, I saw your profile',
    'Hi, I am Anna, 27 years. I found your contact and feel that we can be good friend. Write me, I send you photo.',
  ],
];

export const junkMatters: Matter[] = messages.map(([sender, subject, text], i): Matter => {
  const suspicious = subject.startsWith('Hoa don');
  return {
    name: `junk ${i}`,
    timing: hoursAgo(5 + i * 19 + i * i * 4),
    folder: 'Junk',
    auth: i % 2 === 0 ? nothingPassed : softly,
    write: () =>
      talk(
        subject,
        from(sender, text, {
          files: suspicious
            ? [
                zip('HoaDon_QuaHan.zip', [
                  {
                    name: 'HoaDon_QuaHan.txt',
                    content: Buffer.from('Tệp mẫu vô hại của hộp thư trình diễn.'),
                  },
                ]),
              ]
            : [],
        }),
      ),
  };
});

const stale: [Contact, string, string][] = [
  [
    spammer('Siêu thị Xanh', 'cskh@sieuthixanh.example'),
    'Phiếu giảm giá 20% rau củ cuối tuần',
    'Áp dụng cho hóa đơn từ 300.000 đ tại mọi cửa hàng, đến hết Chủ nhật.',
  ],
  [
    spammer('Phòng tập Năng Lượng', 'info@phongtapnangluong.example'),
    'Thẻ tập của bạn hết hạn rồi',
    'Gia hạn trong tuần này được tặng thêm hai tháng và một buổi với huấn luyện viên.',
  ],
  [
    spammer('Web Expo', 'news@webexpo.example', true),
    'Last call: early bird tickets',
    'Save 30% on all passes until Friday. Forty speakers, three stages, one city.',
  ],
  [
    spammer('Khảo sát dịch vụ', 'khaosat@ykien.example'),
    'Mời chị trả lời khảo sát 3 phút',
    'Ý kiến của chị giúp chúng tôi phục vụ tốt hơn. Quà tặng là thẻ nạp 20.000 đ.',
  ],
  [
    spammer('Môi giới kho bãi', 'tien.kho@khobai.example'),
    'Kho 500 m2 Gia Lâm cho thuê giá tốt',
    'Em có kho mặt đường 10 m, xe container vào tận cửa, 65.000 đ/m². Chị có nhu cầu không ạ?',
  ],
  [
    spammer('LinkHub', 'notify@linkhub.example', true),
    'You appeared in 9 searches this week',
    'See who is looking at your profile. Upgrade to view all visitors.',
  ],
  [
    spammer('Quán bún chả Hương', 'dathang@bunchahuong.example'),
    'Thực đơn cơm trưa văn phòng tuần này',
    'Thứ Hai: cá kho. Thứ Ba: bún chả. Thứ Tư: gà rang gừng. Đặt trước 10h.',
  ],
];

export const trashMatters: Matter[] = [
  ...stale.map(
    ([sender, subject, text], i): Matter => ({
      name: `trash ${i}`,
      timing: hoursAgo(30 + i * 75),
      folder: 'Trash',
      write: () => talk(subject, from(sender, text)),
    }),
  ),
  {
    name: 'trash copier',
    timing: spread(1),
    folder: 'Trash',
    write: () =>
      talk(
        'Mời mua máy photocopy thanh lý',
        from(
          spammer('Thanh lý máy VP', 'banhang@thanhlyvp.example'),
          'Em thanh lý 3 máy photocopy đã qua sử dụng, giá từ 6.500.000 đ, bảo hành 3 tháng.',
        ),
        from(lan, 'Cảm ơn em, công ty chị chưa cần.', { hoursAfter: 3 }),
      ),
  },
];
