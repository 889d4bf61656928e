import * as contract from '@voltloop/contract';
import type { Module } from '../../../platform/module.ts';
import type { Services } from '../../../platform/services.ts';
import { exportContents, findContents } from './find-contents.ts';
import { findItem } from './find-item.ts';
import { findStore } from './find-store.ts';
import { findStores } from './find-stores.ts';
import { SumUp } from './flows.ts';

/** Queries of the ledger: stock by store, on any day, and the life of an item. */
export function createStock(services: Services): Module {
  const { db } = services;
  const sumUp = new SumUp(services);
  return {
    routes(http) {
      http.implement(contract.findStockStores, (ctx, { query }) => findStores(db, ctx, query));
      http.implement(contract.findStoreStock, (ctx, { query }) => findStore(db, ctx, query));
      http.implement(contract.findStockContents, (ctx, { query }) => findContents(db, ctx, query));
      http.implement(contract.findStockItem, (ctx, { query }) => findItem(db, ctx, query));
      http.implement(contract.exportStock, (ctx, { query }, { reply }) =>
        exportContents(db, ctx, query, reply),
      );
    },
    async start() {
      sumUp.start();
    },
    stop: () => sumUp.stop(),
  };
}
