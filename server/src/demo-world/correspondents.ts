import type { Client, Contact } from './message.ts';
import type { Person } from './people.ts';
import { bienXanh, dungLe, haPham, lanAnh, maiBui, minhTran, namVo } from './people.ts';
import type { Prng } from './prng.ts';
import { logo } from './sample-files.ts';

const saoMaiAddress =
  'Công ty TNHH Thương mại Sao Mai\n27 Nguyễn Văn Cừ, Long Biên, Hà Nội\nĐT: 024 5550 0127';

function staff(person: Person, title: string, client: Client, company = saoMaiAddress): Contact {
  return {
    name: person.name,
    email: person.email,
    client,
    signature: `${person.name}\n${title}\n${company}`,
    english: false,
    zone: 420,
  };
}

function outside(
  email: string,
  name: string,
  title: string,
  client: Client,
  more: Partial<Pick<Contact, 'english' | 'zone' | 'logo'>> = {},
): Contact {
  return { name, email, client, signature: `${name}\n${title}`, english: false, zone: 420, ...more };
}

export const lan = staff(lanAnh, 'Giám đốc', 'gmail');
export const minh = staff(minhTran, 'Kế toán trưởng', 'outlook');
export const ha = staff(haPham, 'Trưởng phòng kinh doanh', 'gmail');
export const dung = staff(dungLe, 'Phụ trách kho vận', 'phone');
const bienXanhAddress = `Công ty Cổ phần Du lịch Biển Xanh\n${bienXanh.name}`;
export const nam = staff(namVo, 'Giám đốc điều hành', 'outlook', bienXanhAddress);
export const mai = staff(maiBui, 'Điều hành tour', 'gmail', bienXanhAddress);
export const keToan: Contact = { ...minh, name: 'Kế toán Sao Mai', email: 'ketoan@saomai.example' };
export const sales: Contact = { ...ha, name: 'Sao Mai Sales', email: 'sales@saomai.example' };

export const minhPhat = outside(
  'thanhtung@minhphat.example',
  'Đỗ Thanh Tùng',
  'Phó giám đốc – Công ty CP Minh Phát\n118 Lê Lợi, TP. Vinh, Nghệ An',
  'outlook',
  { logo: logo('minhphat.png', 'logo@minhphat.example', [196, 40, 40]) },
);
export const daiViet = outside(
  'huong.vu@daiviet-jsc.example',
  'Vũ Thị Hương',
  'Phòng mua hàng – Đại Việt JSC',
  'gmail',
);
export const anKhang = outside(
  'phong@ankhang.example',
  'Hoàng Đình Phong',
  'Siêu thị An Khang, Đà Nẵng',
  'phone',
);
export const hoaSen = outside(
  'le.thao@hoasenhotel.example',
  'Lê Thanh Thảo',
  'Quản lý cung ứng – Khách sạn Hoa Sen Hạ Long',
  'gmail',
);
export const truongThinh = outside(
  'duc.ngo@truongthinh.example',
  'Ngô Minh Đức',
  'Trường Thịnh – Văn phòng phẩm',
  'legacy',
);
export const thienLong = outside(
  'kinhdoanh@giaythienlong.example',
  'Phan Văn Hải',
  'Kinh doanh – Giấy Thiên Long',
  'outlook',
  { logo: logo('thienlong.png', 'logo@giaythienlong.example', [20, 90, 160]) },
);
export const baoBi = outside(
  'oanh.trinh@baobihoangha.example',
  'Trịnh Kim Oanh',
  'Bao bì Hoàng Hà, Hưng Yên',
  'thunderbird',
);
export const mayTre = outside(
  'nghean@maytreduckhanh.example',
  'Nguyễn Đức Khánh',
  'HTX Mây tre Đức Khánh, Chương Mỹ',
  'phone',
);
export const batTrang = outside(
  'xuong@gombatphuc.example',
  'Phùng Bá Phúc',
  'Xưởng gốm Bá Phúc – Bát Tràng',
  'phone',
);
export const forwarder = outside(
  'ngoc.ops@hailonglogistics.example',
  'Đặng Bảo Ngọc',
  'Operations – Hải Long Logistics\nHotline 0225 555 0188',
  'outlook',
  { logo: logo('hailong.png', 'logo@hailonglogistics.example', [10, 110, 100]) },
);
export const customsBroker = outside(
  'tuan.khaibao@thongquan24.example',
  'Bùi Anh Tuấn',
  'Đại lý hải quan Thông Quan 24',
  'thunderbird',
);
export const bank = outside(
  'thongbao@nganhangsonghong.example',
  'Ngân hàng Sông Hồng',
  'Chi nhánh Long Biên',
  'gmail',
);
export const bankOfficer = outside(
  'thuy.dang@nganhangsonghong.example',
  'Đặng Thu Thủy',
  'Chuyên viên KHDN – Ngân hàng Sông Hồng',
  'outlook',
);
export const taxOffice = outside(
  'khongtraloi@thue-longbien.example',
  'Đội Thuế Long Biên',
  'Thông báo tự động',
  'legacy',
);
export const socialInsurance = outside(
  'bhxh@bhxh-longbien.example',
  'BHXH quận Long Biên',
  'Bộ phận thu',
  'legacy',
);
export const landlord = outside(
  'quanly@toanhahongha.example',
  'Nguyễn Thị Mùi',
  'BQL Tòa nhà Hồng Hà',
  'thunderbird',
);
export const itShop = outside(
  'kythuat@tinhocanphu.example',
  'Trương Gia Bảo',
  'Kỹ thuật – Tin học An Phú',
  'gmail',
);
export const lawyer = outside(
  'ls.quynh@luatminhtri.example',
  'LS. Hồ Như Quỳnh',
  'Văn phòng luật Minh Trí',
  'outlook',
);
export const auditor = outside(
  'son.cao@kiemtoanvietan.example',
  'Cao Thái Sơn',
  'Kiểm toán Việt An',
  'outlook',
);
export const travel = outside(
  'booking@dulichhoanggia.example',
  'Mai Phương Linh',
  'Phòng vé Hoàng Gia',
  'gmail',
);
export const insurer = outside(
  'tam.lam@baohiemtinviet.example',
  'Lâm Thị Tâm',
  'Bảo hiểm Tín Việt',
  'outlook',
);
export const printer = outside('thietke@inphuongdong.example', 'Tạ Quang Huy', 'In Phương Đông', 'gmail');
export const association = outside(
  'vanphong@hoidoanhnghiep.example',
  'Hội Doanh nghiệp Long Biên',
  'Văn phòng Hội',
  'outlook',
);
export const school = outside(
  'congdoan@thptnguyengia.example',
  'Cô Trần Bích Liên',
  'THPT Nguyễn Gia Thiều – Hội phụ huynh',
  'phone',
);

const english = { english: true };
export const tanSingapore = outside(
  'rachel.tan@merlionhome.example',
  'Rachel Tan',
  'Sourcing Manager, Merlion Home Pte Ltd\nSingapore',
  'gmail',
  { ...english, zone: 480 },
);
export const weberHamburg = outside(
  'j.weber@nordlicht-import.example',
  'Jürgen Weber',
  'Einkauf / Purchasing\nNordlicht Import GmbH, Hamburg',
  'outlook',
  { ...english, zone: 60, logo: logo('nordlicht.png', 'logo@nordlicht-import.example', [30, 60, 120]) },
);
export const schulzHamburg = outside(
  'a.schulz@nordlicht-import.example',
  'Anke Schulz',
  'Quality\nNordlicht Import GmbH',
  'thunderbird',
  { ...english, zone: 60 },
);
export const tanakaYokohama = outside(
  'tanaka@aozora-zakka.example',
  'Tanaka Kenji',
  'Aozora Zakka Co., Ltd.\nYokohama, Japan',
  'thunderbird',
  { ...english, zone: 540 },
);
export const tanakaJapanese: Contact = {
  ...tanakaYokohama,
  client: 'japanese',
  signature: '田中\n青空雑貨株式会社',
};
export const oldFax = outside(
  'pham.loc@tanlocphat.example',
  'Phạm Tấn Lộc',
  'Tân Lộc Phát – TP. HCM',
  'utf16',
);
export const inspector = outside(
  'report@globecheck.example',
  'GlobeCheck Inspections',
  'Hanoi Office',
  'gmail',
  english,
);
export const fairOffice = outside(
  'exhibitors@giftfair.example',
  'Autumn Gift Fair',
  'Exhibitor Services',
  'gmail',
  { ...english, zone: 480 },
);
export const courier = outside(
  'notice@swiftparcel.example',
  'SwiftParcel Vietnam',
  'Shipment Notifications',
  'gmail',
  english,
);

const familyNames = [
  'Nguyễn',
  'Trần',
  'Lê',
  'Phạm',
  'Hoàng',
  'Vũ',
  'Đặng',
  'Bùi',
  'Đỗ',
  'Ngô',
  'Dương',
  'Lý',
];
const middleNames = ['Văn', 'Thị', 'Minh', 'Hữu', 'Thu', 'Quốc', 'Ngọc', 'Đức'];
const givenNames = [
  'An',
  'Bình',
  'Cường',
  'Dung',
  'Hạnh',
  'Khoa',
  'Liên',
  'Mạnh',
  'Nga',
  'Oanh',
  'Phúc',
  'Quyên',
  'Sơn',
  'Thảo',
  'Uyên',
  'Việt',
  'Xuân',
  'Yến',
];
const companies = [
  'gomviet',
  'mocdo',
  'thepbactien',
  'maymacnhue',
  'nongsansach',
  'inanthanhxuan',
  'noithatmoc',
  'logistics-vd',
];

/** Members of the association, no two with the same address. */
export function haphazardContacts(count: number, rng: Prng): Contact[] {
  return Array.from({ length: count }, (_, i) => {
    const given = rng.pick(givenNames);
    const name = `${rng.pick(familyNames)} ${rng.pick(middleNames)} ${given}`;
    return outside(
      `${withoutMarks(given)}${i + 1}@${rng.pick(companies)}.example`,
      name,
      'Hội viên',
      'gmail',
    );
  });
}

function withoutMarks(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/đ/gi, 'd')
    .toLowerCase();
}
