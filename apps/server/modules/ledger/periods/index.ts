import * as contract from '@voltloop/contract';
import type { Module } from '../../../platform/module.ts';
import type { Services } from '../../../platform/services.ts';
import { closePeriod, reopenPeriod } from './change-period.ts';
import { findOpenDocuments, findOpenTransits, findPeriods } from './find-periods.ts';

export { closePeriod, lockMonth } from './change-period.ts';

/** The months of the stock ledger: nothing is posted into closed ones. */
export function createPeriods({ db }: Services): Module {
  return {
    routes(http) {
      http.implement(contract.findPeriods, (ctx) => findPeriods(db, ctx));
      http.implement(contract.findOpenDocuments, (ctx, { query }) => findOpenDocuments(db, ctx, query.month));
      http.implement(contract.findOpenTransits, (ctx, { query }) => findOpenTransits(db, ctx, query.month));
      http.implement(contract.closePeriod, (ctx, { body }) => closePeriod(db, ctx, body.month));
      http.implement(contract.reopenPeriod, (ctx, { body }) => reopenPeriod(db, ctx, body));
    },
  };
}
