import * as contract from '@voltloop/contract';
import type { Module } from '../../../platform/module.ts';
import type { Services } from '../../../platform/services.ts';
import { readScan } from './read-scan.ts';

export { codedBatteries } from './store.ts';

/** Finds the records behind scanned codes. */
export function createCodes({ db }: Services): Module {
  return {
    routes(http) {
      http.implement(contract.readScan, (ctx, { query }) => readScan(db, ctx, query.text));
    },
  };
}
