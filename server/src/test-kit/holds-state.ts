/**
 * Whether a module keeps something that its use changes, by what stands at the beginning of its lines. It errs on the
 * side of state: such a module is evaluated again for each file of tests, and nothing else happens.
 */
export function holdsState(text: string): boolean {
  return STATES.some((state) => state.test(text)) || changesConstant(text);
}

const STATES = [
  /^(?:export )?let /m,
  // What begins empty is there to be filled. Keyed by objects, it ends with them.
  /^(?:export )?const .*= (?:new (?:Map|Set)(?:<.*>)?\(\)|\{\}|\[\]);/m,
  /^(?:export )?const .*= (?:await |new (?!Map|Set|Weak|RegExp|URL|Date|Intl\.|Text|\w*Array|Postgres)|(?:create|open|start)\w*[<(])/m,
  /^ {2}(?:private |readonly )*static (?!readonly )/m,
  // An effect of being evaluated, as an observer or a hook of the tests.
  /^(?:if|for|while|try|await|new)\b|^[\w.]+\(/m,
];

const CONSTANT = /^(?:export )?const (\w+)\b.*?= (?!\(|async|<|\w+ =>|function|new Weak)/gm;

/** A constant of the module that its functions assign to or add to. */
function changesConstant(text: string): boolean {
  const names = [...text.matchAll(CONSTANT)].map(([, name]) => name).join('|');
  if (names === '') return false;
  const part = String.raw`(?<!const |[.\w'"])(?:${names})(?:\.\w+|\[[^\]]*\])*`;
  const change = String.raw`\s(?:[-+*|&?]*=)\s|\+\+|--|\.(?:push|set|add|delete|clear|splice|unshift|pop|shift|fill)\(`;
  return new RegExp(`${part}(?:${change})|Object\\.assign\\((?:${names})\\b`).test(text);
}
