/** Builds the published package: one JavaScript file, its types, and no dependencies. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';

const run = promisify(execFile);
const here = import.meta.dirname;
const root = join(here, '../..');

/** @returns the path of the archive in `folder` */
export async function packClient(folder: string): Promise<string> {
  const built = join(here, 'dist/package');
  await rm(built, { recursive: true, force: true });
  await mkdir(built, { recursive: true });
  await mkdir(folder, { recursive: true });

  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [tsc, '-p', join(here, 'tsconfig.build.json')]);
  await nameBuiltFiles(built);
  const bundle = await rolldown({ input: join(here, 'index.ts'), platform: 'neutral', tsconfig: false });
  await bundle.write({ file: join(built, 'index.js'), format: 'esm' });
  await bundle.close();

  await copyFile(join(here, 'README.md'), join(built, 'README.md'));
  await copyFile(join(root, 'LICENSE'), join(built, 'LICENSE'));
  await copyFile(await licenceOf('eventsource-parser'), join(built, 'LICENSE-eventsource-parser'));
  await writeFile(join(built, 'package.json'), await manifest());

  const { stdout } = await run('npm', ['pack', built, '--pack-destination', folder, '--json']);
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  return join(folder, filename);
}

/** The compiler keeps source file names in the types; the package needs those of the built files. */
async function nameBuiltFiles(folder: string): Promise<void> {
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.d.ts')) continue;
    const text = await readFile(join(folder, file), 'utf8');
    await writeFile(join(folder, file), text.replace(/( from '\.[^']*)\.ts';/g, "$1.js';"));
  }
}

/** Its code is in the bundle, so its licence must be included. */
async function licenceOf(name: string): Promise<string> {
  return join(dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`))), 'LICENSE');
}

async function manifest(): Promise<string> {
  const source = JSON.parse(await readFile(join(here, 'package.json'), 'utf8')) as Record<string, unknown>;
  const { name, version, description, license, type, sideEffects, engines } = source;
  const published = {
    name,
    version,
    description,
    license,
    type,
    sideEffects,
    engines,
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    types: './index.d.ts',
  };
  return `${JSON.stringify(published, null, 2)}\n`;
}

if (import.meta.main) console.log(`Written: ${await packClient(join(root, 'dist'))}`);
