/** Names and words that look like days, times and rooms: nothing of them is read, whatever the language of the interface. */
export const UNTOUCHED_LINES = `
all day breakfast
thu công nợ Minh Phát
thu tiền khách
Gọi chị Thu
Phạm Thu Hà phỏng vấn
gửi thư cho khách
làm thử
gặp anh Tuệ
môn tiếng Anh
sát hạch
Thu
Thư
gọi Thu Hà
phỏng vấn Nguyễn Minh Thu
gặp Tuệ Minh bàn việc
mời Tuệ và Thư ăn cơm
thử váy cưới
thử việc cho nhân viên mới
thử món ở quán chị Bảy
thư mời khách hàng
trả lời thư khách
đọc thư của Thư
mùa thu Hà Nội
thu hai khoản nợ
thu ba trăm nghìn tiền quỹ
thu tư liệu ảnh
thu năm công nợ cũ
thu sáu hợp đồng
thu dọn kho
thu hoạch lúa
doanh thu quý bốn
tổng thu chi
gặp chị Ba
gọi anh Tư
đón cô Năm
thăm bác Sáu
mời dì Bảy
gặp ông Tám
gọi bà Chín
gặp chú Mười
gặp chú Hai Lúa
mua ba vé xem phim
bảy người ăn tối
năm nay làm tổng kết
kế hoạch năm nay
việc này gấp
hiện nay cần làm
gặp Mai
gọi cho Mai
mua hoa mai
trồng cây mai
lễ mai táng
khuyến mãi cuối năm
mái nhà dột
mài dao
gặp Sang
gọi anh Sang
sang nhà bà ngoại
sang tên xe
chuyển sang phòng mới
gặp An
mời An và Mơ
gọi Mơ
giấc mơ
tư vấn luật
từ thiện
từ chối lời mời
đầu tư chứng khoán
lần thứ hai
họp với bên thứ ba
sửa bài thứ tư
người thứ năm
tiêm mũi thứ hai
đứa con thứ bảy
vòng thứ hai
họp lần thứ 3
tôi làm báo cáo
tới thăm ông
chiếu phim
chiêu đãi khách
chiều khách
trừa
đếm hàng tồn
ngày hội gia đình
vào viện thăm mẹ
máy in hỏng
may ba bộ đồng phục
may 3 bộ đồng phục
mua 3 máy tính
tỷ lệ 2-3 người
chuẩn bị 3-5 mẫu
tăng 1.5 tỷ
nghỉ 1/2 ngày
chia 2/3 cổ phần
hợp đồng số 12/11
công văn số 15/10
nghị định 13/2
gửi hàng đến hẻm 12/3
trực 24/7
báo cáo T4
doanh thu T6
lương T3
nhà ga T2
họp ở phòng T3
CN Đà Nẵng
khách hàng tuần này
bán hàng tháng này
mời Nam
mỗi người một việc
nâng cấp RAM
triển khai 5G
anh Phong
đau tai
tai nạn lao động
phòng chống cháy nổ
Hội An
Gò Công
sun vòi
Mơ và Sang
Bảy Hiền
An Sương
Năm Căn
Sáu Dân
Mười Cúc
Chín Nam
thu cong no Minh Phat
thu tien khach
goi chi Thu
Pham Thu Ha phong van
gui thu cho khach
lam thu
gap anh Tue
mon tieng Anh
sat hach
thu hai trieu tien no
thu 5 trieu
thu 2 khoan no
thu 2 khoản nợ
thu 5 triệu tiền hàng
gui thu hai lan
goi chi Thu Ba
gap Mai
goi cho Mai
khuyen mai
gap anh Sang
goi anh Tu
don co Nam
hop dong so 12/11
moi Nam
sat with Sun Corp
Sun Corp proposal
where we sat
SAT exam
yoga in the sun
lunch with Thu
call Thu
email Tue Minh
interview Phạm Thu Hà
review with Minh Thu
Black Friday campaign
Good Friday menu
The Coffee House
check in
sign in
today’s agenda
Monday’s report
march with the team
invoice no. 12/11
contract number 12/11
ticket #12/11
24/7 support
half of 1/2 day
May and June
Mon Ami Coffee
wed in Hội An
du lịch Đà Lạt 3 ngày 2 đêm
họp giữa tuần sau
next month review
ngày thứ 7 của khóa học
trong 3 ngày tới bận
thu mua phế liệu 25:00
họp 25:00
họp 9h75
`;

/** The same, with a time beside them: the title keeps every word. */
export const NAMED_LINES = `
thu công nợ Minh Phát 15h => Thu công nợ Minh Phát | 2026-11-20 | 15:00-16:00 |
thu tiền khách chiều mai => Thu tiền khách | 2026-11-21 | 14:00-15:00 |
Gọi chị Thu 10h => Gọi chị Thu | 2026-11-20 | 10:00-11:00 |
10h gọi chị Thu => Gọi chị Thu | 2026-11-20 | 10:00-11:00 |
Phạm Thu Hà phỏng vấn 9h thứ hai => Phạm Thu Hà phỏng vấn | 2026-11-23 | 09:00-10:00 |
gửi thư cho khách thứ ba => Gửi thư cho khách | 2026-11-24 | whole |
làm thử 3h chiều mai => Làm thử | 2026-11-21 | 15:00-16:00 |
gặp anh Tuệ 9h mai => Gặp anh Tuệ | 2026-11-21 | 09:00-10:00 |
môn tiếng Anh 7h tối thứ tư => Môn tiếng Anh | 2026-11-25 | 19:00-20:00 |
sát hạch thứ bảy 8h => Sát hạch | 2026-11-21 | 08:00-09:00 |
gặp anh Tư thứ tư 10h => Gặp anh Tư | 2026-11-25 | 10:00-11:00 |
gặp chị Ba thứ ba => Gặp chị Ba | 2026-11-24 | whole |
đón cô Năm thứ năm 17h => Đón cô Năm | 2026-11-26 | 17:00-18:00 |
mời bác Sáu ăn trưa thứ sáu tuần sau => Mời bác Sáu ăn trưa | 2026-11-27 | 12:00-13:00 |
gặp chị Ba tuần tới => Gặp chị Ba | 2026-11-23 | whole |
họp với Mai sáng mai => Họp với Mai | 2026-11-21 | 09:00-10:00 |
mua hoa mai 9h mai => Mua hoa mai | 2026-11-21 | 09:00-10:00 |
3h sang nhà Lan => Sang nhà Lan | 2026-11-20 | 15:00-16:00 |
gặp Sang 8h sáng mai => Gặp Sang | 2026-11-21 | 08:00-09:00 |
7h chiếu phim => Chiếu phim | 2026-11-21 | 07:00-08:00 |
họp với An 2h => Họp với An | 2026-11-20 | 14:00-15:00 |
gặp Chín lúc 10h => Gặp Chín | 2026-11-20 | 10:00-11:00 |
ăn với Mười Tám 18h => Ăn với Mười Tám | 2026-11-20 | 18:00-19:00 |
gặp anh Phong bàn việc 3h => Gặp anh Phong bàn việc | 2026-11-20 | 15:00-16:00 |
khám tai 3h => Khám tai | 2026-11-20 | 15:00-16:00 |
họp lần thứ hai thứ tư 15h => Họp lần thứ hai | 2026-11-25 | 15:00-16:00 |
họp với bên thứ ba 15h => Họp với bên thứ ba | 2026-11-20 | 15:00-16:00 |
ăn tối 7h => Ăn tối | 2026-11-20 | 19:00-20:00 |
tối 7h ăn với Mơ => Ăn với Mơ | 2026-11-20 | 19:00-20:00 |
vào viện thăm mẹ 3h => Vào viện thăm mẹ | 2026-11-20 | 15:00-16:00 |
ngày hội gia đình 5/12 => Ngày hội gia đình | 2026-12-05 | whole |
từ thiện 5/12 => Từ thiện | 2026-12-05 | whole |
đón đoàn từ Huế 3h chiều => Đón đoàn từ Huế | 2026-11-20 | 15:00-16:00 |
họp từ 3h => Họp | 2026-11-20 | 15:00-16:00 |
15h30 từ Huế vào => Từ Huế vào | 2026-11-20 | 15:30-16:30 |
họp 25:00 mai => Họp 25:00 | 2026-11-21 | whole |
ký hợp đồng số 12/11 ngày 5/12 => Ký hợp đồng số 12/11 | 2026-12-05 | whole |
nộp báo cáo T4 thứ sáu 16h => Nộp báo cáo T4 | 2026-11-20 | 16:00-17:00 |
uống thuốc ngày 3 lần 21h => Uống thuốc ngày 3 lần | 2026-11-20 | 21:00-22:00 |
họp CN Đà Nẵng T4 9h => Họp CN Đà Nẵng | 2026-11-25 | 09:00-10:00 |
goi chi Thu 15h => Goi chi Thu | 2026-11-20 | 15:00-16:00 |
hop phong van 3h => Hop phong van | 2026-11-20 | 15:00-16:00 |
hop voi lan 3h chieu mai => Hop voi lan | 2026-11-21 | 15:00-16:00 |
gui thu moi 3h chieu mai => Gui thu moi | 2026-11-21 | 15:00-16:00 |
an toi voi Sang 19h => An toi voi Sang | 2026-11-20 | 19:00-20:00 |
hop voi Sang 7h => Hop voi Sang | 2026-11-21 | 07:00-08:00 |
gap Sang mai 9h => Gap Sang | 2026-11-21 | 09:00-10:00 |
gap anh Tue 9h mai => Gap anh Tue | 2026-11-21 | 09:00-10:00 |
hop giao ban thu hai 8h30 => Hop giao ban | 2026-11-23 | 08:30-09:30 |
thu ba gap khach => Gap khach | 2026-11-24 | whole |
thu tien khach thu sau => Thu tien khach | 2026-11-20 | whole |
an trua chu nhat => An trua | 2026-11-22 | 12:00-13:00 |
hop T2 9h => Hop | 2026-11-23 | 09:00-10:00 |
đi nhà thờ CN => Đi nhà thờ | 2026-11-22 | whole |
họp team T5 9h => Họp team | 2026-11-26 | 09:00-10:00 |
lunch with Minh Fri 12:30 => Lunch with Minh | 2026-11-20 | 12:30-13:30 |
Fri 12:30 lunch with Minh => Lunch with Minh | 2026-11-20 | 12:30-13:30 |
lunch with Thu Fri 12:30 => Lunch with Thu | 2026-11-20 | 12:30-13:30 |
lunch with Thu 12:30 => Lunch with Thu | 2026-11-20 | 12:30-13:30 |
call Tue 3pm => Call Tue | 2026-11-20 | 15:00-16:00 |
interview Phạm Thu Hà 3pm => Interview Phạm Thu Hà | 2026-11-20 | 15:00-16:00 |
team review Thu 3pm => Team review | 2026-11-26 | 15:00-16:00 |
Lunch Thu 12:30 => Lunch | 2026-11-26 | 12:30-13:30 |
Meeting on Thu 10:00 => Meeting | 2026-11-26 | 10:00-11:00 |
Họp Thu 10:00 => Họp Thu | 2026-11-20 | 10:00-11:00 |
gap Thu 10h => Gap Thu | 2026-11-20 | 10:00-11:00 |
coffee with Thu 10:00 => Coffee with Thu | 2026-11-20 | 10:00-11:00 |
Họp Wed 10:00 => Họp | 2026-11-25 | 10:00-11:00 |
Gửi báo giá Fri 15h => Gửi báo giá | 2026-11-20 | 15:00-16:00 |
check in Sat 14:00 => Check in | 2026-11-21 | 14:00-15:00 |
The Coffee House with Linh 3pm => The Coffee House with Linh | 2026-11-20 | 15:00-16:00 |
sat with Sun Corp Mon 3pm => Sat with Sun Corp | 2026-11-23 | 15:00-16:00 |
yoga in the sun 6pm => Yoga in the sun | 2026-11-20 | 18:00-19:00 |
visit at 12 Nguyễn Huệ tomorrow => Visit | 2026-11-21 | whole | 12 Nguyễn Huệ
`;

/** Spans of days, repeats, and times as they are spoken. */
export const RICHER_LINES = `
nghỉ phép cả ngày 30/11 => Nghỉ phép | 2026-11-30 | whole |
họp thuế cả ngày thứ 5 => Họp thuế | 2026-11-26 | whole |
kiểm kê suốt ngày mai => Kiểm kê | 2026-11-21 | whole |
kiem ke ca ngay => Kiem ke | 2026-11-20 | whole |
kiem ke ca ngay chu nhat => Kiem ke | 2026-11-22 | whole |
all day Friday audit => Audit | 2026-11-20 | whole |
team retreat all day tomorrow => Team retreat | 2026-11-21 | whole |
nghỉ phép 1/12 đến 4/12 => Nghỉ phép | 2026-12-01..2026-12-04 | whole |
nghỉ phép từ 1/12 đến hết 4/12 => Nghỉ phép | 2026-12-01..2026-12-04 | whole |
nghỉ phép 1-4/12 => Nghỉ phép | 2026-12-01..2026-12-04 | whole |
nghỉ phép từ ngày 1 đến ngày 4/12 => Nghỉ phép | 2026-12-01..2026-12-04 | whole |
nghi phep 1/12 den 4/12 => Nghi phep | 2026-12-01..2026-12-04 | whole |
du lịch Huế 28/12 - 3/1 => Du lịch Huế | 2026-12-28..2027-01-03 | whole |
công tác thứ hai đến thứ tư => Công tác | 2026-11-23..2026-11-25 | whole |
công tác T2-T4 => Công tác | 2026-11-23..2026-11-25 | whole |
triển lãm 05/12/2026 đến 08/12/2026 tại Hà Nội => Triển lãm | 2026-12-05..2026-12-08 | whole | Hà Nội
team offsite Dec 1 to Dec 3 => Team offsite | 2026-12-01..2026-12-03 | whole |
team offsite Dec 1-3 => Team offsite | 2026-12-01..2026-12-03 | whole |
team offsite 1-3 December => Team offsite | 2026-12-01..2026-12-03 | whole |
team offsite from Dec 30 to Jan 2 => Team offsite | 2026-12-30..2027-01-02 | whole |
conference Monday to Wednesday => Conference | 2026-11-23..2026-11-25 | whole |
họp giao ban hàng tuần 8h30 thứ hai => Họp giao ban | 2026-11-23 | 08:30-09:30 |  | week
giao ban hang tuan 8h30 thu hai => Giao ban | 2026-11-23 | 08:30-09:30 |  | week
mỗi thứ hai họp giao ban 8h => Họp giao ban | 2026-11-23 | 08:00-09:00 |  | week
họp giao ban mỗi sáng thứ hai => Họp giao ban | 2026-11-23 | 09:00-10:00 |  | week
học bơi thứ 2, 4, 6 hàng tuần 18h => Học bơi | 2026-11-20 | 18:00-19:00 |  | week Mo,We,Fr
học bơi mỗi T3 và T5 18h => Học bơi | 2026-11-24 | 18:00-19:00 |  | week Tu,Th
học đàn mỗi thứ ba, thứ năm và chủ nhật 19h => Học đàn | 2026-11-22 | 19:00-20:00 |  | week Tu,Th,Su
đi làm hàng ngày từ thứ 2 đến thứ 6 8h30 => Đi làm | 2026-11-23 | 08:30-09:30 |  | week Mo,Tu,We,Th,Fr
gặp khách hàng tuần sau 9h => Gặp khách hàng | 2026-11-23 | 09:00-10:00 |
gym every Tuesday and Thursday 6pm => Gym | 2026-11-24 | 18:00-19:00 |  | week Tu,Th
gym every Mon, Wed and Fri 6pm => Gym | 2026-11-20 | 18:00-19:00 |  | week Mo,We,Fr
gym Mondays 6pm => Gym | 2026-11-23 | 18:00-19:00 |  | week
weekly sync Monday 9 => Sync | 2026-11-23 | 09:00-10:00 |  | week
weekly sync with Linh Monday 9:30 => Sync with Linh | 2026-11-23 | 09:30-10:30 |  | week
chiều nay 3 rưỡi họp => Họp | 2026-11-20 | 15:30-16:30 |
chieu nay 3 ruoi hop => Hop | 2026-11-20 | 15:30-16:30 |
họp 3 rưỡi chiều mai => Họp | 2026-11-21 | 15:30-16:30 |
họp lúc 3 rưỡi => Họp | 2026-11-20 | 15:30-16:30 |
sáng mai 8 rưỡi khám răng => Khám răng | 2026-11-21 | 08:30-09:30 |
mua 3 rưỡi thịt sáng mai => Mua 3 rưỡi thịt | 2026-11-21 | 09:00-10:00 |
mùng 1 Tết về quê => Về quê | 2027-02-06 | whole |
mồng một Tết đi chùa => Đi chùa | 2027-02-06 | whole |
mung 3 tet tham thay => Tham thay | 2027-02-08 | whole |
tối 30 Tết 20h tất niên => Tất niên | 2027-02-05 | 20:00-21:00 |
họp thứ sáu 8h => Họp | 2026-11-27 | 08:00-09:00 |
họp hôm nay 8h => Họp | 2026-11-20 | 20:00-21:00 |
dinner at 8 => Dinner | 2026-11-20 | 20:00-21:00 |
breakfast with Linh at 6 => Breakfast with Linh | 2026-11-21 | 06:00-07:00 |
ăn sáng với Lan 6h mai => Ăn sáng với Lan | 2026-11-21 | 06:00-07:00 |
HỌP 9H SÁNG MAI => HỌP | 2026-11-21 | 09:00-10:00 |
họp sáng nay 8h => Họp | 2026-11-20 | 08:00-09:00 |
họp 20/11 8h => Họp | 2026-11-20 | 08:00-09:00 |
họp 8h => Họp | 2026-11-21 | 08:00-09:00 |
standup Fri 8am => Standup | 2026-11-27 | 08:00-09:00 |
yoga every Friday 8am => Yoga | 2026-11-27 | 08:00-09:00 |  | week
họp thứ sáu tới 10h => Họp | 2026-11-27 | 10:00-11:00 |
họp sáng 5/12 => Họp | 2026-12-05 | 09:00-10:00 |
họp 🎉 với Lan 15h => Họp 🎉 với Lan | 2026-11-20 | 15:00-16:00 |
đám cưới Thu Trang 11h chủ nhật 6/12 => Đám cưới Thu Trang | 2026-12-06 | 11:00-12:00 |
wedding Sat Dec 5 => Wedding | 2026-12-05 | whole |
đóng tiền nhà hằng tháng ngày 5 => Đóng tiền nhà | 2026-12-05 | whole |  | month
lúc 7 tối đi ăn => Đi ăn | 2026-11-20 | 19:00-20:00 |
họp đầu tuần sau => Họp | 2026-11-23 | whole |
dã ngoại cuối tuần sau => Dã ngoại | 2026-11-28 | whole |
công tác 3 ngày từ 5/12 => Công tác | 2026-12-05..2026-12-07 | whole |
nửa đêm nay săn sale => Săn sale | 2026-11-21 | 00:00-01:00 |
giữa trưa mai gặp Linh => Gặp Linh | 2026-11-21 | 12:00-13:00 |
rằm tháng bảy cúng cô hồn => Cúng cô hồn | 2027-08-16 | whole |  | year 15/7
23 tháng chạp cúng ông Táo => Cúng ông Táo | 2027-01-30 | whole |  | year 23/12
rằm này đi chùa => Đi chùa | 2026-11-23 | whole |
dentist tomorrow 9 => Dentist | 2026-11-21 | 09:00-10:00 |
report due by Fri => Report due | 2026-11-20 | whole |
standup Mon-Fri => Standup | 2026-11-23..2026-11-27 | whole |
thu phí quý 4 ngày 30 => Thu phí quý 4 | 2026-11-30 | whole |
(thứ hai) họp 9h => Họp | 2026-11-23 | 09:00-10:00 |
tập huấn 3 đến 5/12 => Tập huấn | 2026-12-03..2026-12-05 | whole |
họp 14h30' => Họp | 2026-11-20 | 14:30-15:30 |
sync 10:30-11 Tue => Sync | 2026-11-24 | 10:30-11:00 |
trip Dec 20th to 23rd => Trip | 2026-12-20..2026-12-23 | whole |
trip 20-23 Dec => Trip | 2026-12-20..2026-12-23 | whole |
uống thuốc mỗi sáng 7h => Uống thuốc | 2026-11-21 | 07:00-08:00 |  | day
uống thuốc mỗi tối => Uống thuốc | 2026-11-20 | 19:00-20:00 |  | day
run every morning 7am => Run | 2026-11-21 | 07:00-08:00 |  | day
học tiếng Anh T3 T5 19h => Học tiếng Anh | 2026-11-24 | 19:00-20:00 |  | week Tu,Th
họp thứ hai và thứ tư 9h => Họp | 2026-11-23 | 09:00-10:00 |  | week Mo,We
gặp Thu 26/11 => Gặp Thu | 2026-11-26 | whole |
gặp Thu thứ năm 26/11 => Gặp Thu | 2026-11-26 | whole |
Tuesdays and Thursdays 6pm yoga => Yoga | 2026-11-24 | 18:00-19:00 |  | week Tu,Th
họp 9h30 một tiếng rưỡi => Họp | 2026-11-20 | 09:30-11:00 |
hop 14h hai tieng => Hop | 2026-11-20 | 14:00-16:00 |
họp 14h 1h30 phút => Họp 1h30 phút | 2026-11-20 | 14:00-15:00 |
họp 14h trong 1h30 => Họp | 2026-11-20 | 14:00-15:30 |
họp 14h trong 1,5 giờ => Họp | 2026-11-20 | 14:00-15:30 |
họp 14h 1 tiếng 15 phút => Họp | 2026-11-20 | 14:00-15:15 |
họp 14h nhắc trước 1,5 tiếng => Họp | 2026-11-20 | 14:00-15:00 |  | remind 90
sync 2pm for two hours => Sync | 2026-11-20 | 14:00-16:00 |
sync 2pm an hour and a half => Sync | 2026-11-20 | 14:00-15:30 |
họp AP 14h => Họp AP | 2026-11-20 | 14:00-15:00 |
học hai tiếng Anh 14h => Học hai tiếng Anh | 2026-11-20 | 14:00-15:00 |
dạy thêm T7 CN 8h => Dạy thêm | 2026-11-21 | 08:00-09:00 |  | week Sa,Su
`;

/** What repeats so many times; what may be a number of times in each day or week stays in the title. */
export const COUNTED_LINES = `
họp nhóm thứ 2 hàng tuần 5 lần => Họp nhóm | 2026-11-23 | whole |  | week x5
hop nhom thu 2 hang tuan 5 lan 9h => Hop nhom | 2026-11-23 | 09:00-10:00 |  | week x5
họp nhóm 9h thứ 2 lặp lại hàng tuần 5 lần => Họp nhóm | 2026-11-23 | 09:00-10:00 |  | week x5
họp nhóm 9h thứ 2 hàng tuần, lặp lại 5 lần => Họp nhóm | 2026-11-23 | 09:00-10:00 |  | week x5
họp nhóm 9h thứ 2 hàng tuần lặp lại => Họp nhóm | 2026-11-23 | 09:00-10:00 |  | week
lặp lại hàng tuần thứ 2 9h họp nhóm => Họp nhóm | 2026-11-23 | 09:00-10:00 |  | week
học đàn thứ 3, 5 hàng tuần 18h 12 lần => Học đàn | 2026-11-24 | 18:00-19:00 |  | week Tu,Th x12
đóng tiền nhà ngày 5 hằng tháng 6 lần => Đóng tiền nhà | 2026-12-05 | whole |  | month x6
uống thuốc hằng ngày 21h 10 lần => Uống thuốc | 2026-11-20 | 21:00-22:00 |  | day x10
yoga every Monday 6pm 5 times => Yoga | 2026-11-23 | 18:00-19:00 |  | week x5
yoga Mondays 6pm 5 times => Yoga | 2026-11-23 | 18:00-19:00 |  | week x5
team sync every week Monday 9am, repeats 10 times => Team sync | 2026-11-23 | 09:00-10:00 |  | week x10
yoga every Monday at 6pm for 5 times => Yoga | 2026-11-23 | 18:00-19:00 |  | week x5
tập gym mỗi tuần 3 lần 18h => Tập gym 3 lần | 2026-11-20 | 18:00-19:00 |  | week
gym 3 times a week 6pm every Monday => Gym 3 times a week | 2026-11-23 | 18:00-19:00 |  | week
uống thuốc hằng ngày 3 lần 21h => Uống thuốc 3 lần | 2026-11-20 | 21:00-22:00 |  | day
cúng rằm hằng tháng 5 lần => Cúng 5 lần | 2026-11-23 | whole |  | month 15
họp 5 lần 9h mai => Họp 5 lần | 2026-11-21 | 09:00-10:00 |
quay lặp lại 9h mai => Quay lặp lại | 2026-11-21 | 09:00-10:00 |
họp thứ 2 hàng tuần 1 lần 9h => Họp 1 lần | 2026-11-23 | 09:00-10:00 |  | week
`;
