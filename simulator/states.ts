/** A file with the saved state of each system, so that counters continue after a restart. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { type SavedSystem, type System, saveState } from './fleet/index.ts';

/** The saved systems by devid; empty without a file. Rejects when the file is not readable JSON. */
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

/** Writes a temporary file and renames it, so that a kill leaves either the old or the new file. */
export async function writeStates(path: string, systems: Iterable<System>): Promise<void> {
  const all: Record<string, SavedSystem> = {};
  for (const system of systems) all[system.spec.devid] = saveState(system);
  const draft = `${path}.${process.pid}.tmp`;
  await writeFile(draft, JSON.stringify(all), { mode: 0o600 });
  await rename(draft, path);
}
