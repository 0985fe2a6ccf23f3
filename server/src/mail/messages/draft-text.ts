import { clip } from '../../platform/mime/clip-text.ts';
import { htmlToText } from '../../platform/mime/html-to-text.ts';
import { mailLimits } from '../../platform/mime/mail-limits.ts';
import { makeSnippet, plainWords } from '../../platform/mime/plain-words.ts';

/** What lists show of a draft and what it is found by: the writer's own words, and those of the quoted original. */
export function draftText(body: string, quoteWords: string): { snippet: string; searchText: string } {
  const { bodyCharacters, searchCharacters, snippetCharacters } = mailLimits;
  const own = htmlToText(clip(body, bodyCharacters), searchCharacters);
  return {
    snippet: makeSnippet(own, snippetCharacters),
    searchText: `${plainWords(own, searchCharacters)} ${quoteWords}`,
  };
}
