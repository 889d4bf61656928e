import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * The demo fleet's MQTT secrets. The registry stores hashes only, so what the simulated devices sign in with is kept
 * beside the data, readable by the server's own user only.
 */
export function credentialsFile(dataDir: string): string {
  return join(dataDir, 'demo', 'devices.json');
}

/** Devices with their secrets, as they were written; an empty list when there is no file, or none that can be read. */
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

/** Writes the whole file beside the old one and puts it in its place, so that it is never half a file. */
export async function writeCredentials(file: string, devices: readonly object[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.new`;
  await writeFile(fresh, `${JSON.stringify(devices, null, 1)}\n`, { mode: 0o600 });
  // `mode` is only looked at when the file is made; one left behind by a killed run may have another.
  await chmod(fresh, 0o600);
  await rename(fresh, file);
}
