import { from, type Matter, type Timing, talk } from './message.ts';
import { stableHash } from './mime.ts';
import { type Brand, type Issue, newsletterHtml, newsletterText } from './newsletter-designs.ts';
import { academyIssues, airlineIssues, bankIssues, shopIssues } from './newsletter-issues.ts';

const shop: Brand = {
  name: 'Máy Tính Sông Đà',
  host: 'maytinhsongda.example',
  colour: '#b91c1c',
  accent: '#ea580c',
  footer: 'Máy Tính Sông Đà, 88 Thái Hà, Hà Nội. Tổng đài 1900 0188.',
  layout: 'cards',
};
const airline: Brand = {
  name: 'Cánh Cò Airlines',
  host: 'canhco-air.example',
  colour: '#0e7490',
  accent: '#f59e0b',
  footer: 'Cánh Cò Airlines, Sân bay Nội Bài, Hà Nội.',
  layout: 'hero',
};
const bankNews: Brand = {
  name: 'Ngân hàng Sông Hồng',
  host: 'nganhangsonghong.example',
  colour: '#14532d',
  accent: '#16a34a',
  footer: 'Ngân hàng TMCP Sông Hồng, 1 Trần Quang Khải, Hà Nội.',
  layout: 'rows',
};
const academy: Brand = {
  name: 'Học Viện Xuất Khẩu',
  host: 'hocvienxuatkhau.example',
  colour: '#4338ca',
  accent: '#7c3aed',
  footer: 'Học Viện Xuất Khẩu – học online cùng người làm nghề.',
  layout: 'rows',
};

export const newsletterMatters: Matter[] = [
  ...edition(shop, 'khuyenmai', shopIssues, 3),
  ...edition(airline, 'bantin', airlineIssues, 8),
  ...edition(bankNews, 'uudai', bankIssues, 13),
  ...edition(academy, 'hello', academyIssues, 20),
];

/** Older issues lie further apart, the newest is some days old. */
function edition(brand: Brand, mailbox: string, issues: Issue[], newestHours: number): Matter[] {
  return issues.map((content, i): Matter => {
    const back = issues.length - 1 - i;
    const timing: Timing = { kind: 'ago', hours: newestHours + back * 190 + back * back * 71 };
    const id = stableHash(`${brand.host} ${i}`, 16);
    const sender = {
      name: brand.name,
      email: `${mailbox}@${brand.host}`,
      client: 'gmail' as const,
      signature: brand.name,
      english: false,
      zone: 420,
    };
    return {
      name: `newsletter ${brand.host} ${i}`,
      timing,
      folder: 'Bản tin',
      write: () =>
        talk(
          content.subject,
          from(sender, newsletterText(brand, content, id), {
            html: newsletterHtml(brand, content, id),
            headers: [
              `List-Id: <${mailbox}.${brand.host}>`,
              `List-Unsubscribe: <https://www.${brand.host}/unsubscribe?u=${id}>,\r\n <mailto:unsubscribe@${brand.host}?subject=${id}>`,
              'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
              'Precedence: bulk',
            ],
          }),
        ),
    };
  });
}
