import { readdirSync, readFileSync } from 'node:fs';

/** What processes take of the machine, read from /proc (Linux). */

const TICKS_PER_S = 100;

/** Resident memory of a process in kB: now (`VmRSS`) or the most it ever had (`VmHWM`). */
export function resident_kB(pid: number, field: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

export interface Found {
  pid: number;
  parent: number;
  command: string;
  /** Of its own, and of its children that have ended. */
  cpu_s: number;
}

function processOf(pid: number): Found | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold blanks.
    const rest = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = [11, 12, 13, 14].reduce((sum, i) => sum + (rest[i] as number), 0);
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return { pid, parent: rest[1] as number, command, cpu_s: ticks / TICKS_PER_S };
  } catch {
    // It has just ended.
    return null;
  }
}

/** Memory of a process in kB where each page that it shares counts for its share of it. */
export function proportional_kB(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]);
  } catch {
    // It has just ended.
    return 0;
  }
}

/** All processes that a process has started, and those that they have started. */
export function descendants(pid: number): Found[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => processOf(Number(name)) ?? []);
  const below = (of: number): Found[] =>
    all.filter(({ parent }) => parent === of).flatMap((each) => [each, ...below(each.pid)]);
  return below(pid);
}

/** CPU seconds so far of a server and of the stores that it has started. */
export function cpuOf(pid: number): { server: number; clickhouse: number; postgres: number } {
  const sum = (found: readonly Found[]) => found.reduce((total, { cpu_s }) => total + cpu_s, 0);
  const children = descendants(pid);
  const clickhouse = children.filter(({ command }) => command.includes('clickhouse'));
  const postgres = children.filter(({ command }) => command.includes('postgres'));
  return {
    server: processOf(pid)?.cpu_s ?? 0,
    clickhouse: sum(clickhouse),
    postgres: sum(postgres),
  };
}

/** How many files and sockets this process, and what it starts, may have open. */
export function openFiles(): number {
  const [, most] =
    /Max open files\s+\S+\s+(\d+|unlimited)/.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return most === 'unlimited' ? Number.POSITIVE_INFINITY : Number(most);
}
