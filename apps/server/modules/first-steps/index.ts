import { getFirstSteps } from '@voltloop/contract';
import type { Module } from '../../platform/module.ts';
import type { Services } from '../../platform/services.ts';
import { readFacts } from './read-facts.ts';

/** What a new account has done of the first steps of its role; which steps these are, and their words, the console knows. */
export function createFirstSteps({ db }: Pick<Services, 'db'>): Module {
  return { routes: (http) => http.implement(getFirstSteps, (ctx) => readFacts(db, ctx)) };
}
