import { z } from 'zod';
import { queryFlag, queryNumber } from './fields.ts';
import { LIMITS } from './limits.ts';

const text = z.string().max(LIMITS.searchTextLength).optional();

/** The search parameters of the spec's AdvanceSearch; a query encodes numbers and flags differently than JSON. */
function searchShape<N extends z.ZodType, F extends z.ZodType>(number: N, flag: F) {
  return {
    q: text,
    from_addr: text,
    to_addr: text,
    subject: text,
    term: text,
    folder: z.string().max(1000).optional(),
    /** The id of a label, or its name; alone, it is the list of the label, and not counted as a search is. */
    label: z.string().max(1000).optional(),
    size: z
      .string()
      .regex(/^(over|under):\d{1,9}[MK]$/)
      .optional(),
    start_date: number.optional(),
    end_date: number.optional(),
    has_attachment: flag.optional(),
    is_star: flag.optional(),
    is_read: flag.optional(),
    /**
     * How words side by side are looked for: `apart` for each anywhere; or `words` of an earlier answer, to go on with
     * what it found. Without it together first.
     */
    words: z
      .string()
      .regex(/^(apart|[\d.-]{0,300})$/)
      .optional(),
  };
}

export const searchQuery = z.object(searchShape(queryNumber, queryFlag)).extend({
  /**
   * Besides the newest and the most relevant (`defaultSort`) first: `size` is the largest first, `sender` from A to Z.
   * A search, but not a folder by its marks, is sorted up to its newest matches only, as by relevance.
   */
  sort: z.enum(['date', 'defaultSort', 'size', 'size_asc', 'sender', 'sender_desc']).optional(),
});
export type SearchQuery = z.output<typeof searchQuery>;

export const searchBody = z.object(searchShape(z.number().int().min(0), z.boolean()));
