import { z } from 'zod';

/** One condition of the general filter; a list of values means any of them. */
export const condition = z.object({
  field: z.string().max(60),
  op: z.enum(['contains', 'equals', 'in', 'from', 'to', 'under', 'empty', 'present']),
  value: z
    .union([z.string().max(200), z.number(), z.array(z.union([z.string().max(200), z.number()])).max(200)])
    .optional(),
});
export type Condition = z.infer<typeof condition>;
