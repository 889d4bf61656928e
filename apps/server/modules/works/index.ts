import * as contract from '@voltloop/contract';
import type { Module } from '../../platform/module.ts';
import type { Services } from '../../platform/services.ts';
import { balanceOfDocument } from '../documents/index.ts';
import { findRecovery, findRecoveryOfYear } from './find-recovery.ts';
import { findTrace } from './find-trace.ts';
import { proposeCodes } from './propose-codes.ts';

export { worksSupply } from './facts/supply.ts';

/** Echelon production and recycling beside their documents: codes of products, recovery of metals, where lots come from. */
export function createWorks({ db }: Services): Module {
  return {
    routes(http) {
      http.implement(contract.proposeCodes, (ctx, { query }) => proposeCodes(db, ctx, query));
      http.implement(contract.findRunBalance, (ctx, { query: { id } }) => balanceOfDocument(db, ctx, id));
      http.implement(contract.findRecovery, (ctx, { query: { id } }) => findRecovery(db, ctx, id));
      http.implement(contract.findRecoveryOfYear, (ctx, { query: { year } }) =>
        findRecoveryOfYear(db, ctx, year),
      );
      http.implement(contract.findTrace, (ctx, { query: { id } }) => findTrace(db, ctx, id));
    },
  };
}
