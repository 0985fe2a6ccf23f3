import { type Matter, type Timing, from, talk } from './letter.ts';
import { stableHash } from './mime.ts';
import { type Brand, type Issue, type Offer, newsletterHtml, newsletterText } from './newsletter-designs.ts';

const shop: Brand = { name: 'Máy Tính Sông Đà', host: 'maytinhsongda.example', colour: '#b91c1c', accent: '#ea580c', footer: 'Máy Tính Sông Đà, 88 Thái Hà, Hà Nội. Tổng đài 1900 0188.', layout: 'cards' };
const airline: Brand = { name: 'Cánh Cò Airlines', host: 'canhco-air.example', colour: '#0e7490', accent: '#f59e0b', footer: 'Cánh Cò Airlines, Sân bay Nội Bài, Hà Nội.', layout: 'hero' };
const bankNews: Brand = { name: 'Ngân hàng Sông Hồng', host: 'nganhangsonghong.example', colour: '#14532d', accent: '#16a34a', footer: 'Ngân hàng TMCP Sông Hồng, 1 Trần Quang Khải, Hà Nội.', layout: 'rows' };
const academy: Brand = { name: 'Học Viện Xuất Khẩu', host: 'hocvienxuatkhau.example', colour: '#4338ca', accent: '#7c3aed', footer: 'Học Viện Xuất Khẩu – học online cùng người làm nghề.', layout: 'rows' };

function issue(subject: string, preheader: string, headline: string, intro: string, action: string, ...offers: Offer[]): Issue {
  return { subject, preheader, headline, intro, action, offers };
}

const shopIssues: Issue[] = [
  issue('Laptop văn phòng giảm đến 4 triệu – chỉ 3 ngày', 'Kèm túi và chuột không dây', 'Ba ngày vàng cho dân văn phòng', 'Máy nhẹ, pin lâu, đủ cổng cắm. Giao trong ngày tại nội thành Hà Nội.', 'Xem tất cả', ['Laptop 14" i5, 16 GB', 'Nặng 1,3 kg, pin 10 giờ', '15.990.000 đ'], ['Laptop 15,6" Ryzen 5', 'Màn hình chống chói', '13.490.000 đ'], ['Màn hình 27" QHD', 'Chân xoay dọc', '5.290.000 đ'], ['Chuột không dây êm', 'Pin 18 tháng', '349.000 đ']),
  issue('Máy in laser nào in rẻ nhất?', 'So sánh giá mỗi trang của năm mẫu', 'Chi phí thật của một trang giấy', 'Giá máy chỉ là một nửa câu chuyện. Chúng tôi đã đo giúp bạn.', 'Đọc bài so sánh', ['Laser đơn năng A4', '230 đ mỗi trang', '2.890.000 đ'], ['Laser đa năng, in hai mặt', '260 đ mỗi trang', '5.190.000 đ']),
  issue('Back to school: phụ kiện từ 99.000 đ', 'Tai nghe, bàn phím, balo', 'Sẵn sàng cho năm học mới', 'Tặng miễn phí gói vệ sinh máy cho mọi đơn từ 500.000 đ.', 'Mua ngay', ['Bàn phím cơ nhỏ gọn', 'Switch nâu, gõ êm', '690.000 đ'], ['Balo chống nước', 'Vừa máy 15,6 inch', '420.000 đ']),
  issue('Hàng đã qua sử dụng, bảo hành 12 tháng', 'Giảm 30–45% so với máy mới', 'Máy cũ, tinh thần mới', 'Mỗi máy đều qua 42 bước kiểm tra tại xưởng của Sông Đà.', 'Chọn máy', ['Máy trạm 16 GB, SSD 512', 'Thay pin mới', '9.900.000 đ'], ['Màn hình 24" đồng bộ', 'Không điểm chết', '1.650.000 đ']),
  issue('🔥 Flash sale 20h tối nay', 'Chỉ 50 suất mỗi món', 'Hẹn bạn lúc 20 giờ', 'Đăng nhập sẵn để không lỡ giá tốt.', 'Đặt lịch nhắc', ['SSD 1 TB NVMe', 'Đọc 5.000 MB/s', '1.190.000 đ'], ['Bộ phát Wi-Fi 6', 'Phủ 120 m²', '890.000 đ'], ['Camera trong nhà 3 MP', 'Đàm thoại hai chiều', '399.000 đ']),
  issue('Hóa đơn và bảo hành của bạn ở một nơi', 'Tính năng mới trong ứng dụng', 'Không còn lo mất phiếu bảo hành', 'Nhập số điện thoại, mọi hóa đơn từ năm 2020 hiện ra.', 'Mở ứng dụng', ['Tra cứu bảo hành', 'Theo số máy hoặc số điện thoại'], ['Đặt lịch sửa', 'Chọn giờ, không phải chờ']),
  issue('Black Friday bắt đầu sớm cho khách doanh nghiệp', 'Giá riêng khi mua từ 5 máy', 'Ưu đãi trước một tuần', 'Xuất hóa đơn điện tử ngay khi đặt, công nợ 15 ngày.', 'Nhận báo giá riêng', ['Bộ 5 máy bàn văn phòng', 'i5, 16 GB, SSD 512', '62.500.000 đ'], ['Bộ 10 màn hình 24"', 'Tặng giá treo', '21.900.000 đ']),
  issue('Dọn kho cuối năm: giảm thêm 10%', 'Nhập mã DONKHO', 'Kho phải trống trước Tết', 'Nhập mã DONKHO khi thanh toán, cộng dồn với mọi ưu đãi.', 'Vào kho', ['Ổ cứng di động 2 TB', 'Chống sốc', '1.390.000 đ'], ['Ghế công thái học', 'Tựa lưng lưới', '2.990.000 đ']),
  issue('Đánh giá đơn hàng SD-48213 của bạn', 'Một phút để giúp người mua sau', 'Bạn hài lòng với màn hình mới chứ?', 'Chia sẻ cảm nhận, nhận ngay phiếu 50.000 đ.', 'Viết đánh giá', ['Màn hình 27" QHD', 'Giao thành công']),
];

const airlineIssues: Issue[] = [
  issue('Vé 0 đồng mùa thu: 20.000 chỗ', 'Bay từ tháng sau, chưa gồm thuế phí', 'Thu này mình đi đâu?', 'Hai mươi nghìn chỗ trên 18 đường bay, mở bán từ 10h sáng mai.', 'Tìm chuyến bay', ['Hà Nội – Đà Nẵng', 'Mỗi ngày 6 chuyến', 'từ 0 đ'], ['Hà Nội – Cần Thơ', 'Bay thẳng 2 giờ 10', 'từ 49.000 đ']),
  issue('Đường bay mới: Hà Nội – Osaka', 'Năm chuyến mỗi tuần', 'Chào Osaka!', 'Bay đêm, sáng ngắm hoa. Hành lý 30 kg cho vé đặt trước tháng này.', 'Đặt vé sớm', ['Khứ hồi phổ thông', 'Đã gồm suất ăn', '7.990.000 đ'], ['Thương gia', 'Ghế ngả phẳng', '24.500.000 đ']),
  issue('Chị Lan Anh ơi, 12.480 dặm sắp hết hạn', 'Đổi quà trước cuối tháng', 'Đừng để dặm bay đi mất', 'Dặm của chị hết hạn vào ngày cuối tháng. Đổi vé nội địa chỉ từ 6.000 dặm.', 'Đổi dặm', ['Vé nội địa một chiều', 'Mọi đường bay', '6.000 dặm'], ['Phòng chờ sân bay', '3 giờ, có đồ ăn', '2.500 dặm']),
  issue('Mở bán vé Tết đợt 2', 'Thêm 180 chuyến bay đêm', 'Về nhà thôi!', 'Thêm 180 chuyến đêm giữa TP. Hồ Chí Minh và các tỉnh miền Trung, miền Bắc.', 'Xem lịch bay', ['TP.HCM – Vinh', 'Bay đêm 23h40', 'từ 1.890.000 đ'], ['TP.HCM – Hà Nội', 'Bay đêm 0h25', 'từ 2.150.000 đ']),
  issue('Thay đổi quy định pin dự phòng trên máy bay', 'Đọc trước khi ra sân bay', 'Pin dự phòng: mang thế nào cho đúng', 'Từ tháng này, pin dự phòng phải để trong hành lý xách tay và không sạc trong suốt chuyến bay.', 'Xem chi tiết', ['Dưới 100 Wh', 'Tối đa 2 chiếc mỗi khách'], ['100–160 Wh', 'Cần hãng chấp thuận']),
  issue('Khách sạn Hạ Long giảm 35% kèm vé bay', 'Gói 2 ngày 1 đêm', 'Biển cuối tuần, giá giữa tuần', 'Gói vé và phòng, đổi ngày miễn phí một lần.', 'Xem gói', ['Gói 2N1Đ cho hai người', 'Gồm ăn sáng', '3.780.000 đ']),
  issue('Làm thủ tục online, nhận ghế miễn phí', 'Áp dụng đến hết quý', 'Chọn ghế không mất tiền', 'Làm thủ tục trên ứng dụng trước 24 giờ để chọn ghế hàng 12–30 miễn phí.', 'Tải ứng dụng', ['Thẻ lên máy bay trên điện thoại', 'Không cần in'], ['Gửi hành lý tự động', 'Quầy 31–36, nhà ga T1']),
  issue('Tổng kết năm bay của chị', '14 chuyến, 19.260 km', 'Một năm trên mây', 'Chị đã bay gần nửa vòng trái đất cùng Cánh Cò. Cảm ơn chị!', 'Xem hành trình', ['Thành phố ghé nhiều nhất', 'Singapore, 4 lần'], ['Giờ bay sớm nhất', '5h35 sáng']),
];

const bankIssues: Issue[] = [
  issue('Lãi suất tiết kiệm mới từ tuần này', 'Kỳ hạn 6 tháng 5,1%/năm', 'Biểu lãi suất tiền gửi', 'Cập nhật lãi suất dành cho khách hàng doanh nghiệp và cá nhân.', 'Xem biểu đầy đủ', ['Kỳ hạn 3 tháng', 'Trả lãi cuối kỳ', '4,3%'], ['Kỳ hạn 6 tháng', 'Trả lãi cuối kỳ', '5,1%'], ['Kỳ hạn 12 tháng', 'Trả lãi cuối kỳ', '5,6%']),
  issue('Bản tin ngoại hối tuần: USD và JPY', 'Đồng yên phục hồi', 'Tỷ giá tuần qua', 'Đồng yên tăng 1,8% so với tuần trước, doanh nghiệp thu yên nên cân nhắc kỳ hạn.', 'Đọc bản tin', ['USD/VND', 'Đi ngang, thanh khoản tốt', '25.310'], ['JPY/VND', 'Tăng 1,8%', '168,4'], ['EUR/VND', 'Giảm nhẹ', '27.640']),
  issue('Miễn phí chuyển tiền quốc tế tháng này', 'Cho doanh nghiệp xuất khẩu', 'Nhận ngoại tệ không mất phí', 'Miễn phí báo có và tra soát cho khách hàng có doanh số trên 100.000 USD.', 'Đăng ký', ['Phí báo có', 'Thường 0,05%', '0 đ'], ['Phí tra soát', 'Thường 5 USD', '0 đ']),
  issue('Cảnh giác: cuộc gọi giả danh ngân hàng', 'Ngân hàng không bao giờ hỏi OTP', 'Ba câu hỏi giúp bạn không mất tiền', 'Tháng qua có 214 khách hàng báo nhận cuộc gọi giả danh. Hãy đọc và chia sẻ với người thân.', 'Xem cách nhận biết', ['Ai gọi cho ai?', 'Gác máy và gọi lại 1900 0127'], ['Hỏi mã OTP?', 'Chắc chắn là lừa đảo']),
  issue('Thẻ doanh nghiệp hoàn 1,5% tiền xăng', 'Đội xe càng đông càng lợi', 'Mỗi lít xăng đều có quà', 'Hoàn tối đa 3.000.000 đ mỗi tháng cho mỗi thẻ.', 'Mở thẻ', ['Hoàn tiền xăng dầu', 'Tất cả cửa hàng', '1,5%'], ['Phí cầu đường', 'Thu không dừng', '1,0%']),
  issue('Vay nhập nguyên liệu: duyệt trong 8 giờ', 'Không cần thêm tài sản', 'Vốn đến trước mùa vụ', 'Hạn mức đến 3 tỷ đồng dựa trên doanh số qua tài khoản.', 'Tính thử', ['Lãi suất', 'Cố định 6 tháng', '6,9%/năm'], ['Thời gian duyệt', 'Hồ sơ điện tử', '8 giờ']),
  issue('Lịch giao dịch dịp nghỉ lễ', 'Chuyển tiền nhanh vẫn 24/7', 'Ngân hàng nghỉ, tiền vẫn chạy', 'Các phòng giao dịch nghỉ theo quy định, ứng dụng và máy rút tiền hoạt động bình thường.', 'Xem lịch', ['Chuyển tiền nhanh', 'Dưới 500 triệu', '24/7'], ['Thanh toán quốc tế', 'Xử lý ngày làm việc kế tiếp']),
  issue('Ứng dụng doanh nghiệp có chữ ký hai lớp', 'Kế toán lập, giám đốc duyệt', 'Duyệt lệnh chi ngay trên điện thoại', 'Phân quyền lập và duyệt lệnh, hạn mức cho từng người.', 'Kích hoạt', ['Người lập lệnh', 'Kế toán'], ['Người duyệt', 'Giám đốc, sinh trắc học']),
];

const academyIssues: Issue[] = [
  issue('Khóa mới: Đọc hiểu hợp đồng ngoại thương', 'Giảm 40% cho 100 bạn đầu tiên', 'Hợp đồng tiếng Anh không còn đáng sợ', 'Bảy buổi, học qua hợp đồng thật đã che tên. Giảng viên: luật sư 15 năm kinh nghiệm.', 'Đăng ký học', ['Buổi 1–3', 'Các điều khoản phải có'], ['Buổi 4–7', 'Tranh chấp và cách gỡ']),
  issue('Webinar miễn phí: bán hàng vào chuỗi bán lẻ Đức', 'Tối thứ Năm, 20h', 'Người Đức mua hàng thế nào?', 'Khách mời là trưởng phòng thu mua với 20 năm làm việc cùng nhà cung cấp châu Á.', 'Giữ chỗ', ['20h00', 'Chứng nhận nào là bắt buộc'], ['20h40', 'Hỏi đáp']),
  issue('Bài giảng tuần: tính giá CIF trong 10 phút', 'Kèm bảng tính mẫu', 'FOB, CFR, CIF: tính sao cho đúng', 'Một ví dụ duy nhất đi từ giá xưởng đến cảng Hamburg.', 'Xem bài giảng', ['Bảng tính mẫu', 'Dùng được ngay'], ['Bài tập', 'Có lời giải']),
  issue('Bạn đã hoàn thành 60% khóa Logistics', 'Còn 4 bài nữa là xong', 'Sắp đến đích rồi!', 'Học thêm 20 phút mỗi ngày, cuối tuần bạn nhận chứng chỉ.', 'Học tiếp', ['Bài 9', 'Vận đơn và các loại vận đơn'], ['Bài 10', 'Bảo hiểm hàng hóa']),
  issue('Kho mẫu email tiếng Anh cho sale xuất khẩu', '52 mẫu, tải miễn phí', 'Không còn bí chữ khi viết cho khách', 'Từ thư chào hàng đến xin lỗi chậm hàng, có bản dịch đối chiếu.', 'Tải về', ['Thư chào hàng', '12 mẫu'], ['Xử lý khiếu nại', '9 mẫu']),
  issue('Lịch khai giảng quý tới', '6 lớp tối, 2 lớp cuối tuần', 'Chọn lớp hợp với lịch của bạn', 'Tất cả các lớp đều có bản ghi hình xem lại trong một năm.', 'Xem lịch', ['Nghiệp vụ hải quan', 'Tối 2-4-6', '2.900.000 đ'], ['Tiếng Nhật thương mại', 'Sáng thứ Bảy', '4.200.000 đ']),
  issue('Câu chuyện học viên: từ xưởng nhỏ đến Tokyo', 'Chị Hạnh bán 3 container mỗi tháng', 'Bắt đầu từ hai chiếc giỏ cói', 'Chị Hạnh ở Kim Sơn kể lại bốn năm đi từ chợ phiên đến cửa hàng ở Tokyo.', 'Đọc câu chuyện', ['Sai lầm đắt nhất', 'Không đo độ ẩm'], ['Quyết định đúng nhất', 'Học tiếng Nhật']),
  issue('20/11: tri ân thầy cô, học phí giảm một nửa', 'Chỉ trong hôm nay', 'Cảm ơn những người truyền nghề', 'Nhập mã THAYCO, áp dụng cho mọi khóa tự học.', 'Chọn khóa học', ['Mọi khóa tự học', 'Mã THAYCO', '-50%']),
  issue('Thử thách 21 ngày viết email tiếng Anh', 'Mỗi ngày một thư, có người sửa', 'Ba tuần để viết trôi chảy', 'Mỗi sáng một tình huống, mỗi tối một bản sửa chi tiết.', 'Tham gia', ['Tuần 1', 'Chào hàng và báo giá'], ['Tuần 2–3', 'Thương lượng, khiếu nại']),
];

export const newsletterMatters: Matter[] = [
  ...edition(shop, 'khuyenmai', shopIssues, 3),
  ...edition(airline, 'bantin', airlineIssues, 8),
  ...edition(bankNews, 'uudai', bankIssues, 13),
  ...edition(academy, 'hello', academyIssues, 20),
];

/** Older issues lie further apart, the newest is some days old. */
function edition(brand: Brand, mailbox: string, issues: Issue[], newestHours: number): Matter[] {
  return issues.map((content, i): Matter => {
    const back = issues.length - 1 - i;
    const timing: Timing = { kind: 'ago', hours: newestHours + back * 190 + back * back * 71 };
    const id = stableHash(`${brand.host} ${i}`, 16);
    const sender = {
      name: brand.name,
      email: `${mailbox}@${brand.host}`,
      client: 'gmail' as const,
      signature: brand.name,
      english: false,
      zone: 420,
    };
    return {
      name: `newsletter ${brand.host} ${i}`,
      timing,
      folder: 'Bản tin',
      write: () =>
        talk(
          content.subject,
          from(sender, newsletterText(brand, content, id), {
            html: newsletterHtml(brand, content, id),
            headers: [
              `List-Id: <${mailbox}.${brand.host}>`,
              `List-Unsubscribe: <https://www.${brand.host}/unsubscribe?u=${id}>,\r\n <mailto:unsubscribe@${brand.host}?subject=${id}>`,
              'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
              'Precedence: bulk',
            ],
          }),
        ),
    };
  });
}
