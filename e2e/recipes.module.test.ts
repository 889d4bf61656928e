import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { webhookSignature } from '../apps/server/platform/outbound/signed-request.ts';
import { startDeviceServer, until } from '../apps/server/testing/devices.ts';
import { testPassword } from '../apps/server/testing/server.ts';
import { setUp } from '../apps/server/testing/set-up.ts';

// The recipes of docs/guides/recipes.md, extracted verbatim.

const run = promisify(execFile);
const has = (program: string) => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const page = await readFile(new URL('../docs/guides/recipes.md', import.meta.url), 'utf8');
/** The first code block in a language after a heading. */
function block(heading: string, language: string): string {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const text = section.split(`\n\`\`\`${language}\n`)[1]?.split('\n```')[0];
  if (!text) throw new Error(`no ${language} below ${heading}`);
  return `${text}\n`;
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voltloop-recipes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.skipIf(!has('curl') || !has('jq'))('values of a battery', () => {
  const node = setUp(startDeviceServer);
  let environment: Record<string, string>;
  let tenant: string;
  beforeAll(async () => {
    const main = await node.server.tenant();
    tenant = main.tenantId;
    const thing = await node.register(main, 'RECIPE1');
    const device = await node.device(thing);
    const data = { M_SOC: 61.5, E_BAT_P: -800, E_PV_P: 1500 };
    await device.publish('telemetry', { ts: Date.now(), boot: 1, seq: 1, data });
    const session = (await node.server.signIn(main.userName)).token;
    const reply = await node.server.call(session, 'POST', '/v1/admin/tenant/users/self/tokens', {
      name: 'Recipes',
      scope: 'read',
      days: 1,
      password: testPassword,
    });
    const { token } = reply.data as { token: string };
    environment = { PATH: process.env.PATH ?? '', VOLTLOOP_URL: node.url, VOLTLOOP_TOKEN: token };
    await until(async () => {
      const url = `/v1/things/tenants/${tenant}/things/RECIPE1`;
      const { data: read } = await node.server.call(token, 'GET', url);
      return (read as { status_data: { soc: number | null } }).status_data.soc === 61.5;
    });
  });

  test('are printed by the curl recipe', async () => {
    const script = block('Values of all batteries with curl', 'sh');
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { env: environment });
    expect(stdout).toMatch(/^"RECIPE1",61\.5,-800,\d{13}\n$/);
  });

  test('are found by the expressions of the evcc recipe', async () => {
    const yaml = block('evcc', 'yaml');
    const [, path] = /uri: https:\/\/[^/]+(\/\S+)/.exec(yaml) ?? [];
    const url = path?.replace('<tenant_id>', tenant).replace('<device_id>', 'RECIPE1');
    const expressions = [...yaml.matchAll(/jq: (\S+)/g)].map(([, expression]) => expression ?? '');
    const headers = { authorization: `Bearer ${environment.VOLTLOOP_TOKEN}` };
    await writeFile(join(folder, 'reply.json'), await (await fetch(`${node.url}${url}`, { headers })).text());
    const found = await Promise.all(
      expressions.map(async (each) => (await run('jq', [each, join(folder, 'reply.json')])).stdout.trim()),
    );
    expect(found).toEqual(['-800', '61.5']);
  });
});

describe('the signature of a webhook', () => {
  const heading = 'Check the signature of a webhook';
  const now_s = () => Math.floor(Date.now() / 1000);
  const body = '{"id":"n1","title":"电池"}';
  const headersAt = (time_s: number, secret = 'secret') => ({
    'x-voltloop-id': 'n1',
    'x-voltloop-timestamp': String(time_s),
    'x-voltloop-signature': webhookSignature(secret, 'n1', time_s, body),
  });
  /** Headers, body, and whether the message is from Voltloop. */
  const cases: [Record<string, string>, string, boolean][] = [
    [headersAt(now_s()), body, true],
    [headersAt(now_s()), body.replace('n1', 'n2'), false],
    [headersAt(now_s(), 'other'), body, false],
    [{ ...headersAt(now_s()), 'x-voltloop-id': 'n2' }, body, false],
    [headersAt(now_s() - 400), body, false],
    [{ ...headersAt(now_s()), 'x-voltloop-signature': `v1=${'é'.repeat(64)}` }, body, false],
    [{}, body, false],
  ];
  const expected = cases.map(([, , is]) => is);

  test('is verified by the TypeScript recipe', async () => {
    const file = join(folder, 'check.ts');
    await writeFile(file, block(heading, 'ts'));
    const { isFromVoltloop } = await import(file);
    expect(cases.map(([headers, text]) => isFromVoltloop('secret', headers, text))).toEqual(expected);
  });

  test.skipIf(!has('python3'))('is verified by the Python recipe', async () => {
    await writeFile(join(folder, 'check.py'), block(heading, 'python'));
    const script =
      'import json, sys; from check import is_from_voltloop as f; print(json.dumps([f("secret", h, b.encode()) for h, b, _ in json.loads(sys.argv[1])]))';
    const { stdout } = await run('python3', ['-c', script, JSON.stringify(cases)], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual(expected);
  });
});
