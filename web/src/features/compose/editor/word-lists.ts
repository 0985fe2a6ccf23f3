/** Word writes the lines of a list as paragraphs with a drawn mark; here they become a list. */
export function makeWordLists(root: HTMLElement): void {
  let run: HTMLElement[] = [];
  const close = () => {
    if (run.length > 0) replaceRun(run);
    run = [];
  };
  for (const line of root.querySelectorAll<HTMLElement>('p,h1,h2,h3,h4,h5,h6,div')) {
    if (levelOf(line) === null) continue;
    if (run.length > 0 && nextElement(run.at(-1)) !== line) close();
    run.push(line);
  }
  close();
}

function nextElement(element: Element | undefined): Element | null {
  return element?.nextElementSibling ?? null;
}

/** `mso-list:l0 level2 lfo1`; no style of the browser's own, so it is read from the text. */
function levelOf(line: HTMLElement): number | null {
  const [, level] = /mso-list:\s*[^;"]*?\blevel(\d)/i.exec(line.getAttribute('style') ?? '') ?? [];
  return level ? Number(level) : null;
}

function replaceRun(lines: readonly HTMLElement[]): void {
  const first = lines[0];
  const page = first?.ownerDocument;
  if (!first || !page) return;
  const stack: { level: number; list: HTMLElement }[] = [];
  for (const line of lines) {
    const level = levelOf(line) ?? 1;
    const mark = takeMark(line);
    const kind = /^\(?([\divxlcdm]+|[a-z])[.)]/i.test(mark) ? 'ol' : 'ul';
    while (stack.length > 1 && (stack.at(-1)?.level ?? 0) > level) stack.pop();
    let open = stack.at(-1);
    if (!open || open.level < level || (open.level === level && open.list.localName !== kind)) {
      if (open && open.level >= level) stack.pop();
      const parent = stack.at(-1)?.list.lastElementChild;
      const list = page.createElement(kind);
      const start = Number.parseInt(mark.replace('(', ''), 10);
      if (kind === 'ol' && start > 1) list.setAttribute('start', String(start));
      if (parent) parent.append(list);
      else first.parentNode?.insertBefore(list, line);
      open = { level, list };
      stack.push(open);
    }
    const item = page.createElement('li');
    const paragraph = page.createElement('p');
    paragraph.append(...line.childNodes);
    item.append(paragraph);
    // The line must be gone from its place only when what follows it has found its own.
    open.list.append(item);
  }
  for (const line of lines) line.remove();
}

/** The mark that Word drew, as a span it asks to be ignored, or between comments. */
function takeMark(line: HTMLElement): string {
  const drawn = [...line.querySelectorAll<HTMLElement>('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  );
  if (drawn) {
    const mark = drawn.textContent?.trim() ?? '';
    drawn.remove();
    return mark;
  }
  const text = line.firstChild?.nodeType === Node.TEXT_NODE ? line.firstChild : null;
  const [whole, mark = ''] =
    /^\s*([·•○▪§oØ-]|\(?(?:\d+|[a-z]|[ivx]+)[.)])[\s\u00a0]+/i.exec(text?.nodeValue ?? '') ?? [];
  if (text && whole) text.nodeValue = (text.nodeValue ?? '').slice(whole.length);
  return mark;
}
