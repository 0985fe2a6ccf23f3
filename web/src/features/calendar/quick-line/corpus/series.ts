/** From one weekday to another: with a time, each of them in each week; without one, one event of whole days. */
export const WEEKDAY_SPAN_LINES = `
giao ban T2-T6 8h => Giao ban | 2026-11-23 | 08:00-09:00 |  | week Mo,Tu,We,Th,Fr
giao ban thứ 2 đến thứ 6 8h => Giao ban | 2026-11-23 | 08:00-09:00 |  | week Mo,Tu,We,Th,Fr
giao ban 8h từ thứ 2 đến thứ 6 => Giao ban | 2026-11-23 | 08:00-09:00 |  | week Mo,Tu,We,Th,Fr
giao ban thu 2 den thu 6 8h => Giao ban | 2026-11-23 | 08:00-09:00 |  | week Mo,Tu,We,Th,Fr
truc tong dai tu thu hai toi thu sau 8h-17h => Truc tong dai | 2026-11-23 | 08:00-17:00 |  | week Mo,Tu,We,Th,Fr
giao ban thứ hai tới thứ sáu 8h30 phòng họp tầng 2 => Giao ban | 2026-11-23 | 08:30-09:30 | phòng họp tầng 2 | week Mo,Tu,We,Th,Fr
giao ban thứ 2-6 8h => Giao ban | 2026-11-23 | 08:00-09:00 |  | week Mo,Tu,We,Th,Fr
T2-CN mở cửa kho 7h => Mở cửa kho | 2026-11-21 | 07:00-08:00 |  | week Mo,Tu,We,Th,Fr,Sa,Su
thứ 3 - thứ 7 dạy thêm 19h30 => Dạy thêm | 2026-11-20 | 19:30-20:30 |  | week Tu,We,Th,Fr,Sa
học tiếng Anh tối thứ 2 đến thứ 6 => Học tiếng Anh | 2026-11-20 | 19:00-20:00 |  | week Mo,Tu,We,Th,Fr
giao ban T2-T6 8h 10 lần => Giao ban | 2026-11-23 | 08:00-09:00 |  | week Mo,Tu,We,Th,Fr x10
giao ban T2-T6 8h nhắc trước 5 phút => Giao ban | 2026-11-23 | 08:00-09:00 |  | week Mo,Tu,We,Th,Fr | remind 5
mỗi tuần từ thứ 2 tới thứ 4 9h họp => Họp | 2026-11-23 | 09:00-10:00 |  | week Mo,Tu,We
standup Mon-Fri 8am => Standup | 2026-11-23 | 08:00-09:00 |  | week Mo,Tu,We,Th,Fr
standup Mon to Fri 9:30am with Minh => Standup with Minh | 2026-11-20 | 09:30-10:30 |  | week Mo,Tu,We,Th,Fr
standup Monday through Thursday 9am => Standup | 2026-11-23 | 09:00-10:00 |  | week Mo,Tu,We,Th
standup from Monday to Friday at 8am => Standup | 2026-11-23 | 08:00-09:00 |  | week Mo,Tu,We,Th,Fr
standup Mon-Fri 9 => Standup | 2026-11-23 | 09:00-10:00 |  | week Mo,Tu,We,Th,Fr
standup every Mon through Fri 8am => Standup | 2026-11-23 | 08:00-09:00 |  | week Mo,Tu,We,Th,Fr
standup Mon-Fri => Standup | 2026-11-23..2026-11-27 | whole |
trực thứ 2 đến thứ 6 => Trực | 2026-11-23..2026-11-27 | whole |
trực thứ 2 đến thứ 6 nhắc trước 2h => Trực | 2026-11-23..2026-11-27 | whole |  | remind 120
công tác thứ 2 đến thứ 4, bay 6h15 => Công tác, bay 6h15 | 2026-11-23..2026-11-25 | whole |
nghỉ phép T2-T4 về quê 8h => Nghỉ phép về quê 8h | 2026-11-23..2026-11-25 | whole |
hội nghị khách hàng thứ 5 - thứ 6 8h => Hội nghị khách hàng 8h | 2026-11-26..2026-11-27 | whole |
sales conference Monday to Wednesday 9am => Sales conference 9am | 2026-11-23..2026-11-25 | whole |
nghỉ 1/12 đến 4/12 8h => Nghỉ 8h | 2026-12-01..2026-12-04 | whole |
yoga T3-T5 18h => Yoga | 2026-11-24 | 18:00-19:00 |  | week Tu,We,Th
họp phòng T2-T4 8h mai => Họp | 2026-11-21 | 08:00-09:00 | phòng T2-T4
lunch with Thu-Tue team 12:30 => Lunch with Thu-Tue team | 2026-11-20 | 12:30-13:30 |
`;

/** When what repeats begins and ends. */
export const BOUNDED_LINES = `
họp thứ 2 hàng tuần đến 15/12 => Họp | 2026-11-23 | whole |  | week until 2026-12-15
hop thu 2 hang tuan 9h den 15/12 => Hop | 2026-11-23 | 09:00-10:00 |  | week until 2026-12-15
họp thứ 2 hàng tuần 9h cho đến hết ngày 15/12 => Họp | 2026-11-23 | 09:00-10:00 |  | week until 2026-12-15
họp giao ban thứ 2 hàng tuần từ 9h đến 10h đến 15/12 => Họp giao ban | 2026-11-23 | 09:00-10:00 |  | week until 2026-12-15
họp thứ 2, 4 hàng tuần 9h tới 15 tháng 12 => Họp | 2026-11-23 | 09:00-10:00 |  | week Mo,We until 2026-12-15
họp thứ 2 cách tuần 9h đến 31/1 => Họp | 2026-11-23 | 09:00-10:00 |  | week/2 until 2027-01-31
họp thứ 2 hàng tuần 9h đến hết tháng 12 => Họp | 2026-11-23 | 09:00-10:00 |  | week until 2026-12-31
họp thứ 2 hàng tuần 9h đến cuối năm => Họp | 2026-11-23 | 09:00-10:00 |  | week until 2026-12-31
đóng tiền nhà ngày 5 hàng tháng đến hết năm nay => Đóng tiền nhà | 2026-12-05 | whole |  | month until 2026-12-31
uống thuốc 8h hàng ngày đến thứ 6 => Uống thuốc | 2026-11-21 | 08:00-09:00 |  | day until 2026-11-27
hàng ngày đến 15/12 uống thuốc 21h => Uống thuốc | 2026-11-20 | 21:00-22:00 |  | day until 2026-12-15
họp thứ 2 hàng tuần từ 1/12 9h => Họp | 2026-12-07 | 09:00-10:00 |  | week
họp thứ 2 hàng tuần 9h từ 1/12 đến 15/1 => Họp | 2026-12-07 | 09:00-10:00 |  | week until 2027-01-15
học bơi thứ 3, 5 hàng tuần 18h bắt đầu từ 1/12 => Học bơi | 2026-12-01 | 18:00-19:00 |  | week Tu,Th
họp hàng tuần từ 1/12 9h => Họp | 2026-12-01 | 09:00-10:00 |  | week
giao ban T2-T6 8h đến 31/12 => Giao ban | 2026-11-23 | 08:00-09:00 |  | week Mo,Tu,We,Th,Fr until 2026-12-31
giao ban T2-T6 8h từ 1/12 => Giao ban | 2026-12-01 | 08:00-09:00 |  | week Mo,Tu,We,Th,Fr
lớp yoga T2-T6 tuần này 18h => Lớp yoga | 2026-11-20 | 18:00-19:00 |  | week Mo,Tu,We,Th,Fr until 2026-11-20
lớp yoga T2-T6 tuần này 8h => Lớp yoga | 2026-11-23 | 08:00-09:00 |  | week Mo,Tu,We,Th,Fr until 2026-11-27
tập trung T2-T4 tuần sau 8h 3 lần => Tập trung | 2026-11-23 | 08:00-09:00 |  | week Mo,Tu,We x3
tập trung T2-T6 tuần sau 8h => Tập trung | 2026-11-23 | 08:00-09:00 |  | week Mo,Tu,We,Th,Fr until 2026-11-27
sync every Monday until Dec 15 => Sync | 2026-11-23 | whole |  | week until 2026-12-15
every Monday 9am until Dec 15 sync => Sync | 2026-11-23 | 09:00-10:00 |  | week until 2026-12-15
sync every Monday till 15/12 9am => Sync | 2026-11-23 | 09:00-10:00 |  | week until 2026-12-15
gym Mondays 6pm until December 15th => Gym | 2026-11-23 | 18:00-19:00 |  | week until 2026-12-15
daily standup 9am until the end of December => Standup | 2026-11-21 | 09:00-10:00 |  | day until 2026-12-31
standup Mon-Fri 9am until end of year => Standup | 2026-11-23 | 09:00-10:00 |  | week Mo,Tu,We,Th,Fr until 2026-12-31
weekly sync Tuesday 9am starting Dec 2 => Sync | 2026-12-08 | 09:00-10:00 |  | week
sync every Monday 9am from 1/12 to 15/1 => Sync | 2026-12-07 | 09:00-10:00 |  | week until 2027-01-15
training Mon-Wed next week 9am => Training | 2026-11-23 | 09:00-10:00 |  | week Mo,Tu,We until 2026-11-25
đi làm hàng ngày từ thứ 2 đến thứ 6 8h30 => Đi làm | 2026-11-23 | 08:30-09:30 |  | week Mo,Tu,We,Th,Fr
họp thứ 2 hàng tuần 9h đến 20/11 => Họp đến 20/11 | 2026-11-23 | 09:00-10:00 |  | week
họp thứ 2 hàng tuần 9h 5 lần đến 15/12 => Họp đến 15/12 | 2026-11-23 | 09:00-10:00 |  | week x5
cúng rằm hằng tháng đến 15/12 => Cúng đến 15/12 | 2026-11-23 | whole |  | month 15
giao hàng hàng ngày đến 12 Lê Lợi 9h => Giao hàng đến 12 Lê Lợi | 2026-11-21 | 09:00-10:00 |  | day
`;

/** Each day but some: the others of each week. Without a repeat the weekday is not the day. */
export const EXCEPT_LINES = `
uống thuốc hàng ngày trừ chủ nhật => Uống thuốc | 2026-11-20 | whole |  | week Mo,Tu,We,Th,Fr,Sa
uong thuoc hang ngay tru chu nhat 8h => Uong thuoc | 2026-11-21 | 08:00-09:00 |  | week Mo,Tu,We,Th,Fr,Sa
mỗi sáng trừ chủ nhật tập gym 6h sáng => Tập gym | 2026-11-21 | 06:00-07:00 |  | week Mo,Tu,We,Th,Fr,Sa
tập gym mỗi ngày trừ thứ 7, chủ nhật 18h => Tập gym | 2026-11-20 | 18:00-19:00 |  | week Mo,Tu,We,Th,Fr
tập gym mỗi ngày ngoại trừ T7 và CN 18h => Tập gym | 2026-11-20 | 18:00-19:00 |  | week Mo,Tu,We,Th,Fr
bán hàng mỗi ngày nghỉ cn 8h => Bán hàng | 2026-11-21 | 08:00-09:00 |  | week Mo,Tu,We,Th,Fr,Sa
mở quầy mỗi ngày 8h trừ cuối tuần => Mở quầy | 2026-11-23 | 08:00-09:00 |  | week Mo,Tu,We,Th,Fr
trực hàng ngày trừ CN 8h đến 15/12 => Trực | 2026-11-21 | 08:00-09:00 |  | week Mo,Tu,We,Th,Fr,Sa until 2026-12-15
standup every day except Sunday => Standup | 2026-11-20 | whole |  | week Mo,Tu,We,Th,Fr,Sa
standup every day except Sunday 8am => Standup | 2026-11-21 | 08:00-09:00 |  | week Mo,Tu,We,Th,Fr,Sa
gym every day except for Sat and Sun 6pm => Gym | 2026-11-20 | 18:00-19:00 |  | week Mo,Tu,We,Th,Fr
gym every day but Monday 6pm => Gym | 2026-11-20 | 18:00-19:00 |  | week Tu,We,Th,Fr,Sa,Su
gym daily except weekends 6pm => Gym | 2026-11-20 | 18:00-19:00 |  | week Mo,Tu,We,Th,Fr
standup every weekday except Friday 9am => Standup | 2026-11-23 | 09:00-10:00 |  | week Mo,Tu,We,Th
mở cửa hàng ngày trừ T2-CN 8h => Mở cửa hàng ngày trừ T2-CN | 2026-11-21 | 08:00-09:00 |
bán mỗi ngày trừ T2-CN 8h => Bán trừ T2-CN | 2026-11-21 | 08:00-09:00 |  | day
mở cửa 8h trừ chủ nhật => Mở cửa trừ chủ nhật | 2026-11-21 | 08:00-09:00 |
uống thuốc cách ngày trừ chủ nhật 21h => Uống thuốc trừ chủ nhật | 2026-11-20 | 21:00-22:00 |  | day/2
gym 6pm except Monday => Gym except Monday | 2026-11-20 | 18:00-19:00 |
trừ nợ thứ 2 9h => Trừ nợ | 2026-11-23 | 09:00-10:00 |
`;

/** A weekday of the week that is so many weeks from now. */
export const WEEKS_AWAY_LINES = `
họp 2 tuần nữa thứ 3 => Họp | 2026-12-01 | whole |
họp thứ 3 hai tuần nữa => Họp | 2026-12-01 | whole |
hop thu 3 hai tuan nua 9h => Hop | 2026-12-01 | 09:00-10:00 |
họp thứ 3 2 tuần nữa 9h => Họp | 2026-12-01 | 09:00-10:00 |
họp thứ ba 9h 2 tuần nữa => Họp | 2026-12-01 | 09:00-10:00 |
họp 3 tuần nữa vào thứ 5 9h => Họp | 2026-12-10 | 09:00-10:00 |
chủ nhật 2 tuần nữa đám giỗ => Đám giỗ | 2026-12-06 | whole |
sync Tuesday in 2 weeks => Sync | 2026-12-01 | whole |
sync on Tuesday in two weeks 9am => Sync | 2026-12-01 | 09:00-10:00 |
Tuesday 2 weeks from now sync 9am => Sync | 2026-12-01 | 09:00-10:00 |
họp 2 tuần nữa => Họp | 2026-12-04 | whole |
gặp chị Ba 2 tuần nữa => Gặp chị Ba | 2026-12-04 | whole |
họp lần thứ 3 2 tuần nữa => Họp lần thứ 3 | 2026-12-04 | whole |
`;
