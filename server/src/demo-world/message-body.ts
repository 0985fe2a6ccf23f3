import { dateInZone, two } from './dates.ts';
import type { Contact } from './message.ts';

/** What a reply quotes of the message before. */
export type Posted = {
  messageId: string;
  subject: string;
  at: number;
  from: Contact;
  to: Contact[];
  text: string;
  html: string;
};

const englishDays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const englishMonths = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export function plainBody(writer: Contact, text: string, quoted: Posted | null): string {
  const parts = [plainTables(text)];
  if (writer.client === 'phone')
    parts.push(writer.english ? 'Sent from my phone' : 'Gửi từ điện thoại của tôi');
  else if (writer.client === 'gmail' || writer.client === 'thunderbird')
    parts.push(`-- \n${writer.signature}`);
  else parts.push(writer.signature);
  if (quoted) parts.push(plainQuote(writer, quoted));
  return `${parts.join('\n\n')}\n`;
}

export function htmlBody(writer: Contact, text: string, quoted: Posted | null): string {
  const signature = writer.signature.split('\n').map(escapeHtml).join('<br>');
  const logo = writer.logo?.cid ? `<br><img src="cid:${writer.logo.cid}" width="96" height="32" alt="">` : '';
  const quote = quoted ? htmlQuote(writer, quoted) : '';
  if (writer.client === 'outlook') {
    return `<html xmlns:o="urn:schemas-microsoft-com:office:office" lang="${writer.english ? 'EN-GB' : 'VI'}"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><style>p.MsoNormal{margin:0 0 8pt;font-size:11pt;font-family:Calibri,sans-serif} table{border-collapse:collapse}</style></head><body lang="VI" link="#0563C1"><div class="WordSection1">${htmlBlocks(text, 'p class="MsoNormal"')}<p class="MsoNormal" style="color:#1F3864"><b>${signature}</b>${logo}</p>${quote}</div></body></html>`;
  }
  return `<div dir="ltr">${htmlBlocks(text, 'div style="margin:0 0 1em"')}<div class="gmail_signature" style="color:#666">-- <br>${signature}${logo}</div></div>${quote}`;
}

export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

function plainQuote(writer: Contact, quoted: Posted): string {
  const lines = quoted.text.trimEnd().split('\n');
  if (writer.client === 'outlook') return `${outlookHead(writer, quoted).join('\n')}\n\n${lines.join('\n')}`;
  if (writer.client === 'phone') return attribution(writer, quoted);
  const marked = lines.map((line) => (line.startsWith('>') || line === '' ? `>${line}` : `> ${line}`));
  return `${attribution(writer, quoted)}\n\n${marked.join('\n')}`;
}

function htmlQuote(writer: Contact, quoted: Posted): string {
  if (writer.client === 'outlook') {
    const head = outlookHead(writer, quoted).map((line) =>
      line.replace(
        /^([^:]+:)(.*)$/,
        (_, label: string, rest: string) => `<b>${label}</b>${escapeHtml(rest)}`,
      ),
    );
    return `<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0 0 0"><p class="MsoNormal">${head.join('<br>')}</p></div>${quoted.html}`;
  }
  return `<br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${escapeHtml(attribution(writer, quoted))}<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex">${quoted.html}</blockquote></div>`;
}

function attribution(writer: Contact, quoted: Posted): string {
  const d = dateInZone(quoted.at, writer.zone);
  const time = `${two(d.hour)}:${two(d.minute)}`;
  const who = `${quoted.from.name} <${quoted.from.email}>`;
  if (writer.english || quoted.from.english) {
    return `On ${englishDays[d.weekday]}, ${d.day} ${englishMonths[d.month - 1]} ${d.year} at ${time}, ${who} wrote:`;
  }
  const weekday = d.weekday === 0 ? 'CN' : `Th ${d.weekday + 1}`;
  return `Vào ${weekday}, ${d.day} thg ${d.month}, ${d.year} vào lúc ${time} ${who} đã viết:`;
}

function outlookHead(writer: Contact, quoted: Posted): string[] {
  const d = dateInZone(quoted.at, writer.zone);
  const when = `${two(d.day)}/${two(d.month)}/${d.year} ${two(d.hour)}:${two(d.minute)}`;
  const labels = writer.english ? ['From', 'Sent', 'To', 'Subject'] : ['Từ', 'Đã gửi', 'Đến', 'Chủ đề'];
  const values = [
    `${quoted.from.name} <${quoted.from.email}>`,
    when,
    quoted.to.map((contact) => contact.name).join('; '),
    quoted.subject,
  ];
  return labels.map((label, i) => `${label}: ${values[i]}`);
}

/** Blank lines part paragraphs; '- ' begins a list line, '| a | b |' a table row. */
function htmlBlocks(text: string, paragraph: string): string {
  const closing = paragraph.split(' ')[0];
  return text
    .split('\n\n')
    .map((block) => {
      const lines = block.split('\n');
      const rows = lines.filter((line) => line.startsWith('|'));
      const items = lines.filter((line) => line.startsWith('- '));
      const rest = lines.filter((line) => !line.startsWith('|') && !line.startsWith('- '));
      const before = rest.length > 0 ? `<${paragraph}>${rest.map(escapeHtml).join('<br>')}</${closing}>` : '';
      return before + htmlTable(rows) + htmlList(items);
    })
    .join('');
}

function htmlTable(rows: string[]): string {
  if (rows.length === 0) return '';
  const cell = 'border:1px solid #bfbfbf;padding:4px 10px';
  const lines = rows.map(
    (row) =>
      `<tr>${cellsOf(row)
        .map((text) => `<td style="${cell}">${escapeHtml(text)}</td>`)
        .join('')}</tr>`,
  );
  return `<table style="border-collapse:collapse;margin:0 0 1em">${lines.join('')}</table>`;
}

function htmlList(items: string[]): string {
  if (items.length === 0) return '';
  return `<ul>${items.map((item) => `<li>${escapeHtml(item.slice(2))}</li>`).join('')}</ul>`;
}

function plainTables(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.startsWith('|') ? `  ${cellsOf(line).join('  |  ')}` : line))
    .join('\n');
}

function cellsOf(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
