import type { FirstStepsState, Self } from '@voltloop/contract/calls/accounts.ts';
import { call } from './call.ts';
import { getSelf, updatePreferences } from './entry-calls.ts';
import { learnSelf } from './session.ts';

/** Reads the signed-in account from the server. Throws `ApiError`. */
export async function loadSelf(): Promise<Self> {
  const self = await call(getSelf);
  learnSelf(self);
  return self;
}

/** Keeps language, time zone and the state of the first steps with the account. Throws `ApiError`. */
export async function savePreferences(preferences: {
  language?: 'en' | 'zh';
  time_zone?: string;
  first_steps?: FirstStepsState;
}): Promise<void> {
  learnSelf(await call(updatePreferences, { body: preferences }));
}
