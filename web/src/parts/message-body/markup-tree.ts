const words = (text: string): Set<string> => new Set(text.split(' '));

/** Formatting elements, which parsers reopen in the next block when an outer element ends before them. */
const FORMATTING = words('a b big code em font i s small strike strong tt u');
/** Elements that end an open paragraph. */
const ENDS_PARAGRAPH = words(
  'address article aside blockquote center details dir div dl figcaption figure footer header main nav ol p section summary ul h1 h2 h3 h4 h5 h6 pre table hr li dd dt',
);
const CELLS = words('td th caption');
const IN_TABLES = words('td th caption tr tbody thead tfoot colgroup col');
/** The open elements that a start tag ends within the same container. */
const ENDS: Record<string, { these: Set<string>; within: Set<string> }> = {
  li: { these: words('li'), within: words('ul ol dir table td th caption') },
  dd: { these: words('dd dt'), within: words('dl table td th caption') },
  dt: { these: words('dd dt'), within: words('dl table td th caption') },
  td: { these: words('td th caption colgroup'), within: words('table') },
  th: { these: words('td th caption colgroup'), within: words('table') },
  tr: { these: words('tr td th caption colgroup'), within: words('table') },
  tbody: { these: words('tbody thead tfoot tr td th caption colgroup'), within: words('table') },
  thead: { these: words('tbody thead tfoot tr td th caption colgroup'), within: words('table') },
  tfoot: { these: words('tbody thead tfoot tr td th caption colgroup'), within: words('table') },
  caption: { these: words('tbody thead tfoot tr td th caption colgroup'), within: words('table') },
  colgroup: { these: words('tbody thead tfoot tr td th caption colgroup'), within: words('table') },
};

type Limits = { depth: number; formatting: number };
type Open = { name: string; before: string[] };

/** The stack of open elements, kept the way parsers do, and the number of elements created. */
export type MarkupTree = {
  /** Whether the element is allowed there. */
  start(name: string, isVoid: boolean): boolean;
  /** Whether the end tag closes an element. */
  end(name: string): boolean;
  text(): void;
  elements(): number;
  steps(): number;
};

export function createMarkupTree(limits: Limits): MarkupTree {
  const open: Open[] = [];
  /** The number of open elements by name: most names are not open, and need no search. */
  const counts = new Map<string, number>();
  /** Formatting elements whose block has ended, and which continue in the next one. */
  let pending: string[] = [];
  /** Omitted elements, whose end tags are omitted too. */
  const leftOut = new Map<string, number>();
  let formatting = 0;
  let elements = 0;
  let steps = 0;

  function push(name: string, before: string[]): void {
    open.push({ name, before });
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }

  function splice(place: number, count: number): Open[] {
    const gone = open.splice(place, count);
    for (const { name } of gone) counts.set(name, (counts.get(name) as number) - 1);
    return gone;
  }

  function isOpen(name: string): boolean {
    return (counts.get(name) ?? 0) > 0;
  }

  /** Index of the innermost matching element, unless a barrier comes first. */
  function innermost(fits: (name: string) => boolean, bars: (name: string) => boolean): number {
    for (let at = open.length - 1; at >= 0; at -= 1) {
      steps += 1;
      const { name } = open[at] as Open;
      if (fits(name)) return at;
      if (bars(name)) return -1;
    }
    return -1;
  }

  function popTo(place: number, own: string | null): void {
    const popped = splice(place, open.length);
    const cell = popped.find(({ name }) => CELLS.has(name));
    const kept: string[] = [];
    for (const { name } of popped) {
      steps += 1;
      if (!FORMATTING.has(name)) continue;
      // Formatting within a cell ends with it.
      if (cell === undefined && name !== own) kept.push(name);
      else formatting -= 1;
    }
    if (cell === undefined) pending = [...pending, ...kept];
    else {
      formatting -= pending.length;
      for (const each of popped) if (each !== cell) formatting -= each.before.length;
      pending = cell.before;
    }
  }

  function reopen(): void {
    if (pending.length === 0) return;
    elements += pending.length;
    for (const name of pending) push(name, []);
    pending = [];
  }

  function closeBefore(name: string): void {
    if (isOpen('p') && ENDS_PARAGRAPH.has(name)) {
      const paragraph = innermost(
        (each) => each === 'p',
        (each) => each === 'table' || CELLS.has(each),
      );
      if (paragraph >= 0) popTo(paragraph, null);
    }
    const ends = ENDS[name];
    if (ends) {
      while (open.length > 0) {
        const place = innermost(
          (each) => ends.these.has(each),
          (each) => ends.within.has(each),
        );
        if (place < 0) break;
        popTo(place, null);
      }
    }
    if (name === 'table' && isOpen(name)) {
      const outer = innermost(
        (each) => each === 'table',
        (each) => CELLS.has(each),
      );
      if (outer >= 0) popTo(outer, null);
    }
    if (name === 'a') endFormatting('a');
  }

  function endFormatting(name: string): boolean {
    const place = isOpen(name)
      ? innermost(
          (each) => each === name,
          (each) => CELLS.has(each),
        )
      : -1;
    if (place < 0) {
      const waiting = pending.lastIndexOf(name);
      if (waiting < 0) return false;
      pending.splice(waiting, 1);
      formatting -= 1;
      return true;
    }
    if (open.slice(place + 1).every((each) => FORMATTING.has(each.name))) popTo(place, name);
    else {
      // Parsers split it over the blocks that were opened in it (adoption agency algorithm).
      elements += Math.min(8, open.length - place);
      splice(place, 1);
      formatting -= 1;
    }
    return true;
  }

  return {
    start(name, isVoid) {
      closeBefore(name);
      // Outside a table, the tag is ignored.
      if (IN_TABLES.has(name) && !isOpen('table')) {
        elements += 1;
        return true;
      }
      if (!ENDS_PARAGRAPH.has(name) && !IN_TABLES.has(name)) reopen();
      const tooMany = FORMATTING.has(name) && formatting >= limits.formatting;
      if (!isVoid && (tooMany || open.length >= limits.depth)) {
        leftOut.set(name, (leftOut.get(name) ?? 0) + 1);
        return false;
      }
      // Parsers imply rows and row groups around a cell.
      elements += CELLS.has(name) || name === 'tr' || name === 'col' ? 2 : 1;
      if (isVoid) return true;
      if (FORMATTING.has(name)) formatting += 1;
      if (CELLS.has(name)) {
        push(name, pending);
        pending = [];
      } else push(name, []);
      return true;
    },
    end(name) {
      const left = leftOut.get(name) ?? 0;
      if (left > 0) {
        leftOut.set(name, left - 1);
        return false;
      }
      if (FORMATTING.has(name)) return endFormatting(name);
      if (!isOpen(name)) return false;
      const bars = IN_TABLES.has(name)
        ? (each: string) => each === 'table'
        : (each: string) => (name === 'table' ? false : each === 'table' || CELLS.has(each));
      const place = innermost((each) => each === name, bars);
      if (place < 0) return false;
      popTo(place, null);
      return true;
    },
    text: reopen,
    elements: () => elements,
    steps: () => steps,
  };
}
