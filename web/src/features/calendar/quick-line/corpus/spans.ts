/** From one day to another: with hours from when to when, each of the days has them. */
export const DAILY_HOURS_LINES = `
học từ 7/12 đến 18/12 8h-11h => Học | 2026-12-07 | 08:00-11:00 |  | day until 2026-12-18
tập huấn 7-11/12 8h-17h => Tập huấn | 2026-12-07 | 08:00-17:00 |  | day until 2026-12-11
tập huấn từ thứ 2 đến thứ 4 tuần sau 8h-17h => Tập huấn | 2026-11-23 | 08:00-17:00 |  | day until 2026-11-25
training Dec 7 to 11 9am-5pm => Training | 2026-12-07 | 09:00-17:00 |  | day until 2026-12-11
trực 7/12 đến 8/12 22h-6h => Trực | 2026-12-07 | 22:00-30:00 |  | day until 2026-12-08
học 7-11/12 8h-11h phòng A nhắc trước 15 phút => Học | 2026-12-07 | 08:00-11:00 | phòng A | day until 2026-12-11 | remind 15
hội nghị 7-8/12 8h-17h => Hội nghị 8h-17h | 2026-12-07..2026-12-08 | whole |
nghỉ 7-8/12 8h-17h => Nghỉ 8h-17h | 2026-12-07..2026-12-08 | whole |
về quê 28/12 đến 2/1 8h => Về quê 8h | 2026-12-28..2027-01-02 | whole |
`;

/** From a time of one day to one of another, and spans of days that begin today or tomorrow. */
export const ACROSS_LINES = `
họp từ 22h tối nay đến 2h sáng mai => Họp | 2026-11-20 | 22:00-26:00 |
hop tu 22h toi nay den 2h sang mai => Hop | 2026-11-20 | 22:00-26:00 |
họp 10h tối đến 2h sáng mai => Họp | 2026-11-20 | 22:00-26:00 |
trực 22h thứ 6 đến 6h thứ 7 => Trực | 2026-11-20 | 22:00-30:00 |
công tác từ 8h 7/12 đến 17h 9/12 => Công tác | 2026-12-07 | 08:00-65:00 |
họp từ 9h sáng đến 11h sáng mai => Họp | 2026-11-21 | 09:00-11:00 |
nghỉ phép từ mai đến thứ 6 => Nghỉ phép | 2026-11-21..2026-11-27 | whole |
nghi phep tu mai den thu 6 => Nghi phep | 2026-11-21..2026-11-27 | whole |
nghỉ từ hôm nay đến 25/11 => Nghỉ | 2026-11-20..2026-11-25 | whole |
vacation from tomorrow to Friday => Vacation | 2026-11-21..2026-11-27 | whole |
`;

/** So many days from one on, days away, and the ends of months. */
export const DAYS_LONG_LINES = `
Đi công tác 3 ngày từ 7/12 => Đi công tác | 2026-12-07..2026-12-09 | whole |
di cong tac 3 ngay tu 7/12 => Di cong tac | 2026-12-07..2026-12-09 | whole |
Đi Đà Nẵng 3 ngày từ thứ ba => Đi Đà Nẵng | 2026-11-24..2026-11-26 | whole |
nghỉ phép từ mai 2 ngày => Nghỉ phép | 2026-11-21..2026-11-22 | whole |
nghỉ từ 7/12 trong 2 tuần => Nghỉ | 2026-12-07..2026-12-20 | whole |
business trip for 3 days from Dec 7 => Business trip | 2026-12-07..2026-12-09 | whole |
họp 1 ngày từ 7/12 => Họp 1 ngày | 2026-12-07 | whole |
Họp sau 3 ngày 10h => Họp | 2026-11-23 | 10:00-11:00 |
hop sau 3 ngay => Hop | 2026-11-23 | whole |
họp sau 3 ngày nghỉ 10h => Họp sau 3 ngày nghỉ | 2026-11-20 | 10:00-11:00 |
Báo cáo cuối tháng => Báo cáo | 2026-11-30 | whole |
Báo cáo cuối tháng 9h => Báo cáo | 2026-11-30 | 09:00-10:00 |
Báo cáo cuối tháng này => Báo cáo | 2026-11-30 | whole |
Nộp tờ khai đầu tháng sau => Nộp tờ khai | 2026-12-01 | whole |
nop to khai cuoi thang sau => Nop to khai | 2026-12-31 | whole |
report end of the month => Report | 2026-11-30 | whole |
plan beginning of next month => Plan | 2026-12-01 | whole |
báo cáo cuối tháng ngày mai => Báo cáo cuối tháng | 2026-11-21 | whole |
báo cáo cuối tháng 12 => null
`;
