/** Commands of the guide that are run unchanged. */
export type GuideBlock = { text: string; needsInternet: boolean };

const BLOCK = /^```sh install( network)?\n(.*?)^```$/gms;

/** The fenced blocks of docs/deploy.md marked `sh install`, in order. */
export function readGuide(markdown: string): GuideBlock[] {
  return [...markdown.matchAll(BLOCK)].map(([, network, text = '']) => ({
    text,
    needsInternet: network !== undefined,
  }));
}
