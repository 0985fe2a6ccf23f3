import { ADDRESSES, addressOf } from './place-link.ts';

/** What somebody has written of an event, with its addresses of the web as links. */
export function LinkedText({ text }: { text: string }) {
  return text.split(ADDRESSES).map((piece, at) => {
    const address = at % 2 === 1 ? addressOf(piece) : '';
    // biome-ignore lint/suspicious/noArrayIndexKey: a text has no other order
    return at % 2 === 0 ? piece : <Linked key={at} address={address} rest={piece.slice(address.length)} />;
  });
}

function Linked({ address, rest }: { address: string; rest: string }) {
  return (
    <>
      <a href={address} target="_blank" rel="noreferrer noopener">
        {address}
      </a>
      {rest}
    </>
  );
}
