import { lineAt, type SourceFile } from './source-files.ts';

const client = 'web/src/';
/** What precedes a block: a selector list, or an at-rule, which is not a selector. */
const PRELUDE = /([^{};]+)\{/g;

/**
 * One line per selector that makes matching quadratic: a message with 5,000 links took a browser five
 * seconds. `:has()` to the left of a sibling combinator is matched again below each following sibling, and
 * `~ *` tests every element of the page against all its siblings. With `:has()` above any element, each
 * row that is added or removed invalidates the styles of the whole page: a frame of a scroll took twice as long.
 */
export function checkSelectors(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith(client) && path.endsWith('.css'))
    .flatMap(({ path, text }) => {
      const code = text.replaceAll(/\/\*.*?\*\//gs, (comment) => comment.replaceAll(/[^\n]/g, ' '));
      return [...code.matchAll(PRELUDE)].flatMap(({ 0: prelude, 1: selectors = '', index }) => {
        const fault = selectors.trimStart().startsWith('@') ? null : faultOf(selectors);
        const line = lineAt(code, index + prelude.length - prelude.trimStart().length);
        return fault ? [`${path}:${line} ${fault}: ${selectors.trim()}`] : [];
      });
    });
}

function faultOf(selectors: string): string | null {
  for (const [at, combinator] of siblingCombinators(selectors)) {
    const left = leftOf(selectors, at);
    if (/:has\(/.test(left)) return `has :has() to the left of ${combinator}`;
    if (/^\s*\*/.test(selectors.slice(at + 1))) return `matches every sibling by ${combinator} *`;
  }
  return ANY_BELOW.test(withoutNested(selectors).trim()) ? 'has :has() above any element' : null;
}

/** A subject without a class, type or attribute, with `:has()` on an ancestor. */
const ANY_BELOW = /:has(?![\w-])[^,]*[\s>](\*|:not)(?![^,]*[\s>])/;
const INNERMOST = /(?<!:global)\([^()]*\)/g;
const GLOBAL = /:global\(([^()]*)\)/g;

/** Without the arguments of pseudo-classes; `:global` stands for its own. */
function withoutNested(selectors: string): string {
  const bare = selectors.replaceAll(INNERMOST, '').replaceAll(GLOBAL, '$1');
  return bare === selectors ? bare : withoutNested(bare);
}

/** Ignores attribute selectors, where `~=` is an operator. */
function siblingCombinators(selectors: string): [number, string][] {
  const outside = selectors.replaceAll(/\[[^\]]*\]/g, (attribute) => '_'.repeat(attribute.length));
  // In `2n+1`, `+` is not a combinator.
  return [...outside.matchAll(/(?<!\dn?\s*|n\s*)[~+]/g)].map(({ 0: combinator, index }) => [
    index,
    combinator,
  ]);
}

/**
 * The selector to the left of a position, without earlier entries of the list or an enclosing pseudo-class.
 */
function leftOf(selectors: string, at: number): string {
  let depth = 0;
  for (let start = at - 1; start >= 0; start -= 1) {
    const character = selectors[start];
    if (character === ')') depth += 1;
    if (character === '(') depth -= 1;
    if (depth < 0 || (depth === 0 && character === ',')) return selectors.slice(start + 1, at);
  }
  return selectors.slice(0, at);
}
