import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * The demo fleet's MQTT secrets. The registry stores hashes only, so the secrets of the simulated devices are stored
 * beside the data, readable by the server's own user only.
 */
export function credentialsFile(dataDir: string): string {
  return join(dataDir, 'demo', 'devices.json');
}

/** Devices with their secrets; an empty list if there is no readable file. */
export async function readCredentials<T extends { devid: string; secret: string }>(
  file: string,
): Promise<T[]> {
  try {
    const list: unknown = JSON.parse(await readFile(file, 'utf8'));
    return Array.isArray(list) ? (list as T[]).filter((d) => typeof d?.secret === 'string') : [];
  } catch {
    return [];
  }
}

/** Replaces the file atomically, so that it is never incomplete. */
export async function writeCredentials(file: string, devices: readonly object[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.new`;
  await writeFile(fresh, `${JSON.stringify(devices, null, 1)}\n`, { mode: 0o600 });
  // `mode` applies only when a file is created; a file left behind by a killed run may have another.
  await chmod(fresh, 0o600);
  await rename(fresh, file);
}
