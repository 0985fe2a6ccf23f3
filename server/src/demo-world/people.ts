export type WorldDomain = {
  name: string;
  verified: boolean;
  /** That of its company, against which invoices are held. */
  taxCode?: string;
};

export type Person = {
  email: string;
  name: string;
  password: string;
  kind: 'owner' | 'member';
  enableSmtp: boolean;
  enableDrive: boolean;
  quotaMb: number;
  aliases: string[];
  /** Slash paths, parents before their children. */
  ownFolders: string[];
};

const demoPassword = 'BoCau@2026';

export const saoMai: WorldDomain = { name: 'saomai.example', verified: true, taxCode: '0910004101' };
export const bienXanh: WorldDomain = { name: 'bienxanh.example', verified: false };
export const domains: WorldDomain[] = [saoMai, bienXanh];

/** Kept as a name of its own because screens must cope with it. */
export const longFolderName =
  'Chứng từ xuất nhập khẩu các lô hàng container đi Hamburg, Yokohama và Singapore – lưu để đối chiếu với kế toán';

export const lanAnh: Person = {
  ...person('lan.anh@saomai.example', 'Nguyễn Thị Lan Anh', 'owner'),
  quotaMb: 10_240,
  ownFolders: [
    'Khách hàng',
    'Khách hàng/Minh Phát',
    'Khách hàng/Nước ngoài',
    'Nhà cung cấp',
    'Nhà cung cấp/Giấy và bao bì',
    'Nhân sự',
    'Nhân sự/Tuyển dụng',
    'Kế toán',
    'Kế toán/Ngân hàng',
    'Kế toán/Ngân hàng/Sao kê',
    'Bản tin',
    longFolderName,
  ],
};

export const minhTran: Person = {
  ...person('minh.tran@saomai.example', 'Trần Quốc Minh', 'member'),
  aliases: ['ketoan@saomai.example'],
  ownFolders: ['Thuế', 'Hóa đơn đầu vào'],
};

export const haPham: Person = {
  ...person('ha.pham@saomai.example', 'Phạm Thu Hà', 'member'),
  aliases: ['sales@saomai.example'],
  ownFolders: ['Buyers', 'Buyers/Germany', 'Buyers/Japan'],
};

export const dungLe: Person = {
  ...person('dung.le@saomai.example', 'Lê Văn Dũng', 'member'),
  enableSmtp: false,
};

export const namVo: Person = person('nam.vo@bienxanh.example', 'Võ Hoàng Nam', 'owner');

export const maiBui: Person = {
  ...person('mai.bui@bienxanh.example', 'Bùi Ngọc Mai', 'member'),
  enableDrive: false,
};

export const people: Person[] = [lanAnh, minhTran, haPham, dungLe, namVo, maiBui];

function person(email: string, name: string, kind: Person['kind']): Person {
  return {
    email,
    name,
    password: demoPassword,
    kind,
    enableSmtp: true,
    enableDrive: true,
    quotaMb: 5_120,
    aliases: [],
    ownFolders: [],
  };
}
