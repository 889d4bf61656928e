// What the tests need beyond npm: a browser, a Chinese font, a second MQTT broker and its command-line client.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fail, node, root } from './prepare.mjs';

const has = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
const hasChineseFont = () =>
  existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc') ||
  (has('fc-list') && spawnSync('fc-list', [':lang=zh']).stdout.length > 0);

function hasChromium() {
  if (process.env.CHROMIUM_PATH) return true;
  if (existsSync('/usr/bin/chromium')) return true;
  const ask = "console.log(require('@playwright/test').chromium.executablePath())";
  return existsSync(spawnSync(node, ['-e', ask], { cwd: root, encoding: 'utf8' }).stdout.trim());
}

const needs = [
  { package: 'chromium', there: hasChromium },
  { package: 'fonts-noto-cjk', there: hasChineseFont },
  { package: 'mosquitto-clients', there: () => has('mosquitto_pub') },
  { package: 'mosquitto', there: () => has('mosquitto') || existsSync('/usr/sbin/mosquitto') },
  { package: 'procps', there: () => has('ps') },
];

/** Installs what is missing with apt-get where that may be done, else says what to install. */
export function ensureSystemPackages() {
  const missing = needs.filter((n) => !n.there()).map((n) => n.package);
  if (missing.length === 0) return;
  const list = missing.join(' ');
  if (process.getuid?.() !== 0 || !has('apt-get')) {
    fail(
      `The tests need ${missing.join(', ')}.`,
      `Install them, on Debian with: sudo apt-get install ${list}`,
    );
  }
  process.stdout.write(`Installing ${missing.join(', ')}\n`);
  const options = {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  // The broker is only run by tests, on ports of their own: its service must not start by itself.
  const policy = '/usr/sbin/policy-rc.d';
  const guard = !existsSync(policy);
  if (guard) spawnSync('sh', ['-c', `printf '#!/bin/sh\\nexit 101\\n' > ${policy} && chmod +x ${policy}`]);
  let result = spawnSync('apt-get', ['update', '-qq'], options);
  if (result.status === 0) {
    result = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], options);
  }
  if (guard) spawnSync('rm', ['-f', policy]);
  if (result.status !== 0) {
    fail(`Installing ${list} failed.\n${result.stderr}`, `Install them by hand: apt-get install ${list}`);
  }
}
