// Adds to package-lock.json the builds for other systems (optional dependencies with a system in their name) that npm
// leaves out when the registry it was written against carries only this system's. Without them npm ci refuses.
// --check only reports.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root } from './lib/prepare.mjs';

const path = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8'));

const systems = /(android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32|aix)/;
const machines = /(arm64|x64|ia32|loong64|mips64el|ppc64|riscv64|s390x|arm(?!64))/;

/** Where npm would look a dependency of `holder` up: its own node_modules first, then those of the folders above. */
function find(holder, name) {
  for (let at = holder; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
    const place = `${at}${at ? '/' : ''}node_modules/${name}`;
    if (lock.packages[place]) return place;
    if (!at) return undefined;
  }
}

const added = [];
for (const [holder, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const os = systems.exec(name)?.[1];
    if (!os || !/^\d/.test(version) || find(holder, name)) continue;
    const cpu = machines.exec(name)?.[1];
    const libc = name.includes('musl') ? 'musl' : os === 'linux' ? 'glibc' : undefined;
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(cpu && { cpu: [cpu] }),
      ...(dev && { dev }),
      ...(libc && { libc: [libc] }),
      optional: true,
      os: [os],
    };
    added.push(name);
  }
}

if (added.length > 0 && process.argv.includes('--check')) {
  fail(`package-lock.json lacks ${added.join(', ')}.`, 'Run: node scripts/complete-lock.mjs');
}
const { '': project, ...rest } = lock.packages;
const sorted = Object.entries(rest).sort(([a], [b]) => a.localeCompare(b, 'en'));
lock.packages = { '': project, ...Object.fromEntries(sorted) };
if (added.length > 0) writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`package-lock.json: ${added.length} added\n`);
