import { readdirSync, readFileSync } from 'node:fs';

/** Resource usage of processes, read from /proc (Linux). */

const TICKS_PER_S = 100;

/** Resident memory of a process in kB: current (`VmRSS`) or peak (`VmHWM`). */
export function resident_kB(pid: number, field: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

export interface Found {
  pid: number;
  parent: number;
  command: string;
  /** Of the process, and of its ended children. */
  cpu_s: number;
}

function processOf(pid: number): Found | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may contain spaces.
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

/** Memory of a process in kB with its proportional share of shared pages (PSS). */
export function proportional_kB(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]);
  } catch {
    // It has just ended.
    return 0;
  }
}

export function descendants(pid: number): Found[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => processOf(Number(name)) ?? []);
  const below = (of: number): Found[] =>
    all.filter(({ parent }) => parent === of).flatMap((each) => [each, ...below(each.pid)]);
  return below(pid);
}

/** CPU seconds so far of a server and its database processes. */
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

/** Limit of open files and sockets of this process and its children. */
export function openFiles(): number {
  const [, most] =
    /Max open files\s+\S+\s+(\d+|unlimited)/.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return most === 'unlimited' ? Number.POSITIVE_INFINITY : Number(most);
}
