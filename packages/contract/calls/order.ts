import { z } from 'zod';
import { route } from '../route.ts';

/** Rights to see orders and to change their state (resource-kit/rights.ts). */
const rights = { see: 1200, step: 1206 } as const;

/** An order as the calls of its resource answer it. */
const order = z.looseObject({
  id: z.string(),
  orderNo: z.string(),
  clientId: z.string(),
  quantity: z.number(),
  shippedQuantity: z.number(),
  /** Quantity times unit price, exactly. */
  amount: z.string().nullable(),
  /** '1' not yet, '2' partly, '3' fully shipped. */
  state: z.string(),
  /** 1 in force, 2 cancelled. */
  status: z.number(),
  version: z.number().int(),
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
  summary: 'Cancel an order; refused once something of it is shipped (decisions A54, B16).',
  method: 'POST',
  path: '/order/cancel',
  access: { right: rights.step },
  body: z.object({ id: z.uuid() }),
  reply: order,
});
