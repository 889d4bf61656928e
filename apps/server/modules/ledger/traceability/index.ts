import * as contract from '@voltloop/contract';
import type { Module } from '../../../platform/module.ts';
import type { Resources } from '../../records/resources/index.ts';
import { findConnected } from './find-connected.ts';
import { findLife } from './find-life.ts';
import { searchRecords } from './search.ts';

/** One search over the records of all kinds, and the whole life behind each of them. */
export function createTraceability({ core }: Resources): Module {
  const { db, clickhouse } = core.services;
  return {
    routes(http) {
      http.implement(contract.queryRecords, (ctx, { query }) => searchRecords(core, ctx, query));
      http.implement(contract.findLife, (ctx, { query }) => findLife(db, ctx, query));
      http.implement(contract.findConnected, (ctx, { query: { id } }) =>
        findConnected({ db, clickhouse }, ctx, id),
      );
    },
  };
}
