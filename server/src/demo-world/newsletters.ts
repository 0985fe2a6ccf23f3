import { z } from 'zod';
import { readDataFile } from './data-file.ts';
import { from, type Matter, type Timing, talk } from './message.ts';
import { stableHash } from './mime.ts';
import { type Brand, type Issue, newsletterHtml, newsletterText } from './newsletter-designs.ts';

const issue = z.strictObject({
  subject: z.string().min(1),
  preheader: z.string().min(1),
  headline: z.string().min(1),
  intro: z.string().min(1),
  action: z.string().min(1),
  offers: z
    .array(
      z.strictObject({ title: z.string().min(1), detail: z.string().min(1), price: z.string().optional() }),
    )
    .min(1),
});
const newsletter = z.strictObject({
  /** What the sender's address has before the host. */
  mailbox: z.string().min(1),
  name: z.string().min(1),
  host: z.string().endsWith('.example'),
  colour: z.string().regex(/^#[0-9a-f]{6}$/),
  accent: z.string().regex(/^#[0-9a-f]{6}$/),
  footer: z.string().min(1),
  layout: z.enum(['cards', 'rows', 'hero']),
  /** How old the newest issue is. */
  newestHours: z.number().positive(),
  issues: z.array(issue).min(1),
});

export function readNewsletters(folder?: URL): Matter[] {
  return readDataFile('newsletters.json', z.array(newsletter), folder).flatMap(
    ({ mailbox, newestHours, issues, ...brand }) => edition(brand, mailbox, issues, newestHours),
  );
}

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
