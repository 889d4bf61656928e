import * as contract from '@voltloop/contract';
import type { Module } from '../../../platform/module.ts';
import type { Services } from '../../../platform/services.ts';
import { findLabels } from './find-labels.ts';

/** The data of printed battery labels. */
export function createLabels({ db }: Services): Module {
  return {
    routes(http) {
      http.implement(contract.findLabels, (ctx, { body }) => findLabels(db, ctx, body));
    },
  };
}
