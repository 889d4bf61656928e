import { addDays } from '@voltloop/domain/clock/days.ts';
import { receiptKind } from '@voltloop/resources/receipt/receipt.resource.ts';

/** Pure: the lists behind the figures of a period, with its days and the definition of the figure. */

/** The days of a period, both included, yyyy-MM-dd. */
export interface Days {
  from: string;
  to: string;
}

/** The kinds of receipts that are intake: from outside, except returns of customers. */
const intakeKinds = Object.entries(receiptKind.presets).flatMap(([name, { from, trades }]) =>
  from.at !== 'production' && trades !== 'return' ? [name] : [],
);

const path = (resource: string, filter: Record<string, string>) =>
  `/backoffice/${resource}?${new URLSearchParams(
    Object.entries(filter).map(([name, value]) => [`f.${name}`, value]),
  )}`;

/** Documents that count: neither voided nor the one that voids another. */
const valid = { status: 'posted', 'reversesId.is': 'empty' };

const between = (field: string, { from, to }: Days) => ({ [`${field}.from`]: from, [`${field}.to`]: to });

/** The lists of the batteries at a stage now, which are counted without their parts. */
const stages = {
  received: { state: 'in_stock', 'grade.is': 'empty' },
  tested: { state: 'in_test' },
  graded: { state: 'in_stock', 'grade.is': 'present' },
  produced: { state: 'in_production' },
  sold: { state: 'sold' },
  recycled: { state: 'recycled' },
};

export const stageLink = (stage: keyof typeof stages) =>
  path('battery', { ...stages[stage], 'parentId.is': 'empty' });

export const figureLinks = {
  intake: (days: Days) =>
    path('receipt', { ...valid, preset: intakeKinds.join(','), ...between('day', days) }),
  ordered: (days: Days) => path('order', { status: '1,3', ...between('createTime', days) }),
  delivered: (days: Days) => path('issue', { ...valid, preset: 'sale', ...between('day', days) }),
  invoiced: (days: Days) =>
    path('invoice', { direction: 'out', status: 'issued,credited', ...between('issuedOn', days) }),
  overdue: ({ to }: Days) => path('order', { state: '1,2', status: '1', 'deliveryDate.to': addDays(to, -1) }),
};
