import type { FirstStepsState, Self } from '@voltloop/contract/calls/accounts.ts';
import { call } from './call.ts';
import { getSelf, updatePreferences } from './entry-calls.ts';
import { storeSelf } from './session.ts';

let saves = 0;
let lastSave: Promise<unknown> = Promise.resolve();

/** Loads the signed-in account from the server. Throws `ApiError`. */
export async function loadSelf(): Promise<Self> {
  await lastSave;
  const before = saves;
  const self = await call(getSelf);
  // A save meanwhile is newer than this response.
  if (saves === before) storeSelf(self);
  return self;
}

/**
 * Saves language, time zone and the state of the first steps with the account. Saves are sequential, and only the last
 * response counts, so that the language does not flicker when it is switched twice. Throws `ApiError`.
 */
export async function savePreferences(preferences: {
  language?: 'en' | 'zh';
  time_zone?: string;
  first_steps?: FirstStepsState;
}): Promise<void> {
  const save = ++saves;
  const answer = lastSave.then(() => call(updatePreferences, { body: preferences }));
  lastSave = answer.catch(() => {});
  const self = await answer;
  if (save === saves) storeSelf(self);
}
