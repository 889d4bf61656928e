import { z } from 'zod';
import { rights } from '../rights.ts';
import { type ReplyOf, route } from '../route.ts';
import { shownText } from '../shown-text.ts';

const see = { right: rights.stock.see };
/** A business day; today by default, also for a later day. */
const day = z.iso.date().optional();

/** Pieces and booked mass. Goods by mass have pieces only if these were counted. */
const amount = { pieces: z.number().int(), kg: z.string() };

export const stockStore = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  kind: z.number().int().nullable(),
  enabled: z.boolean(),
  site: z.string().nullable(),
  capacityPcs: z.number().int().nullable(),
  capacityKg: z.string().nullable(),
  ...amount,
  /** Number of its locations, and of those filled to 90 % of their capacity or more. */
  locations: z.number().int(),
  nearlyFull: z.number().int(),
});
export type StockStore = z.infer<typeof stockStore>;

export const findStockStores = route({
  name: 'stock.stores',
  summary: 'Every store with its contents at the end of a day, and its capacity.',
  method: 'GET',
  path: '/stock/stores',
  access: see,
  query: z.object({ day }),
  reply: z.object({ day: z.string(), list: z.array(stockStore) }),
});

const part = z.object({
  chemistry: z.string().nullable(),
  condition: z.string(),
  ...amount,
  lots: z.number().int(),
});

export const stockLocation = z.object({
  /** Empty: received, but not put away yet. */
  code: z.string(),
  /** False if it was removed from the store's list while it still has contents. */
  listed: z.boolean(),
  /** Its capacity. */
  maxKg: z.string().nullable(),
  /** Letters of the battery types allowed there, `A,B`; null: all. */
  chemistries: z.string().nullable(),
  note: z.string().nullable(),
  ...amount,
  parts: z.array(part),
});
export type StockLocation = z.infer<typeof stockLocation>;

export const findStoreStock = route({
  name: 'stock.store',
  summary: 'Contents of each location of a store at the end of a day, by battery type and condition.',
  method: 'GET',
  path: '/stock/store',
  access: see,
  query: z.object({ id: z.uuid(), day }),
  reply: z.object({
    day: z.string(),
    store: stockStore,
    /** What its pieces consist of; these do not include batteries inside others. */
    goods: z.object({
      coded: z.number().int(),
      lots: z.number().int(),
      /** Counted pieces of the lots. */
      lotPieces: z.number().int(),
      /** Batteries inside the coded ones; null for a past day. */
      inside: z.number().int().nullable(),
    }),
    list: z.array(stockLocation),
  }),
});

export type StoreGoods = ReplyOf<typeof findStoreStock>['goods'];

const contentFilter = {
  id: z.uuid(),
  day,
  /** Code of the location; empty: goods not put away. All by default. */
  location: z.string().max(30).optional(),
  chemistry: z.string().max(10).optional(),
  condition: z.string().max(20).optional(),
  /** Beginning of a battery code or lot number. */
  search: z.string().trim().max(40).optional(),
};

/** A document that claims goods until it is posted. */
export const stockClaim = z.object({
  document: z.object({ id: z.string(), kind: z.string(), no: z.string().nullable() }),
  /** The store of a claim on a lot. */
  store: z.string().nullable(),
  /** For a lot: the claimed quantity; null for a battery. */
  kg: z.string().nullable(),
  by: z.string().nullable(),
  /** Epoch ms: begin, and latest end. */
  at: z.number(),
  until: z.number(),
});
export type StockClaim = z.infer<typeof stockClaim>;

export const stockContent = z.object({
  id: z.string(),
  kind: z.enum(['coded', 'lot']),
  /** Battery code or lot number. */
  code: z.string(),
  productType: z.number().int().nullable(),
  material: z.string().nullable(),
  basis: z.string().nullable(),
  chemistry: z.string().nullable(),
  condition: z.string(),
  location: z.string(),
  ...amount,
  /** Business day of entry into the store, for a lot that of its first part; days since then. */
  since: z.string().nullable(),
  age: z.number().int().nullable(),
  /** Current claims; none for a past day. Those on a lot count for the whole store. */
  claims: z.array(stockClaim),
});
export type StockContent = z.infer<typeof stockContent>;

export const findStockContents = route({
  name: 'stock.contents',
  summary: 'Batteries and lots in a store or one of its locations at the end of a day, by page.',
  method: 'GET',
  path: '/stock/contents',
  access: see,
  query: z.object({
    ...contentFilter,
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    size: z.coerce.number().int().min(1).max(500).default(50),
  }),
  reply: z.object({
    list: z.array(stockContent),
    total: z.number().int(),
    ...amount,
    page: z.number().int(),
    size: z.number().int(),
  }),
});

export const exportStock = route({
  name: 'stock.exportExcel',
  summary: 'The filtered contents of a store as xlsx or csv, streamed.',
  method: 'GET',
  path: '/stock/exportExcel',
  access: { right: rights.stock.export },
  query: z.object({
    ...contentFilter,
    format: z.enum(['xlsx', 'csv']).default('xlsx'),
    language: z.enum(['en', 'zh']).default('zh'),
  }),
});

/** The position of an item, now or in the past. */
export const stockPlace = z.object({
  kind: z.string(),
  storeId: z.string().nullable(),
  /** Store, customer or enterprise, battery, vehicle. */
  name: z.string().nullable(),
  /** Location in its store; empty: not put away. */
  code: z.string().nullable(),
});
export type StockPlace = z.infer<typeof stockPlace>;

export const stockMove = z.object({
  id: z.string(),
  day: z.string(),
  /** Epoch ms. */
  postedAt: z.number(),
  by: z.string().nullable(),
  from: stockPlace,
  to: stockPlace,
  fromCondition: z.string().nullable(),
  toCondition: z.string(),
  ...amount,
  document: z.object({
    id: z.string(),
    /** Name of its resource: `receipt`, `issue`, … */
    kind: z.string(),
    preset: z.string().nullable(),
    no: z.string().nullable(),
    status: z.string(),
    /** It reverses another document. */
    reverses: z.boolean(),
  }),
});
export type StockMove = z.infer<typeof stockMove>;

export const findStockItem = route({
  name: 'stock.item',
  summary: 'A battery or lot in the ledger: its position, condition and moves, latest first.',
  method: 'GET',
  path: '/stock/item',
  access: { right: rights.stock.see, or: [rights.batteries] },
  query: z.object({
    id: z.uuid(),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    size: z.coerce.number().int().min(1).max(500).default(50),
  }),
  reply: z.object({
    id: z.string(),
    kind: z.enum(['coded', 'lot']),
    code: z.string(),
    productType: z.number().int().nullable(),
    material: z.string().nullable(),
    basis: z.string().nullable(),
    chemistry: z.string().nullable(),
    /** The battery that contains it. */
    inside: z.object({ id: z.string(), code: z.string() }).nullable(),
    /** Its positions: one for a battery, several for a lot, none once it has left. */
    balances: z.array(z.object({ place: stockPlace, condition: z.string(), ...amount })),
    claims: z.array(stockClaim),
    moves: z.array(stockMove),
    total: z.number().int(),
    page: z.number().int(),
    size: z.number().int(),
  }),
});
export type StockItem = z.infer<NonNullable<typeof findStockItem.reply>>;

export const releaseClaim = route({
  name: 'stock.releaseClaim',
  summary: 'Remove the claim of a document on an item; the document is unchanged.',
  method: 'POST',
  path: '/stock/releaseClaim',
  access: { right: rights.releaseClaims },
  body: z.object({ documentId: z.uuid(), itemId: z.uuid(), reason: shownText().trim().min(1).max(500) }),
  reply: z.object({ released: z.literal(true) }),
});
