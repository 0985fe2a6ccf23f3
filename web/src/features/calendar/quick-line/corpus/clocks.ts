/** Hours from 1 to 6 without a part of the day. */
export const EARLY_LINES = `
họp giao ca 6:15 => Họp giao ca | 2026-11-21 | 06:15-07:15 |
hop giao ca 6:15 => Hop giao ca | 2026-11-21 | 06:15-07:15 |
đưa con đi học 6:30 mai => Đưa con đi học | 2026-11-21 | 06:30-07:30 |
đi chợ đầu mối 5:30 chủ nhật => Đi chợ đầu mối | 2026-11-22 | 05:30-06:30 |
họp giao ca 06:15 => Họp giao ca | 2026-11-21 | 06:15-07:15 |
trực ca 6:00-14:00 mai => Trực ca | 2026-11-21 | 06:00-14:00 |
tập yoga 5:30-6:30 mai => Tập yoga | 2026-11-21 | 05:30-06:30 |
họp hôm nay 6:15 => Họp | 2026-11-20 | 18:15-19:15 |
họp 6:15 chiều mai => Họp | 2026-11-21 | 18:15-19:15 |
chiều mai 6:15 đá bóng => Đá bóng | 2026-11-21 | 18:15-19:15 |
ăn tối với Lan 6:30 mai => Ăn tối với Lan | 2026-11-21 | 18:30-19:30 |
họp khách 2:30 mai => Họp khách | 2026-11-21 | 14:30-15:30 |
họp khách 4:00-5:30 mai => Họp khách | 2026-11-21 | 16:00-17:30 |
đá bóng 6h => Đá bóng | 2026-11-20 | 18:00-19:00 |
đá bóng 6h15 => Đá bóng | 2026-11-20 | 18:15-19:15 |
ăn sáng 6h15 mai => Ăn sáng | 2026-11-21 | 06:15-07:15 |
thức dậy 5h30 mai => Thức dậy | 2026-11-21 | 05:30-06:30 |
drinks with the team 6:15 => Drinks with the team | 2026-11-20 | 18:15-19:15 |
the meeting 06:15 tomorrow => The meeting | 2026-11-21 | 06:15-07:15 |
flight to Huế 6:15 tomorrow => Flight to Huế | 2026-11-21 | 06:15-07:15 |
chuyến bay đi Huế 5h45 mai => Chuyến bay đi Huế | 2026-11-21 | 05:45-06:45 |
flight to Huế 5:45pm tomorrow => Flight to Huế | 2026-11-21 | 17:45-18:45 |
`;
