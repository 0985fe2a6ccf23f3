import type { TypedPart } from '@bocau/contract/read-typed.ts';
import type { TypedOperator } from '@bocau/contract/typed-search.ts';

/** `headline` means subject and people, `with` people alone. */
export type TextPlace = 'any' | 'headline' | 'term' | 'subject' | 'from' | 'to' | 'with';

export type PlacedText = { place: TextPlace; text: string };

/** Alternative texts of which one must match in the field; without an `OR` there is only one. */
export type Choice = { place: TextPlace; texts: string[] };

export type TypedGroups = {
  choices: Choice[];
  excluded: PlacedText[];
  operators: { operator: TypedOperator; excluded: boolean }[];
};

/** Groups the input: adjacent words form one text, and `OR` separates whole texts. */
export function groupTyped(parts: readonly TypedPart[]): TypedGroups {
  const groups: TypedGroups = { choices: [], excluded: [], operators: [] };
  let open: Choice | null = null;
  let isChoice = false;
  for (const { text, excluded, meaning } of parts) {
    if (meaning === 'unfinished') continue;
    if (meaning === 'or') {
      isChoice = true;
      continue;
    }
    if (meaning !== 'words' && meaning.kind !== 'text') {
      groups.operators.push({ operator: meaning, excluded });
      open = null;
    } else {
      const found: PlacedText =
        meaning === 'words'
          ? { place: 'any', text: excluded ? text.slice(1) : text }
          : { place: meaning.field, text: meaning.text };
      if (excluded) groups.excluded.push(found);
      open = excluded ? null : addText(groups.choices, open, isChoice, found);
    }
    isChoice = false;
  }
  return groups;
}

function addText(
  choices: Choice[],
  open: Choice | null,
  isChoice: boolean,
  { place, text }: PlacedText,
): Choice {
  if (open && isChoice) open.texts.push(text);
  else if (open?.place === 'any' && place === 'any') open.texts.push(`${open.texts.pop()} ${text}`);
  else choices.push({ place, texts: [text] });
  return choices.at(-1) as Choice;
}
