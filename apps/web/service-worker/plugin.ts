import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** Writes `sw.js` beside the built page: the worker with the list of this build's files and a name made from them. */
export function serviceWorker(): Plugin {
  let outDir = '';
  return {
    name: 'voltloop-service-worker',
    apply: 'build',
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      if (!existsSync(path.join(outDir, 'index.html'))) return;
      const template = readFileSync(path.join(import.meta.dirname, 'sw.js'), 'utf8');
      writeFileSync(path.join(outDir, 'sw.js'), workerOf(template, filesOf(outDir)));
    },
  };
}

/** Libraries of maps, which fetch what they show: without a network there is a list instead. */
const NETWORK_ONLY = /^assets\/(maplibre|terra-draw|map-file)-/;

/** The files that the console needs without a network, with their content; fonts of other scripts come when needed. */
function filesOf(outDir: string): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const entry of readdirSync(outDir, { recursive: true, withFileTypes: true })) {
    const file = path.relative(outDir, path.join(entry.parentPath, entry.name));
    const wanted = /\.(js|css|html|svg)$/.test(file) || /-latin-wght-[^/]*\.woff2$/.test(file);
    if (entry.isFile() && wanted && file !== 'sw.js' && !NETWORK_ONLY.test(file))
      files.set(`/${file.split(path.sep).join('/')}`, readFileSync(path.join(outDir, file)));
  }
  return files;
}

/** The worker for these files: other content gives another version, the same content the same. */
export function workerOf(template: string, files: ReadonlyMap<string, Buffer>): string {
  const paths = [...files.keys()].sort();
  const hash = createHash('sha256');
  for (const each of paths) hash.update(each).update(files.get(each) ?? '');
  return template
    .replace("'__VERSION__'", JSON.stringify(hash.digest('hex').slice(0, 16)))
    .replace("'__FILES__'", JSON.stringify(paths));
}
