import { z } from 'zod';
import { rights } from '../rights.ts';
import { route } from '../route.ts';

/** The right to view batteries. */
const see = { right: rights.batteries };

/** A battery in its tree. */
export const batteryNode = z.object({
  id: z.string(),
  batteryCode: z.string(),
  productType: z.number().int().nullable(),
  chemistry: z.string().nullable(),
  state: z.string(),
  parentId: z.string().nullable(),
  /** Depth below the root, which is 0. */
  depth: z.number().int(),
  /** Its direct parts. */
  children: z.number().int(),
});
export type BatteryNode = z.infer<typeof batteryNode>;

export const batteryTree = route({
  name: 'battery.tree',
  summary:
    'The whole tree of a battery: its root, the path from there to it, counts of all parts, and a page of them, ' +
    'parents before parts. With `under`, only the direct parts of that battery.',
  method: 'GET',
  path: '/battery/tree',
  access: see,
  query: z.object({
    id: z.uuid(),
    under: z.uuid().optional(),
    page: z.coerce.number().int().min(1).max(10_000_000).default(1),
    size: z.coerce.number().int().min(0).max(2000).default(500),
  }),
  reply: z.object({
    root: batteryNode,
    /** From the root to the requested battery, both included. */
    path: z.array(batteryNode),
    counts: z.object({
      /** Parts of the root by product type, without the root. */
      modules: z.number().int(),
      cells: z.number().int(),
      /** All batteries of the tree by state, including the root. */
      states: z.record(z.string(), z.number().int()),
    }),
    list: z.array(batteryNode),
    total: z.number().int(),
    page: z.number().int(),
    size: z.number().int(),
  }),
});
export type BatteryTree = z.infer<NonNullable<typeof batteryTree.reply>>;

export const findBatteryByCode = route({
  name: 'battery.findByCode',
  summary: 'The battery with a code; ignores blanks, lower case and full-width characters of a scan.',
  method: 'GET',
  path: '/battery/findByCode',
  access: see,
  query: z.object({ code: z.string().min(1).max(200) }),
  reply: z.object({
    id: z.string(),
    batteryCode: z.string(),
    productType: z.number().int().nullable(),
    state: z.string(),
  }),
});
