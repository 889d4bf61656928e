import { z } from 'zod';
import { rights as common } from '../rights.ts';
import { type ReplyOf, route } from '../route.ts';

/** Rights to see orders and to change their state (resource-kit/rights.ts). */
const rights = { see: 1200, step: 1206 } as const;

/** An order as the calls of its resource answer it. */
const order = z.looseObject({
  id: z.string(),
  orderNo: z.string(),
  clientId: z.string(),
  quantity: z.number(),
  shippedQuantity: z.number(),
  /** The sum of its lines, each rounded to cents. */
  amount: z.string().nullable(),
  /** '1' not yet, '2' partly, '3' fully shipped. */
  state: z.string(),
  /** 1 in force, 2 cancelled, 3 closed short. */
  status: z.number(),
  version: z.number().int(),
});

/** A decimal as text. */
const decimal = z.string();

export const orderProgress = route({
  name: 'orderProgress',
  summary: 'What is ordered, shipped, returned and invoiced of each line of an order.',
  method: 'GET',
  path: '/order/progress',
  access: { right: rights.see },
  query: z.object({ id: z.uuid() }),
  reply: z.object({
    lines: z.array(
      z.object({
        /** Among the lines of the order, from 1. */
        place: z.number().int(),
        /** Null of goods by mass of another material. */
        productType: z.number().int().nullable(),
        material: z.string().nullable(),
        category: z.string().nullable(),
        cascadeType: z.number().int().nullable(),
        unit: z.string(),
        unitPrice: decimal.nullable(),
        quantity: decimal,
        shipped: decimal,
        returned: decimal,
        /** On invoices, drafts among them, less what was credited. */
        invoiced: decimal,
        /** Of the quantities, at the prices at which they were shipped. */
        amount: decimal.nullable(),
        shippedAmount: decimal,
        invoicedAmount: decimal,
      }),
    ),
    /** Priced by metal content: shipped at a provisional price, and settled once both sides have weighed and assayed. */
    deliveries: z.array(
      z.object({
        id: z.string(),
        /** Of the line of the order. */
        place: z.number().int(),
        issueId: z.string(),
        issueNo: z.string().nullable(),
        day: z.string(),
        /** As shipped, less what came back; in kg. */
        kg: decimal,
        /** What the settlement begins with: what was settled before, else percentages and prices as of shipping. */
        terms: z.record(z.string(), z.unknown()),
        /** Settled, else provisional. */
        amount: decimal.nullable(),
        settled: z
          .object({ on: z.string(), kg: decimal, assayNo: z.string().nullable(), by: z.string().nullable() })
          .nullable(),
        /** An invoice takes of it: its settlement is final. */
        invoiced: z.boolean(),
      }),
    ),
    amount: decimal.nullable(),
    /** What is shipped and was not returned. */
    shippedAmount: decimal,
    invoicedAmount: decimal,
  }),
});
export type OrderProgress = ReplyOf<typeof orderProgress>;

export const orderStock = route({
  name: 'order.stock',
  summary:
    'What of each line of an order is still to be shipped, and what lies in the stores for it: available, claimed, promised to other orders, and free.',
  method: 'GET',
  path: '/order/stock',
  access: { right: rights.see },
  query: z.object({ id: z.uuid() }),
  reply: z.object({
    /** In the unit of the line. */
    lines: z.array(
      z.object({
        place: z.number().int(),
        unit: z.string(),
        open: decimal,
        /** What fits, lies in a store and is available. */
        available: decimal,
        /** Of that, claimed by submitted documents: by those of this order, and by others. */
        claimedHere: decimal,
        claimedByOthers: decimal,
        /** Open in other orders for the same goods, and not claimed for them yet. */
        promised: decimal,
        /** What is left for this order; never less than 0. */
        free: decimal,
      }),
    ),
  }),
});
export type OrderStock = ReplyOf<typeof orderStock>;

export const settleDelivery = route({
  name: 'order.settleDelivery',
  summary:
    'Settle a delivery that is priced by metal content, by the mass and the assay that both sides agree on; again until it is invoiced.',
  method: 'POST',
  path: '/order/settleDelivery',
  access: { right: common.settleDeliveries },
  body: z.object({
    id: z.uuid(),
    /** Fields of its form (packages/resources/order/settlement-form.ts). */
    values: z.record(z.string().max(40), z.unknown()),
  }),
  reply: z.object({ kg: decimal, amount: decimal }),
});

export const findOrderByNo = route({
  name: 'findOrderByNo',
  summary: 'One order by its number.',
  method: 'GET',
  path: '/order/findByOrderNo',
  access: { right: rights.see },
  query: z.object({ orderNo: z.string().trim().min(1).max(20) }),
  reply: order,
});

export const cancelOrder = route({
  name: 'cancelOrder',
  summary: 'Cancel an order; refused once something of it is shipped (interpretations A54, B16).',
  method: 'POST',
  path: '/order/cancel',
  access: { right: rights.step },
  body: z.object({ id: z.uuid() }),
  reply: order,
});
