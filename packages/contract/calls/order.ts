import { z } from 'zod';
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
        productType: z.number().int(),
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
    amount: decimal.nullable(),
    /** What is shipped and was not returned. */
    shippedAmount: decimal,
    invoicedAmount: decimal,
  }),
});
export type OrderProgress = ReplyOf<typeof orderProgress>;

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
  summary: 'Cancel an order; refused once something of it is shipped (decisions A54, B16).',
  method: 'POST',
  path: '/order/cancel',
  access: { right: rights.step },
  body: z.object({ id: z.uuid() }),
  reply: order,
});
