const GREETING = 'Lời chào';
const WORDS = `<p>${GREETING}</p>`;

/**
 * Bodies of up to two megabytes that took a browser seconds or minutes to render; each begins with the same
 * words.
 */
export const BOUNDLESS_BODIES: readonly { name: string; html: string }[] = [
  { name: 'Sáu mươi nghìn thẻ div', html: `${WORDS}${'<div>'.repeat(60_000)}` },
  { name: 'Mười lăm nghìn bảng', html: `${WORDS}${'<table><tr><td>'.repeat(15_000)}` },
  {
    name: 'Bảng dài hai triệu chữ',
    html: `${WORDS}<table>${'<tr><td style="padding:3px">a<td>b<td>c'.repeat(45_000)}</table>`,
  },
  {
    name: 'Kiểu chữ dò anh em',
    html: `<style>${':nth-last-child(2n+1 of .x .y *) ~ * *{color:red}'.repeat(2_900)}</style>${WORDS}${'<p class=x><span class=y>x</span></p>'.repeat(10_000)}`,
  },
  { name: 'Chữ đậm mở lại', html: `${WORDS}${'<b class=x>'.repeat(300)}</div>${'<p>x'.repeat(20_000)}` },
];

/** The same without markup: links froze a page for minutes, one line of many words for seconds. */
export const BOUNDLESS_TEXTS: readonly { name: string; text: string }[] = [
  { name: 'Mười nghìn liên kết', text: `${GREETING} ${'http://a.vn '.repeat(10_000)}` },
  { name: 'Một dòng hai triệu chữ', text: `${GREETING} ${'chữ '.repeat(400_000)}` },
];
