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
