import * as contract from '@voltloop/contract';
import type { Module } from '../../../platform/module.ts';
import type { Services } from '../../../platform/services.ts';
import type { CounterReads } from '../../fleet/telemetry/index.ts';
import { enteredValues, saveValues } from './entered.ts';
import { proposePassports } from './propose.ts';
import { publicRoutes } from './public/routes.ts';
import { viewPassport } from './view.ts';

export { checkPassports } from './check-sale.ts';
export { saveValues } from './entered.ts';

/** EU battery passports beyond their declaration: values with their sources, and the public pages. */
export function createPassports(services: Services, counters: CounterReads): Module {
  const { db } = services;
  return {
    routes(http) {
      publicRoutes(http, services);
      http.implement(contract.viewPassport, (ctx, { query: { id } }) =>
        viewPassport({ ...services, counters }, ctx, id),
      );
      http.implement(contract.proposePassports, (ctx) => proposePassports(db, ctx));
      http.implement(contract.findPassportValues, (ctx, { query: { id } }) =>
        enteredValues(db, ctx, 'passport', id),
      );
      http.implement(contract.savePassportValues, (ctx, { body }) => saveValues(db, ctx, 'passport', body));
      http.implement(contract.findModelValues, (ctx, { query: { id } }) =>
        enteredValues(db, ctx, 'passportModel', id),
      );
      http.implement(contract.saveModelValues, (ctx, { body }) => saveValues(db, ctx, 'passportModel', body));
    },
  };
}
