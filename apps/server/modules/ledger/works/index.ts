import * as contract from '@voltloop/contract';
import { productionKind } from '@voltloop/resources/production/production.resource.ts';
import type { Module } from '../../../platform/module.ts';
import { sendTable } from '../../../platform/table-export.ts';
import type { Resources } from '../../records/resources/index.ts';
import { balanceOfDocument, claimDraft } from '../documents/index.ts';
import { findRecovery, recoveryTable } from './find-recovery.ts';
import { findRecoveryOfYear } from './find-recovery-of-year.ts';
import { findTrace } from './find-trace.ts';
import { proposeCodes } from './propose-codes.ts';

export { worksSupply } from './facts/supply.ts';

/** Echelon production and recycling beyond their documents: codes of products, recovery of metals, origin of lots. */
export function createWorks({ core }: Resources): Module {
  const { db } = core.services;
  return {
    routes(http) {
      http.implement(contract.proposeCodes, (ctx, { query }) => proposeCodes(db, ctx, query));
      http.implement(contract.claimComponents, async (ctx, { body: { id } }) => ({
        items: await claimDraft(core, ctx, productionKind, id),
      }));
      http.implement(contract.findRunBalance, (ctx, { query: { id } }) => balanceOfDocument(db, ctx, id));
      http.implement(contract.findRecovery, (ctx, { query: { id } }) => findRecovery(db, ctx, id));
      http.implement(contract.findRecoveryOfYear, (ctx, { query: { year } }) =>
        findRecoveryOfYear(db, ctx, year),
      );
      http.implement(contract.exportRecovery, async (ctx, { query }, { reply }) =>
        sendTable(reply, recoveryTable(await findRecoveryOfYear(db, ctx, query.year), query)),
      );
      http.implement(contract.findTrace, (ctx, { query: { id } }) => findTrace(db, ctx, id));
    },
  };
}
