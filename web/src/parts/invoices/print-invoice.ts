import { openPrintFrame } from '../../lib/print-frame.ts';

/** The drawn invoice goes to paper as it stands, with a style sheet of its own. */
const STYLES = `
@page{margin:14mm}
body{margin:0;font:10.5pt/1.45 system-ui,sans-serif;font-variant-numeric:tabular-nums;color:CanvasText;background:Canvas}
header{text-align:center;margin-bottom:10pt}
h2{margin:0;font-size:15pt;text-transform:uppercase}
p{margin:0 0 4pt}
dl{margin:0}
dl>div{display:flex;gap:6pt}
header dl{display:flex;justify-content:center;gap:14pt}
dd{margin:0;overflow-wrap:anywhere}
section,article>dl{border-top:1px solid;padding:6pt 0}
table{width:100%;border-collapse:collapse;font-size:9.5pt}
table+dl{margin-top:6pt}
th,td{border:1px solid;padding:3pt 5pt;text-align:left;vertical-align:top;overflow-wrap:anywhere}
th{font-weight:600}
[data-figure]{text-align:right}
tr,dl>div{break-inside:avoid}
thead{display:table-header-group}
`;

export async function printInvoice(drawn: HTMLElement, title: string): Promise<void> {
  const { paper, print } = await openPrintFrame({
    title,
    styles: STYLES,
    policy: "default-src 'none'; style-src 'unsafe-inline'",
  });
  paper.body.append(paper.importNode(drawn, true));
  print();
}
