/** Surnames of nine in ten people in Vietnam, which are hardly ever given names. */
const COMMON = `Nguyễn Trần Lê Phạm Huỳnh Phan Võ Đặng Bùi Đỗ Ngô Hồ`;

/** Common surnames that are common given names too. */
const COMMON_AND_GIVEN = `Hoàng Vũ Dương Lý`;

/** Rarer ones, given names among them: a name that begins with one is written in Vietnam's order, as others are. */
const RARER = `
  An Âu Bạch Bành Bàng Bế Biện Bồ Ca Cái Cam Cao Cầm Cấn Chế Chu Chung Chử Chương Chúng Cổ Cồ Cù Cung Cự Đàm Đan Đào Đái
  Đậu Đèo Điền Điêu Đinh Đoàn Đồng Đổng Đới Đường Giang Giáp Giả Hà Hạ Hàn Hàng Hầu Hình Hoa Hứa Hùng Hữu Hy Kha Khâu Khiếu
  Khổng Khúc Khuất Khương Khưu Kiều Kim Kinh Kông La Lã Lạc Lại Lâm Lành Lao Lò Lỗ Lô Lộ Lộc Lục Lư Lữ Lương Lường Lưu Ma Mã Mạc
  Mạch Mai Mạnh Mang Mẫn Mâu Mẫu Mông Mùa Mục Nghê Nghị Nghiêm Ngụy Nguỵ Nhan Nhâm Nhữ Ninh Nông Ong Ông Phí Phó Phù Phùng
  Phương Quách Quan Quàng Quản Quảng Quế Quyền Sái Sầm Sằm Sơn Sử Sùng Tạ Tán Tào Tăng Tất Thạch Thái Thân Thang Thào Thẩm Thập Thi
  Thiều Thiệu Thịnh Tiêu Tiết Tô Tôn Tống Trang Trà Trác Trần Triệu Trình Trịnh Trương Trưng Từ Tưởng Tương Ty Ung Uông Ứng Vàng Vạn Văn
  Vân Vi Viên Vòng Vương Vừ Xa Xung Yên Ấu Ân Ỷ Giàng Hờ Lầu Lừu Lý Sồng Tẩn Triều Lèng Chảo Phàn Điểu Siu Rơ Ksor Rmah Kpă Nay`;

/** Of two words or more. */
const DOUBLE = `
  Tôn Nữ/Tôn Thất/Công Tằng Tôn Nữ/Công Huyền Tôn Nữ/Huyền Tôn Nữ/Huyền Tằng Tôn Nữ/Công Nữ/Công Tôn/Âu Dương/Tư Mã/Tư Đồ
  /Thượng Quan/Hoàng Phủ/Gia Cát/Mộ Dung/Hạ Hầu/Đông Phương/Đoàn Nguyễn/Hồng Tằng Tôn Nữ/Đông Quách/Độc Cô`;

/** Between surname and given name, and never one of them. */
const MIDDLE = `Thị Văn`;

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '');

export const commonSurnames: readonly string[] = wordsOf(COMMON);
export const surnames: readonly string[] = [
  ...commonSurnames,
  ...wordsOf(COMMON_AND_GIVEN),
  ...wordsOf(RARER),
];
export const doubleSurnames: readonly string[][] = DOUBLE.split('/').map(wordsOf);
export const middleMarks: readonly string[] = wordsOf(MIDDLE);

/** With these at its beginning a name is Vietnamese, whatever language follows and without accents too. */
export const certainSurnames: readonly string[] = wordsOf(
  'Nguyễn Trần Phạm Huỳnh Hoàng Phan Đặng Bùi Ngô Dương Trịnh Trương',
);

/** Before the surname of a European name, and a part of it. */
export const particles: readonly string[] = wordsOf(
  'van von der den ter de da di du del della dos das la le el al bin ibn st. saint',
);

/** With these a name is that of an organisation. */
export const organisationWords: readonly string[] = [
  ...['công ty', 'cty', 'tập đoàn', 'tổng công ty', 'doanh nghiệp', 'hợp tác xã', 'ngân hàng', 'hiệp hội'],
  ...['trường đại học', 'trường cao đẳng', 'trường thpt', 'trường thcs', 'trường tiểu học', 'trường mầm non'],
  ...['bệnh viện', 'phòng khám', 'nhà hàng', 'khách sạn', 'cửa hàng', 'siêu thị', 'nhà thuốc', 'quán ăn'],
  ...['quán cà phê', 'ủy ban', 'uỷ ban', 'trung tâm', 'văn phòng', 'công an', 'taxi', 'shop', 'salon', 'spa'],
  ...['đội thuế', 'thuế cơ sở', 'cục thuế', 'chi cục', 'tổng cục', 'kho bạc', 'hải quan', 'bảo hiểm xã hội'],
  ...[
    'tòa án',
    'toà án',
    'bưu điện',
    'bưu cục',
    'nhà máy',
    'nhà xưởng',
    'chi nhánh',
    'bộ phận',
    'phòng',
    'ban quản lý',
  ],
];
