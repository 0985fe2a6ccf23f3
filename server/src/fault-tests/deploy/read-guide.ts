/** Commands of the guide that are run as they stand. */
export type GuideBlock = { text: string; needsInternet: boolean };

const BLOCK = /^```sh install( network)?\n(.*?)^```$/gms;

/** The fenced blocks of docs/deploy.md that are marked `sh install`, in their order. */
export function readGuide(markdown: string): GuideBlock[] {
  return [...markdown.matchAll(BLOCK)].map(([, network, text = '']) => ({
    text,
    needsInternet: network !== undefined,
  }));
}
