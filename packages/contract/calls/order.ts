import { z } from 'zod';
import { rights as common } from '../rights.ts';
import { type ReplyOf, route } from '../route.ts';

/** Rights to view orders and to change their state (resource-kit/rights.ts). */
const rights = { see: 1200, step: 1206 } as const;

/** An order in the replies of its resource. */
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
  summary: 'Ordered, shipped, returned and invoiced quantities of each line of an order.',
  method: 'GET',
  path: '/order/progress',
  access: { right: rights.see },
  query: z.object({ id: z.uuid() }),
  reply: z.object({
    lines: z.array(
      z.object({
        /** Line of the order, from 1. */
        place: z.number().int(),
        /** Null for goods by mass of another material. */
        productType: z.number().int().nullable(),
        material: z.string().nullable(),
        category: z.string().nullable(),
        cascadeType: z.number().int().nullable(),
        unit: z.string(),
        unitPrice: decimal.nullable(),
        quantity: decimal,
        shipped: decimal,
        returned: decimal,
        /** On invoices, including drafts, less credits. */
        invoiced: decimal,
        /** Of the quantities, at the prices at which they were shipped. */
        amount: decimal.nullable(),
        shippedAmount: decimal,
        invoicedAmount: decimal,
      }),
    ),
    /** Priced by metal content: shipped at a provisional price, and settled after weighing and assay by both sides. */
    deliveries: z.array(
      z.object({
        id: z.string(),
        /** Of the line of the order. */
        place: z.number().int(),
        issueId: z.string(),
        issueNo: z.string().nullable(),
        day: z.string(),
        /** Shipped less returned; kg. */
        kg: decimal,
        /** Initial values of the settlement: those of the former settlement, else percentages and prices as shipped. */
        terms: z.record(z.string(), z.unknown()),
        /** Settled, else provisional. */
        amount: decimal.nullable(),
        settled: z
          .object({ on: z.string(), kg: decimal, assayNo: z.string().nullable(), by: z.string().nullable() })
          .nullable(),
        /** It is invoiced: its settlement is final. */
        invoiced: z.boolean(),
      }),
    ),
    amount: decimal.nullable(),
    /** Shipped and not returned. */
    shippedAmount: decimal,
    invoicedAmount: decimal,
  }),
});
export type OrderProgress = ReplyOf<typeof orderProgress>;

export const orderStock = route({
  name: 'order.stock',
  summary:
    'Open quantities of each line of an order, and the matching stock: available, claimed, promised to other orders, and free.',
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
        /** Matching goods that are in a store and available. */
        available: decimal,
        /** Of these, claimed by submitted documents: of this order, and others. */
        claimedHere: decimal,
        claimedByOthers: decimal,
        /** Open in other orders for the same goods, and not claimed for them yet. */
        promised: decimal,
        /** Free for this order; at least 0. */
        free: decimal,
      }),
    ),
  }),
});
export type OrderStock = ReplyOf<typeof orderStock>;

export const settleDelivery = route({
  name: 'order.settleDelivery',
  summary:
    'Settle a delivery that is priced by metal content, by the agreed mass and assay; repeatable until it is invoiced.',
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
  summary: 'Cancel an order; refused once anything is shipped (interpretations A54, B16).',
  method: 'POST',
  path: '/order/cancel',
  access: { right: rights.step },
  body: z.object({ id: z.uuid() }),
  reply: order,
});
