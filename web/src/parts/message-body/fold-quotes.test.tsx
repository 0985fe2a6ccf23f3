import { expect, test } from 'vitest';
import { inOneSlice } from '../../lib/in-slices.ts';
import { foldQuotes } from './fold-quotes.ts';
import { readBody } from './sanitize-body.ts';

/** The visible text, and the text behind the button. */
function fold(html: string, forwarded = false): { seen: string; folded: string | null } {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const root = (frame.contentDocument as Document).importNode(inOneSlice(readBody(html)).root, true);
  foldQuotes(root, 'Trích dẫn', forwarded);
  const quote = root.querySelector('details');
  const folded = quote?.textContent?.replace('•••', '').replaceAll(/\s+/g, ' ').trim() ?? null;
  quote?.remove();
  return { seen: (root.textContent ?? '').replaceAll(/\s+/g, ' ').trim(), folded };
}

const OUTLOOK_HEAD =
  '<p class="MsoNormal"><b>From:</b> Hà Trần &lt;ha@x.vn&gt; <br><b>Sent:</b> Friday, July 3, 2026 9:12 AM<br><b>To:</b> Lan Anh &lt;lan@y.vn&gt;<br><b>Subject:</b> Báo giá<o:p></o:p></p>';

/** How each mail program writes an answer with its quote. */
const ANSWERS: Record<string, string> = {
  'Bồ Câu':
    '<div style="font-family:Arial;font-size:13px"><p style="margin:0">Trả lời</p></div><div class="gmail_quote"><div><br></div><div>Vào lúc 18:00 ngày 03/07/2026, Hà &lt;ha@x.vn&gt; đã viết:</div><blockquote type="cite" style="margin:0 0 0 .8ex">Lời cũ</blockquote></div>',
  'Bồ Câu before its quotes had a block':
    '<div><p>Trả lời</p></div><div>Vào lúc 18:00 ngày 03/07/2026, Hà &lt;ha@x.vn&gt; đã viết:</div><blockquote type="cite">Lời cũ</blockquote>',
  Gmail:
    '<div dir="ltr">Trả lời</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">Vào Th 6, 3 thg 7, 2026 vào lúc 09:12 Hà &lt;<a href="mailto:ha@x.vn">ha@x.vn</a>&gt; đã viết:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"><div dir="ltr">Lời cũ</div></blockquote></div>',
  'the Gmail app':
    '<div dir="auto">Trả lời</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Fri, 3 Jul 2026, 09:12 Hà, &lt;ha@x.vn&gt; wrote:<br></div><blockquote class="gmail_quote"><div dir="auto">Lời cũ</div></blockquote></div>',
  'Outlook on a desktop': `<div class="WordSection1"><p class="MsoNormal">Trả lời<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in'>${OUTLOOK_HEAD}</div></div><p class="MsoNormal"><o:p>&nbsp;</o:p></p><p class="MsoNormal">Lời cũ<o:p></o:p></p></div>`,
  'Outlook on the web':
    '<div class="elementToProof">Trả lời</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt" color="#000000"><b>From:</b> Hà &lt;ha@x.vn&gt;<br><b>Sent:</b> Friday, July 3, 2026 9:12 AM<br><b>To:</b> Lan<br><b>Subject:</b> Báo giá</font><div>&nbsp;</div></div><div>Lời cũ</div>',
  'Outlook on a phone': `<div dir="auto">Trả lời</div><div id="ms-outlook-mobile-signature"><div><br></div></div><div id="mail-editor-reference-message-container" dir="auto"><hr style="display:inline-block;width:98%"><div class="ms-outlook-mobile-reference-message skipProofing"><b>From:</b> Hà<br><b>Sent:</b> Friday<br></div><div>Lời cũ</div></div>`,
  'Apple Mail':
    '<div>Trả lời</div><div><br><blockquote type="cite"><div>On 3 Jul 2026, at 09:12, Hà &lt;ha@x.vn&gt; wrote:</div><br class="Apple-interchange-newline"><div>Lời cũ</div></blockquote></div><br>',
  'Mail on an iPhone':
    'Trả lời<br id="lineBreakAtBeginningOfSignature"><div dir="ltr"></div><div dir="ltr"><br><blockquote type="cite">On 3 Jul 2026, at 09:12, Hà &lt;ha@x.vn&gt; wrote:<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">Lời cũ</div></blockquote>',
  Thunderbird:
    '<p>Trả lời</p><div class="moz-cite-prefix">Vào 03/07/2026 09:12, Hà đã viết:<br></div><blockquote type="cite" cite="mid:a@x.vn"><p>Lời cũ</p></blockquote>',
  Yahoo:
    '<div class="ydp1yahoo-style-wrap"><div dir="ltr">Trả lời</div><div><br></div></div><div id="ydp2yahoo_quoted_1" class="ydp2yahoo_quoted"><div><div>On Friday, July 3, 2026 at 09:12:01 AM GMT+7, Hà &lt;ha@x.vn&gt; wrote:</div><div><br></div><div><div dir="ltr">Lời cũ</div></div></div></div>',
  Samsung:
    '<div dir="auto">Trả lời</div><div><br></div><div align="left" dir="auto" style="font-size:100%;color:#000000"><div>-------- Original message --------</div><div>From: Hà &lt;ha@x.vn&gt; </div><div>Date: 7/3/26 09:12 (GMT+07:00) </div><div>To: Lan </div><div>Subject: Báo giá </div><div><br></div></div><div>Lời cũ</div>',
  Roundcube:
    '<p>Trả lời</p><p id="reply-intro">Vào 2026-07-03 09:12, Hà đã viết:</p><blockquote type="cite" style="padding: 0 0.4em">Lời cũ</blockquote>',
  Zimbra:
    '<div>Trả lời</div><hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__"><b>From: </b>"Hà" &lt;ha@x.vn&gt;<br><b>Sent: </b>Friday<br></div><div>Lời cũ</div>',
  Proton:
    '<div>Trả lời</div><div class="protonmail_quote">On Friday, July 3rd, 2026 at 9:12 AM, Hà &lt;ha@x.vn&gt; wrote:<br><br><blockquote class="protonmail_quote" type="cite">Lời cũ</blockquote><br></div>',
  'a bare line before a blockquote':
    'Trả lời<br><br>On 3 Jul 2026, <a href="mailto:ha@x.vn">Hà</a> wrote:<br><blockquote>Lời cũ</blockquote>',
};

test.each(Object.entries(ANSWERS))('the quote that %s writes is folded with its head', (_program, html) => {
  const { seen, folded } = fold(html);
  expect(seen).toBe('Trả lời');
  expect(folded).toContain('Lời cũ');
  expect(folded).toMatch(/wrote:|đã viết:|From:/);
});

const NO_TAIL: Record<string, string> = {
  'an answer between the lines of two quotes':
    '<p>Xem dưới</p><blockquote type="cite">Câu 1</blockquote><p>Đáp 1</p><blockquote type="cite">Câu 2</blockquote><p>Đáp 2</p>',
  'an answer between the lines that Gmail writes':
    '<div dir="ltr">Xem dưới</div><br><div class="gmail_quote"><div class="gmail_attr">On 3 Jul 2026 Hà wrote:</div><blockquote class="gmail_quote">Câu 1</blockquote><div>Đáp 1</div><blockquote class="gmail_quote">Câu 2</blockquote></div>',
  'an answer below the quote':
    '<div class="moz-cite-prefix">On 03/07/2026, Hà wrote:</div><blockquote type="cite">Câu</blockquote><p>Đáp</p>',
  'what Gmail forwards':
    '<div>Chị xem nhé</div><br><div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>From: Hà<br>Date: Fri</div>Nội dung</div>',
  'what Apple Mail forwards':
    '<div>Chị xem nhé</div><div><br><blockquote type="cite"><div>Begin forwarded message:</div><div><b>From: </b>Hà</div><div>Nội dung</div></blockquote></div>',
  'what we forward':
    '<div><p>Chị xem nhé</p></div><div class="gmail_quote"><div><br></div><div>---------- Thư được chuyển tiếp ----------<br><b>Người gửi:</b> Hà</div><br><div>Nội dung</div></div>',
  'a passage that the writer set off': '<p>Điều 5 ghi như sau:</p><blockquote>Bên B giao hàng.</blockquote>',
  'a message that is only a quote':
    '<div class="gmail_quote"><div class="gmail_attr">On 3 Jul 2026 Hà wrote:</div><blockquote class="gmail_quote">Câu</blockquote></div>',
};

test.each(Object.entries(NO_TAIL))('%s is not hidden', (_what, html) => {
  expect(fold(html).folded).toBeNull();
});

test('what Outlook forwards has the head of a quote, and is not hidden', () => {
  for (const program of ['Outlook on a desktop', 'Outlook on the web', 'Samsung'])
    expect(fold(ANSWERS[program] ?? '', true).folded).toBeNull();
});

test('a signature below a quote is seen, and the quote is folded', () => {
  const html = `${ANSWERS.Thunderbird}<div class="moz-signature">-- <br>Lan Anh</div>`;
  expect(fold(html)).toMatchObject({ seen: 'Trả lời-- Lan Anh', folded: expect.stringContaining('Lời cũ') });
});
