/** A reply with its quote, in the markup that two widely used programs are known to produce. */
export type Answer = { paragraphs: string[]; quoted: string[]; from: Named; to: Named };

type Named = { name: string; email: string };

/** Gmail on the web: sets no font and no size, so the reader's defaults apply. */
export function asGmailWrites({ paragraphs, quoted, from }: Answer): string {
  const lines = (texts: string[]) => texts.map((text) => `<div>${text}</div>`).join('<div><br></div>');
  return `<div dir="ltr">${lines(paragraphs)}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">Vào Th 7, 21 thg 11, 2026 vào lúc 09:12 ${from.name} &lt;<a href="mailto:${from.email}">${from.email}</a>&gt; đã viết:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"><div dir="ltr">${lines(quoted)}</div></blockquote></div>`;
}

/** Outlook on the desktop: Word's paragraphs, and the original's header below a rule. */
export function asOutlookWrites({ paragraphs, quoted, from, to }: Answer): string {
  const empty = '<p class="MsoNormal"><o:p>&nbsp;</o:p></p>';
  const lines = (texts: string[]) =>
    texts.map((text) => `<p class="MsoNormal">${text}<o:p></o:p></p>`).join(empty);
  return `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0in;font-size:11.0pt;font-family:"Calibri",sans-serif}</style></head><body lang="VI" style="word-wrap:break-word"><div class="WordSection1">${lines(paragraphs)}${empty}<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in"><p class="MsoNormal"><b>From:</b> ${from.name} &lt;${from.email}&gt; <br><b>Sent:</b> Saturday, November 21, 2026 9:12 AM<br><b>To:</b> ${to.name}<br><b>Subject:</b> Báo giá túi cói 30 cm<o:p></o:p></p></div></div>${empty}${lines(quoted)}</div></body></html>`;
}
