/** A file of where each system stopped, so that counters continue after a restart. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { type SavedSystem, type System, saveState } from './fleet/index.ts';

/** The saved systems by devid; empty when there is no file yet. Rejects when the file is not readable JSON. */
export async function readStates(path: string): Promise<Map<string, SavedSystem>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw error;
  }
  return new Map(Object.entries(JSON.parse(text) as Record<string, SavedSystem>));
}

/** Writes beside the file and renames, so that a kill leaves the old one or the new one. */
export async function writeStates(path: string, systems: Iterable<System>): Promise<void> {
  const all: Record<string, SavedSystem> = {};
  for (const system of systems) all[system.spec.devid] = saveState(system);
  const draft = `${path}.${process.pid}.tmp`;
  await writeFile(draft, JSON.stringify(all), { mode: 0o600 });
  await rename(draft, path);
}
