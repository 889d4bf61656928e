import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'gateway-main-'));
afterAll(() => rmSync(folder, { recursive: true }));
const program = fileURLToPath(new URL('main.ts', import.meta.url));

interface Ended {
  code: number | null;
  text: string;
}

/** Runs the program; `when` may stop it depending on its output. */
function run(
  args: string[],
  env: Record<string, string> = {},
  when?: (text: string) => boolean,
): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, ...env } });
  let text = '';
  const onOutput = (data: Buffer) => {
    text += data;
    if (when?.(text)) child.kill('SIGTERM');
  };
  child.stdout.on('data', onOutput);
  child.stderr.on('data', onOutput);
  return new Promise((resolve) => child.on('exit', (code) => resolve({ code, text })));
}

const write = (config: object): string => {
  const path = join(folder, 'gateway.json');
  writeFileSync(path, JSON.stringify(config));
  return path;
};
const config = {
  mqtt: { url: 'mqtt://127.0.0.1:9' },
  devices: [
    { devid: 'HB2500001', secret_env: 'GATEWAY_SECRET', inverters: [{ host: '127.0.0.1', port: 9 }] },
  ],
};

describe('the program', () => {
  it('refuses invalid arguments and configurations with one sentence and no stack', async () => {
    expect(await run([])).toMatchObject({ code: 2, text: expect.stringContaining('--config is missing') });
    expect(await run(['--nonsense'])).toMatchObject({ code: 2 });
    const { code, text } = await run(['--config', write({ ...config, devices: [] })]);
    expect([code, text]).toEqual([2, expect.stringContaining('devices: it needs at least one device')]);
    expect(text).not.toContain('    at ');
    const unset = await run(['--config', write(config), '--check'], { GATEWAY_SECRET: '' });
    expect(unset).toMatchObject({
      code: 2,
      text: expect.stringContaining('GATEWAY_SECRET (secret_env) is not set'),
    });
  });

  it('checks a configuration without side effects', async () => {
    const checked = await run(['--config', write({ ...config, data_dir: 'none' }), '--check'], {
      GATEWAY_SECRET: 's',
    });
    expect(checked).toMatchObject({ code: 0, text: expect.stringContaining('is right: HB2500001') });
  });

  it('stops cleanly while neither broker nor inverter answer', async () => {
    const ended = await run(
      ['--config', write(config)],
      { GATEWAY_SECRET: 'very-secret' },
      (text) => /not read/.test(text) && /no connection to the broker/.test(text),
    );
    expect(ended.code).toBe(0);
    expect(ended.text).not.toContain('very-secret');
  });
});
