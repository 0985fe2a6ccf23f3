import { type ListMark, listMark } from './list-marks.ts';

/** A line of a list, whatever the program wrote it as. */
type Line = {
  element: HTMLElement;
  level: number;
  /** What else belongs to the same list says the same. */
  list: string;
  mark: ListMark;
};

/**
 * Word writes the lines of a list as paragraphs with a drawn mark, and Word for the web each line as a list of its own;
 * here they become lists.
 */
export function makeWordLists(root: HTMLElement): void {
  for (const run of runsOf(root, 'p,h1,h2,h3,h4,h5,h6,div', lineOfWord)) replaceRun(run);
  for (const run of runsOf(root, 'div.ListContainerWrapper', lineOfWebWord)) replaceRun(run);
}

/** Lines that follow each other without anything between them. */
function runsOf(
  root: HTMLElement,
  selector: string,
  read: (element: HTMLElement) => Line | null,
): readonly (readonly Line[])[] {
  const runs: Line[][] = [];
  for (const element of root.querySelectorAll<HTMLElement>(selector)) {
    const line = read(element);
    if (!line) continue;
    const run = runs.at(-1);
    if (run?.at(-1)?.element.nextElementSibling === element) run.push(line);
    else runs.push([line]);
  }
  return runs;
}

/** `mso-list:l0 level2 lfo1`; no style of the browser's own, so it is read from the text. */
function lineOfWord(element: HTMLElement): Line | null {
  const [, list] = /mso-list:\s*([^;"]*?\blevel\d[^;"]*)/i.exec(element.getAttribute('style') ?? '') ?? [];
  if (!list) return null;
  const level = Number(/level(\d)/i.exec(list)?.[1]);
  return { element, level, list: list.replace(/level\d/i, ''), mark: listMark(takeMark(element)) };
}

function lineOfWebWord(element: HTMLElement): Line | null {
  const item = element.querySelector<HTMLElement>('li');
  const list = item?.parentElement;
  if (!item || !list) return null;
  const level = Number(item.dataset['ariaLevel'] ?? item.getAttribute('aria-level') ?? 1);
  const place = Number(item.dataset['ariaPosinset'] ?? list.getAttribute('start') ?? 1);
  const mark: ListMark = list.localName === 'ol' ? { tag: 'ol', type: null, start: place } : { tag: 'ul' };
  element.replaceChildren(...item.childNodes);
  return { element, level, list: item.dataset['listid'] ?? '', mark };
}

type Open = Pick<Line, 'level' | 'list'> & { made: HTMLElement };

function replaceRun(lines: readonly Line[]): void {
  const stack: Open[] = [];
  for (const line of lines) {
    while (stack.length > 0 && !goesOn(stack, line)) stack.pop();
    const open = stack.at(-1);
    const within = open && open.level < line.level ? open.made.lastElementChild : null;
    const place = (made: HTMLElement) => (within ? within.append(made) : line.element.before(made));
    const paragraph = line.element.ownerDocument.createElement('p');
    paragraph.append(...contentOf(line.element));
    if (line.mark.tag === 'text') {
      paragraph.prepend(`${line.mark.text} `);
      place(paragraph);
      continue;
    }
    const item = line.element.ownerDocument.createElement('li');
    item.append(paragraph);
    if (open && !within) {
      open.made.append(item);
      continue;
    }
    const made = makeList(line.element.ownerDocument, line.mark);
    made.append(item);
    place(made);
    stack.push({ level: line.level, list: line.list, made });
  }
  for (const { element } of lines) element.remove();
}

/** Whether the innermost list that is open takes the line, as its own or into its last one. */
function goesOn(stack: readonly Open[], { level, list, mark }: Line): boolean {
  const open = stack.at(-1);
  if (!open || open.level < level) return true;
  const fits = open.list === list && open.made.localName === mark.tag;
  // The outermost list takes what stands further out than its own first line, too.
  return fits && (open.level === level || stack.length === 1);
}

function makeList(page: Document, mark: Exclude<ListMark, { tag: 'text' }>): HTMLElement {
  const made = page.createElement(mark.tag);
  if (mark.tag === 'ol' && mark.start > 1) made.setAttribute('start', String(mark.start));
  if (mark.tag === 'ol' && mark.type) made.setAttribute('type', mark.type);
  return made;
}

/** Of the web's lines, what stands in their own paragraph, without the sign of its end. */
function contentOf(element: HTMLElement): readonly ChildNode[] {
  for (const end of element.querySelectorAll('.EOP')) end.remove();
  const [only, ...others] = element.children;
  return [...(only?.matches('p') && others.length === 0 ? only : element).childNodes];
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
