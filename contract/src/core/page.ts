import { z } from 'zod';

/**
 * The part of a list that a caller asks for. Without `limit` and `cursor` a list is answered whole. With
 * `limit` the answer's header `Link` has the address of the next page (`rel="next"`) while there is one.
 */
export const pageQuery = z.object({
  limit: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'Limit must be a whole number from 1 to 9999')
    .transform(Number)
    .optional(),
  cursor: z.string().max(500).optional(),
});

export type PageQuery = z.output<typeof pageQuery>;
