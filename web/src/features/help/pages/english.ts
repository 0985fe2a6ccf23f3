/** The URLs of this language's pictures, by path. */
export const pictures = import.meta.glob<string>('../pictures/en/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** The pages of this language, by path. */
export const pages = import.meta.glob<string>('./en/*.md', { query: '?raw', import: 'default', eager: true });
