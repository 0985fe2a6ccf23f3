import { escapeHtml } from './message-body.ts';

export type Offer = { title: string; detail: string; price?: string | undefined };
export type Issue = {
  subject: string;
  preheader: string;
  headline: string;
  intro: string;
  offers: Offer[];
  action: string;
};
export type Brand = {
  name: string;
  host: string;
  colour: string;
  accent: string;
  footer: string;
  layout: 'cards' | 'rows' | 'hero';
};

/** Table layout with inline styles, as programs that send newsletters make it. */
export function newsletterHtml(brand: Brand, issue: Issue, id: string): string {
  const pictures = `http://img.${brand.host}/${id}`;
  const offers = brand.layout === 'cards' ? cards(brand, issue, pictures) : rows(brand, issue, pictures);
  const hero =
    brand.layout === 'hero'
      ? `<tr><td style="padding:0"><img src="${pictures}/hero.jpg" width="600" height="260" alt="${escapeHtml(issue.headline)}" style="display:block;width:100%;border:0"></td></tr>`
      : '';
  return `<!DOCTYPE html><html lang="vi"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(issue.subject)}</title><style>@media (max-width:620px){.wrap{width:100%!important}.col{display:block!important;width:100%!important}}</style></head><body style="margin:0;padding:0;background:#eef1f4"><div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(issue.preheader)}${'&#8199;&#847; '.repeat(20)}</div><table role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="#eef1f4"><tr><td align="center" style="padding:24px 8px"><table role="presentation" class="wrap" width="600" cellpadding="0" cellspacing="0" bgcolor="#ffffff" style="width:600px;border-radius:8px;overflow:hidden;font-family:Arial,Helvetica,sans-serif"><tr><td bgcolor="${brand.colour}" style="padding:18px 28px"><table role="presentation" width="100%"><tr><td><img src="http://img.${brand.host}/logo.png" width="120" height="32" alt="${escapeHtml(brand.name)}" style="border:0;color:#fff;font-size:20px;font-weight:bold"></td><td align="right" style="font-size:12px"><a href="http://www.${brand.host}/view/${id}" style="color:#ffffff">Xem trên trình duyệt</a></td></tr></table></td></tr>${hero}<tr><td style="padding:28px 28px 8px"><h1 style="margin:0 0 12px;font-size:24px;line-height:30px;color:${brand.colour}">${escapeHtml(issue.headline)}</h1><p style="margin:0;font-size:15px;line-height:23px;color:#374151">${escapeHtml(issue.intro)}</p></td></tr>${offers}<tr><td align="center" style="padding:16px 28px 32px"><table role="presentation" cellpadding="0" cellspacing="0"><tr><td bgcolor="${brand.accent}" style="border-radius:6px"><a href="http://www.${brand.host}/go/${id}?utm_source=email" style="display:inline-block;padding:13px 30px;font-size:15px;font-weight:bold;color:#ffffff;text-decoration:none">${escapeHtml(issue.action)}</a></td></tr></table></td></tr><tr><td bgcolor="#f8fafc" style="padding:18px 28px;font-size:12px;line-height:18px;color:#6b7280">${escapeHtml(brand.footer)}<br>Bạn nhận thư này vì đã đăng ký tại ${brand.host}. <a href="http://www.${brand.host}/unsubscribe?u=${id}" style="color:#6b7280">Hủy đăng ký</a> · <a href="http://www.${brand.host}/preferences?u=${id}" style="color:#6b7280">Tùy chọn nhận thư</a></td></tr></table></td></tr></table><img src="http://track.${brand.host}/open.gif?m=${id}" width="1" height="1" alt="" style="display:block"></body></html>`;
}

export function newsletterText(brand: Brand, issue: Issue, id: string): string {
  const offers = issue.offers.map(
    ({ title, detail, price }) => `* ${title}${price ? ` – ${price}` : ''}\n  ${detail}`,
  );
  return `${issue.headline.toUpperCase()}\n\n${issue.intro}\n\n${offers.join('\n\n')}\n\n${issue.action}: http://www.${brand.host}/go/${id}\n\n--\n${brand.footer}\nHủy đăng ký: http://www.${brand.host}/unsubscribe?u=${id}\n`;
}

function cards(brand: Brand, issue: Issue, pictures: string): string {
  const cells = issue.offers.map(
    ({ title, detail, price }, i) =>
      `<td class="col" width="50%" valign="top" style="padding:10px"><table role="presentation" width="100%" style="border:1px solid #e5e7eb;border-radius:6px"><tr><td align="center" style="padding:12px"><img src="${pictures}/item-${i + 1}.jpg" width="220" height="160" alt="${escapeHtml(title)}" style="max-width:100%;border:0"><p style="margin:10px 0 4px;font-size:15px;font-weight:bold;color:#111827">${escapeHtml(title)}</p><p style="margin:0 0 8px;font-size:13px;color:#6b7280">${escapeHtml(detail)}</p>${price ? `<p style="margin:0;font-size:17px;font-weight:bold;color:${brand.accent}">${escapeHtml(price)}</p>` : ''}</td></tr></table></td>`,
  );
  const pairs: string[] = [];
  for (let i = 0; i < cells.length; i += 2) pairs.push(`<tr>${cells.slice(i, i + 2).join('')}</tr>`);
  return `<tr><td style="padding:8px 18px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0">${pairs.join('')}</table></td></tr>`;
}

function rows(brand: Brand, issue: Issue, pictures: string): string {
  return issue.offers
    .map(
      ({ title, detail, price }, i) =>
        `<tr><td style="padding:10px 28px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-bottom:1px solid #e5e7eb"><tr><td width="84" valign="top" style="padding:0 0 12px"><img src="${pictures}/row-${i + 1}.png" width="72" height="72" alt="" style="border:0;border-radius:6px;background:${brand.accent}"></td><td valign="top" style="padding:0 0 12px;font-size:14px;line-height:21px;color:#374151"><b style="color:#111827">${escapeHtml(title)}</b><br>${escapeHtml(detail)}</td><td width="110" align="right" valign="top" style="font-size:15px;font-weight:bold;color:${brand.accent}">${escapeHtml(price ?? '')}</td></tr></table></td></tr>`,
    )
    .join('');
}
