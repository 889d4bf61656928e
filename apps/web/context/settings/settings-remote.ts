import { getPreference, putPreference } from '@voltloop/contract/calls/preferences.ts';
import { call } from '../../api/call.ts';
import { personalSettings, type Settings } from './settings-store.ts';

const KEY = 'settings';

/** What the server has kept for the signed-in account; null when it has kept nothing. Throws `ApiError`. */
export async function readSettings(): Promise<Partial<Settings> | null> {
  const { value } = await call(getPreference, { params: { key: KEY } });
  return value === null ? null : personalSettings(value);
}

/** Keeps the choice with the account. Throws `ApiError`. */
export async function writeSettings(chosen: Partial<Settings>): Promise<void> {
  await call(putPreference, { params: { key: KEY }, body: { value: { ...chosen } } });
}
