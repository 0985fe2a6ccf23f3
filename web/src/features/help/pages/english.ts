/** The addresses of the pictures of this language, by their paths. */
export const pictures = import.meta.glob<string>('../pictures/en/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** The pages of this language, by their paths. */
export const pages = import.meta.glob<string>('./en/*.md', { query: '?raw', import: 'default', eager: true });
