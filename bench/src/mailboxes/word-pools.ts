/** Most frequent words first, as in business mail; vocabulary.ts generates the long tail. */

export const vietnameseWords = `
công của và các cho trong được với là có không anh chị em này để khi theo đã sẽ hàng ngày về từ đến gửi ty hợp đồng báo
giá đơn khách thanh toán chi tiết thông tin xin chào kính cảm ơn vui lòng xác nhận kế hoạch dự án tháng năm số lượng
giao nhận kho nhà máy sản phẩm chất lượng mẫu vải may mặc bao bì giấy thùng container cảng tàu chuyến bay vận chuyển hải
quan thuế hóa đơn ngân hàng tài khoản chuyển khoản tiền đồng triệu tỷ phí thu nợ quý báo cáo doanh thu lợi nhuận họp
phòng ban giám đốc trưởng nhóm nhân viên tuyển dụng phỏng vấn lương thưởng nghỉ phép đào tạo bảo hiểm hồ sơ giấy tờ ký
tên đóng dấu bản sao gốc bổ sung điều khoản phụ lục thời hạn hiệu lực bảo hành sửa chữa lắp đặt thiết bị máy móc điện
nước văn phòng thuê mặt bằng quảng cáo trang mạng hệ thống phần mềm lỗi cập nhật dữ liệu máy chủ sao lưu mật khẩu đăng
nhập tài liệu đính kèm xem lại góp ý sớm trễ gấp hôm nay mai tuần sau trước thứ hai ba tư năm sáu bảy chủ nhật sáng
chiều tối giờ phút địa chỉ điện thoại liên hệ trân trọng thân mến mong hồi âm hẹn gặp tại thành phố quận đường số
`
  .trim()
  .split(/\s+/);

export const englishWords = `
the to and of you for a in we is on your please this our be with have will are it as order that not from at price if by
can new payment contract invoice shipment delivery meeting report project customer sample quality schedule week month
confirm attached details quantity container vessel port customs warehouse factory packing label design fabric carton
quotation discount currency transfer account bank receipt tax statement budget revenue forecast target team manager
review draft version comment approve signature annex clause warranty claim defect inspection certificate standard
supplier purchase stock item unit total balance due overdue reminder deadline urgent update status issue server backup
password access system website campaign brochure fair booth visit hotel flight ticket visa travel invitation agenda
minutes action owner risk plan phase milestone training interview candidate salary leave policy insurance office rent
electricity maintenance repair machine spare part service support thanks regards best kind dear hello hi sir madam look
forward hearing soon call phone address email send receive reply forward today tomorrow yesterday monday tuesday
wednesday thursday friday morning afternoon between before after about would could should may must do does did done make
`
  .trim()
  .split(/\s+/);

export const vietnameseOnsets = 'b c ch d đ g gi h kh l m n ng nh ph qu r s t th tr v x'.split(' ');
export const vietnameseRimes = `
an án àn ản ãn ạn ang áng àng ảng ãng ạng anh ánh ành ảnh ãnh ạnh ao áo ào ảo ão ạo ay áy ày ảy ãy ạy âm ấm ầm ẩm ẫm ậm
ân ấn ần ẩn ẫn ận âu ấu ầu ẩu ẫu ậu em ém èm ẻm ẽm ẹm êu ếu ều ểu ễu ệu iên iến iền iển iễn iện iêu iếu iều iểu iễu iệu
oa óa òa ỏa õa ọa oi ói òi ỏi õi ọi ong óng òng ỏng õng ọng ông ống ồng ổng ỗng ộng ơi ới ời ởi ỡi ợi um úm ùm ủm ũm ụm
uôn uốn uồn uổn uỗn uộn ung úng ùng ủng ũng ụng ương ướng ường ưởng ưỡng ượng ươi ưới ười ưởi ưỡi ượi
`
  .trim()
  .split(/\s+/);

export const englishSyllables = `
al an ar as bar ber bin bor cal can car cor dan del der dor el en er fal fer fin for gan ger gor hal har hin in is jor
kal kan kel kor lan lar len lin lor mal man mar men mer min mor nal nar nel nor or pal par pen per pin por ral ran rel
ren rin ron sal san sel ser sin sol tal tan tar ten ter tin tol tor val van ver vin vor wal wan wel win yan zen
`
  .trim()
  .split(/\s+/);

export const familyNames = 'Nguyễn Trần Lê Phạm Hoàng Huỳnh Phan Vũ Võ Đặng Bùi Đỗ Hồ Ngô Dương Lý'.split(
  ' ',
);
export const givenNames = `
Lan Minh Hà Dũng Nam Mai Hùng Thảo Trang Linh Tuấn Hương Quân Phúc Yến Khánh Vy Đạt Ngọc Bình Sơn Thủy Giang Hiếu
`
  .trim()
  .split(/\s+/);
export const foreignNames = `
Anna Becker|Kenji Sato|Maria Lopez|John Harris|Claire Martin|Peter Jansen|Sofia Rossi|David Kim|Emma Clark|Lars Berg
`
  .trim()
  .split('|');
