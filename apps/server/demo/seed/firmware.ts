import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type CampaignBody, campaignBody, type PackageKind } from '@voltloop/contract';
import { firmwareStatement } from '@voltloop/protocol';
import type { Firmware } from '../../modules/fleet/firmware/index.ts';
import { accountByUserName, actingAs } from '../../modules/people/accounts/index.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { AppError } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { demoTree } from './demo-accounts.ts';

interface DemoPackage {
  pkgtype: PackageKind;
  version: string;
  min_hw_version: string;
  /** Bytes. */
  size: number;
  release_note: string;
}

const packages: readonly DemoPackage[] = [
  {
    pkgtype: 'EMS_V2_firmware',
    version: '2.4.2',
    min_hw_version: '',
    size: 380_000,
    release_note:
      'Keeps the export limit during short losses of the meter.\n电表短时掉线期间保持并网功率上限。',
  },
  {
    pkgtype: 'EMS_V2_firmware',
    version: '2.5.0',
    min_hw_version: '',
    size: 420_000,
    release_note:
      'Plans charging by the tariff of the next day.\nRestarts the Wi-Fi automatically after a lost access point.\nFixes the load reading while the car charges.\n按次日电价制定充电计划。\n无线热点断开后自动重启 Wi-Fi。\n修正车辆充电时的负载读数。',
  },
  {
    pkgtype: 'master_firmware_2001_3.0',
    version: '3.1.0',
    min_hw_version: '',
    size: 300_000,
    release_note:
      'Balances cells while the battery rests.\nEstimates the state of health from the last three full cycles.\n电池静置时均衡电芯。\n按最近三次完整循环估算健康度。',
  },
  {
    pkgtype: 'slave_firmware_6_3.0',
    version: '3.1.0',
    min_hw_version: '2.1',
    size: 180_000,
    release_note:
      'Reads cell temperatures twice as often while charging in the cold.\n低温充电时电芯温度采样频率加倍。',
  },
];

/** The demo's signing key, beside its other secrets; with it users can sign and try a package of their own. */
export const demoKeyFile = (dataDir: string): string => join(dataDir, 'demo', 'firmware-key.pem');

/**
 * Gives the demo a signing key, signed packages of each kind, a campaign over three devices that soon completes, and
 * one over eight that continues each night. It uses the public verbs; another run creates what is missing.
 * @param devids the fleet; its last devices are upgraded
 * @returns the public key that the devices should trust: raw, base64
 */
export async function seedFirmware(
  services: Services,
  firmware: Firmware,
  devids: readonly string[],
): Promise<string> {
  const key = await demoKey(demoKeyFile(services.config.dataDir));
  const publicKey = createPublicKey(key)
    .export({ type: 'spki', format: 'der' })
    .subarray(-32)
    .toString('base64');
  const main = await accountByUserName(services.db, demoTree[0]?.userName ?? '');
  if (!main) throw new Error('The demo has no main account');
  const ctx: Ctx = {
    caller: actingAs(main),
    now: services.clock(),
    ip: '',
    requestId: 'demo',
    log: services.log,
  };
  await unlessExisting(firmware.addKey(ctx, { name: 'Demo firmware key', public_key: publicKey }));
  const ids = new Map<string, string>();
  for (const one of packages) {
    const { size, ...about } = one;
    const content = bytes(`${one.pkgtype} ${one.version}`, size);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const statement = Buffer.from(firmwareStatement({ ...about, size, sha256 }));
    const fields = { ...about, publish: 'true', signature: sign(null, statement, key).toString('base64') };
    const made = await unlessExisting(firmware.importPackage(ctx, fields, content));
    if (made) ids.set(`${one.pkgtype} ${one.version}`, made.id);
  }
  await startCampaigns(services, firmware, ctx, ids, devids);
  return publicKey;
}

const SHORT_CAMPAIGN = 3;
const NIGHTLY_CAMPAIGN = 8;

async function startCampaigns(
  services: Services,
  firmware: Firmware,
  ctx: Ctx,
  ids: ReadonlyMap<string, string>,
  devids: readonly string[],
): Promise<void> {
  const { rows } = await services.pool.query('select 1 from upgrade_campaigns limit 1');
  if (rows.length > 0 || devids.length < 2 * (SHORT_CAMPAIGN + NIGHTLY_CAMPAIGN)) return;
  const last = devids.slice(-SHORT_CAMPAIGN);
  const before = devids.slice(-SHORT_CAMPAIGN - NIGHTLY_CAMPAIGN, -SHORT_CAMPAIGN);
  const start = async (name: string, body: Omit<CampaignBody, 'package_id'>) => {
    const package_id = ids.get(name);
    if (package_id) await firmware.startCampaign(ctx, { ...body, package_id });
  };
  const defaults = campaignBody.omit({ package_id: true });
  await start(
    'EMS_V2_firmware 2.5.0',
    defaults.parse({
      name: 'EMS 2.5.0, field test',
      things: last,
      waves: [100],
      max_failed_pct: 100,
      min_soc: 0,
    }),
  );
  await start(
    'master_firmware_2001_3.0 3.1.0',
    defaults.parse({
      name: 'Master BMS 3.1.0, by night',
      things: before,
      waves: [25, 50, 100],
      max_failed_pct: 25,
      window: { begin: '01:00', end: '05:00' },
    }),
  );
}

/** The result, or null if it already existed. */
async function unlessExisting<T>(making: Promise<T>): Promise<T | null> {
  try {
    return await making;
  } catch (e) {
    if (e instanceof AppError && e.codeName === 'conflict') return null;
    throw e;
  }
}

async function demoKey(file: string): Promise<KeyObject> {
  const pem = await readFile(file, 'utf8').catch((e: { code?: string }) => {
    if (e.code === 'ENOENT') return null;
    throw e;
  });
  if (pem !== null) return createPrivateKey(pem);
  const { privateKey } = generateKeyPairSync('ed25519');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  return privateKey;
}

/** Random bytes instead of firmware, the same for the same name. */
function bytes(name: string, size: number): Buffer {
  const blocks: Buffer[] = [];
  for (let i = 0; i * 32 < size; i += 1) blocks.push(createHash('sha256').update(`${name} ${i}`).digest());
  return Buffer.concat(blocks).subarray(0, size);
}
