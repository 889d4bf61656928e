// What the tests need beyond npm: a browser, a Chinese font, a second MQTT broker and its command-line client, Prometheus.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fail, node, root } from './prepare.mjs';

const has = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
const hasChineseFont = () =>
  existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc') ||
  (has('fc-list') && spawnSync('fc-list', [':lang=zh']).stdout.length > 0);

const SHELL = 'chromium-headless-shell';
const hasShell = () => !!process.env.CHROMIUM_PATH || existsSync(`/usr/bin/${SHELL}`);

function hasChromium() {
  if (hasShell() || existsSync('/usr/bin/chromium')) return true;
  const ask = "console.log(require('@playwright/test').chromium.executablePath())";
  return existsSync(spawnSync(node, ['-e', ask], { cwd: root, encoding: 'utf8' }).stdout.trim());
}

const needs = [
  { package: 'chromium', there: hasChromium },
  { package: 'fonts-noto-cjk', there: hasChineseFont },
  { package: 'mosquitto-clients', there: () => has('mosquitto_pub') },
  { package: 'mosquitto', there: () => has('mosquitto') || existsSync('/usr/sbin/mosquitto') },
  { package: 'prometheus', there: () => has('prometheus') && has('promtool') },
  { package: 'procps', there: () => has('ps') },
];

let updated = false;

/** Installs packages as root; gives what went wrong, null when nothing did. */
function install(packages) {
  process.stdout.write(`Installing ${packages.join(', ')}\n`);
  const options = {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  // The broker is only run by tests, on ports of their own: its service must not start automatically.
  const policy = '/usr/sbin/policy-rc.d';
  const guard = !existsSync(policy);
  if (guard) spawnSync('sh', ['-c', `printf '#!/bin/sh\\nexit 101\\n' > ${policy} && chmod +x ${policy}`]);
  let result = updated ? { status: 0 } : spawnSync('apt-get', ['update', '-qq'], options);
  if (result.status === 0) {
    updated = true;
    result = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
  }
  if (guard) spawnSync('rm', ['-f', policy]);
  return result.status === 0 ? null : result.stderr;
}

/** Installs what is missing with apt-get where that may be done, else says what to install. */
export function ensureSystemPackages() {
  const may = process.getuid?.() === 0 && has('apt-get');
  // A third cheaper than the whole browser, which does as well where there is no such package.
  if (may && !hasShell()) install([SHELL]);
  const missing = needs.filter((n) => !n.there()).map((n) => n.package);
  if (missing.length === 0) return;
  const list = missing.join(' ');
  if (!may) {
    fail(
      `The tests need ${missing.join(', ')}.`,
      `Install them, on Debian with: sudo apt-get install ${list}`,
    );
  }
  const error = install(missing);
  if (error !== null) {
    fail(`Installing ${list} failed.\n${error}`, `Install them by hand: apt-get install ${list}`);
  }
}
