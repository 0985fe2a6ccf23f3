import { describe, expect, test } from 'vitest';
import { sortNames, splitName } from './names.ts';

/** Full name: surname, middle names, given name. */
const SPLIT: [string, string, string, string][] = [
  ['Nguyễn Thị Lan Anh', 'Nguyễn', 'Thị Lan', 'Anh'],
  ['Nguyen Thi Lan Anh', 'Nguyen', 'Thi Lan', 'Anh'],
  ['NGUYỄN THỊ LAN ANH', 'NGUYỄN', 'THỊ LAN', 'ANH'],
  ['Lan Anh Nguyễn Thị', 'Nguyễn', 'Thị Lan', 'Anh'],
  ['Lan Anh Nguyễn', 'Nguyễn', 'Lan', 'Anh'],
  ['Anh Thị Lan Nguyễn', 'Nguyễn', 'Thị Lan', 'Anh'],
  ['Anh Nguyễn', 'Nguyễn', '', 'Anh'],
  ['Trần Văn Bình', 'Trần', 'Văn', 'Bình'],
  ['Lê Lợi', 'Lê', '', 'Lợi'],
  ['Le Duc Tho', 'Le', 'Duc', 'Tho'],
  ['Vo Nguyen Giap', 'Vo', 'Nguyen', 'Giap'],
  ['Võ Thị Sáu', 'Võ', 'Thị', 'Sáu'],
  ['Vũ Trọng Phụng', 'Vũ', 'Trọng', 'Phụng'],
  ['Hoàng Văn Thụ', 'Hoàng', 'Văn', 'Thụ'],
  ['Huỳnh Thúc Kháng', 'Huỳnh', 'Thúc', 'Kháng'],
  ['Hòang Văn Nam', 'Hòang', 'Văn', 'Nam'],
  ['Phạm Hồng Thái', 'Phạm', 'Hồng', 'Thái'],
  ['Đặng Thùy Trâm', 'Đặng', 'Thùy', 'Trâm'],
  ['Dang Thuy Tram', 'Dang', 'Thuy', 'Tram'],
  ['Bùi Xuân Phái', 'Bùi', 'Xuân', 'Phái'],
  ['Hồ Ngọc Hà', 'Hồ', 'Ngọc', 'Hà'],
  ['Hà Ngọc Vũ', 'Hà', 'Ngọc', 'Vũ'],
  ['Mai Xuân Hoàng', 'Mai', 'Xuân', 'Hoàng'],
  ['Mai Phương', 'Mai', '', 'Phương'],
  ['Mai Trần', 'Trần', '', 'Mai'],
  ['Hà Nguyễn', 'Nguyễn', '', 'Hà'],
  ['Trần Nguyễn', 'Trần', '', 'Nguyễn'],
  ['Ngụy Như Kon Tum', 'Ngụy', 'Như Kon', 'Tum'],
  ['Khuất Văn Bức', 'Khuất', 'Văn', 'Bức'],
  ['Lò Văn Giàng', 'Lò', 'Văn', 'Giàng'],
  ['Ma Seo Chứ', 'Ma', 'Seo', 'Chứ'],
  ['Đèo Văn Long', 'Đèo', 'Văn', 'Long'],
  ['Tôn Nữ Thị Ninh', 'Tôn Nữ', 'Thị', 'Ninh'],
  ['Ton Nu Thi Ninh', 'Ton Nu', 'Thi', 'Ninh'],
  ['Tôn Thất Tùng', 'Tôn Thất', '', 'Tùng'],
  ['Tôn Đức Thắng', 'Tôn', 'Đức', 'Thắng'],
  ['Công Tằng Tôn Nữ Diệu Hiền', 'Công Tằng Tôn Nữ', 'Diệu', 'Hiền'],
  ['Âu Dương Phong', 'Âu Dương', '', 'Phong'],
  ['Âu Dương', 'Âu', '', 'Dương'],
  ['Hoàng Phủ Ngọc Tường', 'Hoàng Phủ', 'Ngọc', 'Tường'],
  ['Nguyễn Lê Minh Khôi', 'Nguyễn', 'Lê Minh', 'Khôi'],
  ['Lệ Quyên', '', 'Lệ', 'Quyên'],
  ['Minh Vũ', '', 'Minh', 'Vũ'],
  ['Anh Tuấn', '', 'Anh', 'Tuấn'],
  ['Anh Tuan', '', 'Anh', 'Tuan'],
  ['Chị Lan', '', 'Chị', 'Lan'],
  ['Tuấn', '', '', 'Tuấn'],
  ['Linh Do', 'Do', '', 'Linh'],
  ['Tom Ho', 'Ho', '', 'Tom'],
  ['Thomas Nguyen', 'Nguyen', '', 'Thomas'],
  ['Jennifer Nguyen Tran', 'Tran', 'Nguyen', 'Jennifer'],
  ['John Smith', 'Smith', '', 'John'],
  ['John Paul Smith', 'Smith', 'Paul', 'John'],
  ['Smith, John Paul', 'Smith', 'Paul', 'John'],
  ['Nguyễn, Thị Lan Anh', 'Nguyễn', 'Thị Lan', 'Anh'],
  ['Kim Smith', 'Smith', '', 'Kim'],
  ['Tim Cook', 'Cook', '', 'Tim'],
  ['An Lee', 'Lee', '', 'An'],
  ['Ludwig van Beethoven', 'van Beethoven', '', 'Ludwig'],
  ['Maria de la Cruz', 'de la Cruz', '', 'Maria'],
  ['Martin Luther King Jr.', 'King Jr.', 'Luther', 'Martin'],
  ['José García', 'García', '', 'José'],
  ['王小明', '', '', '王小明'],
  ['', '', '', ''],
  ['  Lê   Lai  ', 'Lê', '', 'Lai'],
];

test.each(SPLIT)('%j is split', (full, family_name, middle_name, given_name) => {
  expect(splitName(full)).toEqual({ family_name, middle_name, given_name });
});

test.each(SPLIT)('%j is split the same whichever way its letters are composed', (full) => {
  const composed = Object.values(splitName(full));
  expect(Object.values(splitName(full.normalize('NFD')))).toEqual(composed);
});

const name = (family_name: string, given_name: string, middle_name = '', full_name = '') => ({
  ...{ family_name, given_name, middle_name, full_name },
});

describe('the key of a list', () => {
  test.each([
    name('Nguyễn', 'Anh', 'Thị Lan'),
    name('Nguyễn', 'Anh', 'Thị Lan', 'Nguyễn Thị Lan Anh'),
    name('Nguyễn', 'Thị Lan Anh'),
    name('Nguyễn', 'Lan Anh', 'Thị'),
    name('Nguyễn', 'Thị', 'Lan Anh'),
    name('Nguyễn Thị', 'Lan Anh'),
    name('Nguyễn Thị', 'Anh', 'Lan'),
    name('Anh', 'Nguyễn Thị Lan'),
    name('Anh', 'Nguyễn', 'Thị Lan'),
    name('Nguyễn', 'Lan Anh', '', 'Lan Anh Nguyễn'),
    name('Nguyễn Thị Lan Anh', ''),
    name('', 'Nguyễn Thị Lan Anh'),
    name('', '', '', 'Nguyễn Thị Lan Anh'),
    name('', '', '', 'Lan Anh Nguyễn Thị'),
    name('', '', '', 'Lan Anh Nguyễn'),
    name('', '', '', 'Nguyễn Thị Lan Anh (kế toán)'),
    name('', '', '', 'Nguyễn Thị Lan Anh - Viettel'),
    name('', '', '', 'Nguyễn Thị Lan Anh 2'),
  ])('of Nguyễn Thị Lan Anh is Anh and Nguyễn, however it is split: %j', (fields) => {
    expect(sortNames(fields)).toEqual({ given: 'Anh', family: 'Nguyễn' });
  });

  test.each([
    [name('Smith', 'John', 'Paul'), 'John', 'Smith'],
    [name('Smith', 'Mary Ann'), 'Mary Ann', 'Smith'],
    [name('', '', '', 'John Smith'), 'John', 'Smith'],
    [name('Smith', ''), 'Smith', 'Smith'],
    [name('Tôn Nữ', 'Ninh', 'Thị'), 'Ninh', 'Tôn Nữ'],
    [name('Ninh', 'Tôn Nữ Thị'), 'Ninh', 'Tôn Nữ'],
    [name('Hoàng', 'Nguyễn', 'Văn'), 'Hoàng', 'Nguyễn'],
    [name('Bình', 'Trần Văn'), 'Bình', 'Trần'],
    [name('Hoàng', 'Nguyễn Anh', '', 'Hoàng Nguyễn Anh'), 'Anh', 'Hoàng'],
    [name('Hoàng', 'Nguyễn Anh', '', 'Nguyễn Anh Hoàng'), 'Hoàng', 'Nguyễn'],
    [name('Lê', 'Mai'), 'Mai', 'Lê'],
    [name('Mai', 'Lê'), 'Mai', 'Lê'],
    [name('', '', '', 'Anh Tuấn'), 'Tuấn', 'Tuấn'],
    [name('', 'Tuấn', ''), 'Tuấn', 'Tuấn'],
    [
      { full_name: 'Công ty TNHH Nguyễn Anh', organisation: 'Công ty TNHH Nguyễn Anh' },
      'Công ty TNHH Nguyễn Anh',
      'Công ty TNHH Nguyễn Anh',
    ],
    [{ full_name: 'Công ty cổ phần Bồ Câu' }, 'Công ty cổ phần Bồ Câu', 'Công ty cổ phần Bồ Câu'],
    [{ family_name: 'Công ty Bồ Câu', full_name: 'Công ty Bồ Câu' }, 'Công ty Bồ Câu', 'Công ty Bồ Câu'],
    [{ full_name: 'Đội Thuế Long Biên' }, 'Đội Thuế Long Biên', 'Đội Thuế Long Biên'],
    [{ full_name: 'Phòng Kế toán' }, 'Phòng Kế toán', 'Phòng Kế toán'],
    [{ full_name: 'Trường Giang' }, 'Giang', 'Giang'],
    [{ organisation: 'Bồ Câu' }, 'Bồ Câu', 'Bồ Câu'],
    [{ nickname: 'Tí' }, 'Tí', 'Tí'],
    [{ emails: [{ label: '', value: 'a@b.vn' }] }, 'a@b.vn', 'a@b.vn'],
    [{ phones: [{ label: '', value: '0912' }] }, '0912', '0912'],
    [{}, '', ''],
  ])('of %j is %j and %j', (fields, given, family) => {
    expect(sortNames(fields)).toEqual({ given, family });
  });
});
