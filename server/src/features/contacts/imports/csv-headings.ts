import type { ContactColumn } from '@bocau/contract/contact-imports.ts';
import { fold } from '@bocau/contract/fold.ts';

/** Headings of Google, Outlook (English and Vietnamese) and of lists made by hand, folded; `#` is any number. */
const HEADINGS: Record<ContactColumn, string> = {
  full_name: 'name|full name|display name|ho ten|ho va ten|ten day du|ten hien thi|ten khach hang|file as',
  family_name: 'last name|family name|surname|ho',
  middle_name: 'middle name|additional name|ten dem|ten lot|chu lot',
  given_name: 'first name|given name|ten',
  name_prefix: 'name prefix|title prefix|danh xung',
  name_suffix: 'name suffix|suffix|hau to',
  nickname: 'nickname|nick name|biet danh|ten goi khac',
  organisation:
    'company|organization|organisation|organization name|organization # - name|cong ty|to chuc|don vi|ten cong ty',
  department: 'department|organization department|organization # - department|phong ban|bo phan|phong',
  title:
    'job title|title|position|organization title|organization # - title|chuc danh|chuc vu|vi tri cong viec',
  birthday: 'birthday|date of birth|sinh nhat|ngay sinh',
  notes: 'notes|note|comments|ghi chu|chu thich',
  lists: 'labels|group membership|groups|categories|category|nhom|the loai|nhan',
  email:
    'e-mail # - value|e-mail address|e-mail # address|e-mail|email|email address|email #|mail|thu dien tu|dia chi email|dia chi thu dien tu|dia chi e-mail|email # - value',
  'email.work': 'work email|business email|email cong ty|email co quan',
  'email.home': 'home email|personal email|email ca nhan',
  phone:
    'phone # - value|phone|telephone|phone number|primary phone|other phone|dien thoai|so dien thoai|sdt|dt',
  'phone.work':
    'business phone|business phone #|company main phone|work phone|dien thoai co quan|dien thoai cong ty|dien thoai van phong|may ban',
  'phone.home': 'home phone|home phone #|dien thoai nha|dien thoai nha rieng',
  'phone.mobile': 'mobile phone|mobile|cell phone|cell|dien thoai di dong|di dong',
  'phone.fax': 'business fax|home fax|other fax|fax|so fax|fax co quan',
  url: 'website # - value|web page|website|url|trang web',
  relation: "relation # - value|spouse|children|manager's name|assistant's name|vo chong|vo/chong",
  date: 'event # - value|anniversary|ngay ky niem',
  street: 'address # - street|other street|street|address|dia chi|duong|so nha, duong|so nha',
  'street.work': 'business street|dia chi co quan|duong co quan',
  'street.home': 'home street|dia chi nha|dia chi nha rieng|duong nha rieng',
  ward: 'address # - city|other city|city|ward|phuong|xa|phuong/xa|phuong, xa',
  'ward.work': 'business city|thanh pho co quan',
  'ward.home': 'home city|thanh pho nha rieng',
  province: 'address # - region|other state|state|province|tinh|thanh pho|tinh/thanh pho|tinh, thanh pho',
  'province.work': 'business state|tinh co quan',
  'province.home': 'home state|tinh nha rieng',
  postal_code: 'address # - postal code|other postal code|postal code|zip|zip code|ma buu chinh|ma buu dien',
  'postal_code.work': 'business postal code',
  'postal_code.home': 'home postal code',
  country: 'address # - country|other country/region|other country|country|country/region|quoc gia|nuoc',
  'country.work': 'business country/region|business country',
  'country.home': 'home country/region|home country',
};

const COLUMN_OF = new Map(
  Object.entries(HEADINGS).flatMap(([column, headings]) =>
    headings.split('|').map((heading) => [heading, column as ContactColumn] as const),
  ),
);

/** What a heading is taken for; null where it is unknown. */
export function columnOf(heading: string): ContactColumn | null {
  const plain = fold(heading).replace(/\s+/g, ' ').trim();
  return COLUMN_OF.get(plain) ?? COLUMN_OF.get(plain.replace(/\d+/, '#').replace(/ #$/, ' #')) ?? null;
}

/** Google writes the label of an entry into a column of its own: `Phone 1 - Label` beside `Phone 1 - Value`. */
export function labelColumns(headings: string[]): (number | null)[] {
  const plain = headings.map((heading) => fold(heading).trim());
  return plain.map((heading) => {
    const entry = /^(.+ \d+) - (value|street|city|region|postal code|country)$/.exec(heading)?.[1];
    if (entry === undefined) return null;
    const at = plain.findIndex((other) => other === `${entry} - label` || other === `${entry} - type`);
    return at === -1 ? null : at;
  });
}
