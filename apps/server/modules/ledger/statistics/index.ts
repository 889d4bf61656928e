import * as contract from '@voltloop/contract';
import type { Module } from '../../../platform/module.ts';
import type { Services } from '../../../platform/services.ts';
import { countEnterprises } from './count-enterprises.ts';
import { countJobs } from './count-jobs.ts';
import { exportEnterpriseCount, exportJobCount, exportStatistics } from './exports.ts';
import { findFlows } from './find-flows.ts';
import { findPunctuality } from './find-punctuality.ts';
import { findSales } from './find-sales.ts';
import { findStockStatistics } from './find-stock.ts';
import { findVisual } from './find-visual.ts';
import { findWorks } from './find-works.ts';
import { findScopes } from './scope.ts';

export { totalOf as soldIn } from './find-sales.ts';

/** Statistics of stock, flows, works, sales and reporting; counts of enterprises and of work; the data of the wall. */
export function createStatistics({ db }: Services): Module {
  return {
    routes(http) {
      http.implement(contract.findStatisticsScopes, (ctx) => findScopes(db, ctx));
      http.implement(contract.findStatisticsOfStock, (ctx, { query }) => findStockStatistics(db, ctx, query));
      http.implement(contract.findStatisticsOfFlows, (ctx, { query }) => findFlows(db, ctx, query));
      http.implement(contract.findStatisticsOfWorks, (ctx, { query }) => findWorks(db, ctx, query));
      http.implement(contract.findStatisticsOfSales, (ctx, { query }) => findSales(db, ctx, query));
      http.implement(contract.findStatisticsOfReporting, (ctx, { query }) => findPunctuality(db, ctx, query));
      http.implement(contract.exportStatistics, (ctx, { query }, { reply }) =>
        exportStatistics(db, ctx, query, reply),
      );
      http.implement(contract.countEnterprises, (ctx, { query }) => countEnterprises(db, ctx, query));
      http.implement(contract.exportEnterpriseCount, (ctx, { query }, { reply }) =>
        exportEnterpriseCount(db, ctx, query, reply),
      );
      http.implement(contract.countJobs, (ctx, { query }) => countJobs(db, ctx, query));
      http.implement(contract.exportJobCount, (ctx, { query }, { reply }) =>
        exportJobCount(db, ctx, query, reply),
      );
      http.implement(contract.findVisualData, (ctx) => findVisual(db, ctx));
    },
  };
}
