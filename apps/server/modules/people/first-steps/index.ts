import { getFirstSteps } from '@voltloop/contract';
import type { Module } from '../../../platform/module.ts';
import type { Services } from '../../../platform/services.ts';
import { readFacts } from './read-facts.ts';

/** The progress of a new account in the first steps of its role; the console defines the steps and their texts. */
export function createFirstSteps({ db }: Pick<Services, 'db'>): Module {
  return { routes: (http) => http.implement(getFirstSteps, (ctx) => readFacts(db, ctx)) };
}
