import { type ListMark, listMark } from './list-marks.ts';

/** A line of a list, in whichever way Word wrote it. */
type Line = {
  element: HTMLElement;
  level: number;
  /** The same for all lines of one list. */
  list: string;
  mark: ListMark;
};

/**
 * Word writes the lines of a list as paragraphs with a drawn mark, and Word for the web each line as a list
 * of its own; both are turned into lists.
 */
export function makeWordLists(root: HTMLElement): void {
  for (const run of runsOf(root, 'p,h1,h2,h3,h4,h5,h6,div', lineOfWord)) replaceRun(run);
  for (const run of runsOf(root, 'div.ListContainerWrapper', lineOfWebWord)) replaceRun(run);
}

/** Runs of lines that follow each other directly. */
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

/** `mso-list:l0 level2 lfo1`; not a style that browsers know, so it is parsed from the attribute's text. */
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

/** Whether the innermost open list takes the line, as an item of its own or nested in its last one. */
function goesOn(stack: readonly Open[], { level, list, mark }: Line): boolean {
  const open = stack.at(-1);
  if (!open || open.level < level) return true;
  const fits = open.list === list && open.made.localName === mark.tag;
  // The outermost list also takes lines that are less indented than its own first line.
  return fits && (open.level === level || stack.length === 1);
}

function makeList(page: Document, mark: Exclude<ListMark, { tag: 'text' }>): HTMLElement {
  const made = page.createElement(mark.tag);
  if (mark.tag === 'ol' && mark.start > 1) made.setAttribute('start', String(mark.start));
  if (mark.tag === 'ol' && mark.type) made.setAttribute('type', mark.type);
  return made;
}

/** In lines of Word for the web, the content of their own paragraph without the end-of-paragraph mark. */
function contentOf(element: HTMLElement): readonly ChildNode[] {
  for (const end of element.querySelectorAll('.EOP')) end.remove();
  const [only, ...others] = element.children;
  return [...(only?.matches('p') && others.length === 0 ? only : element).childNodes];
}

/** The mark that Word drew: a span that it marks to be ignored, or between conditional comments. */
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
