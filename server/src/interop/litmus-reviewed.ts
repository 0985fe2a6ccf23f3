/**
 * What litmus finds wanting in a book of contacts, in its words (… for what changes), and why it stays so. A test of its own looks that there is
 * nothing else, and that each of these is still so.
 */
export const REVIEWED: Record<string, { test: string; said: string; why: string }[]> = {
  basic: [
    {
      ...{ test: 'options', said: 'WARNING: server does not claim Class 2 compliance' },
      why: 'There are no locks: programs of contacts use entity tags.',
    },
    {
      ...{ test: 'put_get', said: "FAIL (PUT of `…litmus/res' failed: 403 Forbidden)" },
      why: 'It puts a text. A book takes cards only (RFC 6352, section 5.1): supported-address-data.',
    },
    {
      ...{
        test: 'put_get_utf8_segment',
        said: "FAIL (PUT of `…litmus/res-%e2%82%ac' failed: 403 Forbidden)",
      },
      why: 'The same; names of other letters are tried with cards in cards.test.ts.',
    },
    {
      test: 'mkcol_over_plain',
      said: 'SKIPPED',
      why: 'Needs the text of put_get; in cards.test.ts with a card.',
    },
    {
      test: 'delete',
      said: 'SKIPPED',
      why: 'Needs the text of put_get; the suites copymove and props delete cards.',
    },
  ],
  copymove: [
    {
      ...{ test: 'copy_overwrite', said: 'FAIL (COPY overwrites collection: 403 Forbidden)' },
      why: 'Its last step puts a card in place of a whole book, whose cards would be lost.',
    },
    {
      test: 'copy_nodestcoll',
      said: "WARNING: COPY to non-existant collection '…nonesuch' gave '404 Not Found' not 409",
      why: 'A book that is not there, or is not shared any more, is 404 in each request: programs then let go of it.',
    },
    {
      ...{ test: 'copy_coll', said: "FAIL (MKCOL on `…litmus/ccsrc/subcoll/': 403 Forbidden)" },
      why: 'A book holds no collections (RFC 6352, section 5.2).',
    },
    {
      ...{ test: 'copy_shallow', said: "FAIL (MKCOL on `…litmus/ccsrc/': 405 Method Not Allowed)" },
      why: 'Finds the collection that copy_coll left; whole books are not copied.',
    },
    {
      ...{
        test: 'move',
        said: "FAIL (MOVE overwrites collection `…movecoll/' to `…movedest': 403 Forbidden)",
      },
      why: 'Its last step puts a book in place of a card.',
    },
    {
      ...{ test: 'move_coll', said: "FAIL (MKCOL of `…litmus/mvsrc/subcoll/' failed: 403 Forbidden" },
      why: 'A book holds no collections.',
    },
  ],
  props: [
    {
      ...{ test: 'propset', said: "FAIL (PROPPATCH on `…litmus/prop': …: 403 Forbidden" },
      why: 'Properties of a program’s own are not kept: a card carries what is to be kept, and no program of contacts sets any.',
    },
    ...[
      ...['propget', 'propmove', 'propdeletes', 'propreplace', 'propnullns', 'prophighunicode'],
      ...['propremoveset', 'propsetremove', 'propvalnspace'],
    ].map((test) => ({ test, said: 'SKIPPED', why: 'Needs a property of propset.' })),
    {
      ...{ test: 'propmanyns', said: "FAIL (PROPPATCH on `…litmus/prop': …: 403 Forbidden" },
      why: 'As propset.',
    },
    {
      test: 'propget',
      said: 'FAIL (No value given for property {http://example.com/kappa}somename)',
      why: 'Needs a property of propmanyns.',
    },
  ],
  http: [],
};
