import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A record that the platform was given. */
export interface SandboxRecord {
  key: string;
  version: number;
  type: number;
  enterprise: string;
  payload: Record<string, unknown>;
  status: 'accepted' | 'refused';
  platformId: string | null;
  errors: { field?: string; message: string }[];
}

/** What the platform has taken, in the order of arrival; kept in a file where one is given. */
export class Records {
  readonly #all: SandboxRecord[] = [];
  readonly #file: string | undefined;

  constructor(file: string | undefined) {
    this.#file = file;
    if (!file) return;
    mkdirSync(dirname(file), { recursive: true });
    if (!existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n'))
      if (line.endsWith('}')) this.#all.push(JSON.parse(line));
  }

  get all(): readonly SandboxRecord[] {
    return this.#all;
  }

  /** What became of a record: its acceptance, else its last refusal. */
  find(key: string): SandboxRecord | undefined {
    const own = this.#all.filter((record) => record.key === key);
    return own.find(({ status }) => status === 'accepted') ?? own.at(-1);
  }

  add(record: SandboxRecord): SandboxRecord {
    this.#all.push(record);
    if (this.#file) appendFileSync(this.#file, `${JSON.stringify(record)}\n`);
    return record;
  }
}
