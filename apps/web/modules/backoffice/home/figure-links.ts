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

const between = (field: string, { from, to }: Days) => ({ [`${field}.from`]: from, [`${field}.to`]: to });

export const figureLinks = {
  intake: (days: Days) =>
    path('receipt', { status: 'posted', preset: intakeKinds.join(','), ...between('day', days) }),
  ordered: (days: Days) => path('order', { status: '1,3', ...between('createTime', days) }),
  delivered: (days: Days) => path('issue', { preset: 'sale', status: 'posted', ...between('day', days) }),
  invoiced: (days: Days) =>
    path('invoice', { direction: 'out', status: 'issued,credited', ...between('issuedOn', days) }),
};
