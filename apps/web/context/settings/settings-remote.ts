import { getPreference, putPreference } from '@voltloop/contract/calls/preferences.ts';
import { call } from '../../api/call.ts';
import { personalSettings, type Settings } from './settings-store.ts';

const KEY = 'settings';

/** The settings saved on the server for the signed-in account; null without any. Throws `ApiError`. */
export async function readSettings(): Promise<Partial<Settings> | null> {
  const { value } = await call(getPreference, { params: { key: KEY } });
  return value === null ? null : personalSettings(value);
}

/** Saves the settings with the account. Throws `ApiError`. */
export async function writeSettings(chosen: Partial<Settings>): Promise<void> {
  await call(putPreference, { params: { key: KEY }, body: { value: { ...chosen } } });
}
