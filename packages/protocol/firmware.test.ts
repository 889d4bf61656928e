import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { firmwareStatement } from './firmware.ts';

test('the signing script produces signatures that server and devices accept', () => {
  const folder = mkdtempSync(join(tmpdir(), 'voltloop-sign-'));
  try {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const file = Buffer.from('some firmware');
    writeFileSync(join(folder, 'firmware.bin'), file);
    const script = join(import.meta.dirname, '../../scripts/sign-firmware.mjs');
    const run = (...more: string[]) =>
      execFileSync(
        process.execPath,
        [
          script,
          '--key',
          'key.pem',
          '--pkgtype',
          'EMS_V2_firmware',
          '--version',
          '2.5.1',
          ...more,
          'firmware.bin',
        ],
        { cwd: folder, encoding: 'utf8' },
      ).trim();
    const about = {
      pkgtype: 'EMS_V2_firmware',
      version: '2.5.1',
      size: file.length,
      sha256: createHash('sha256').update(file).digest('hex'),
    };
    const good = (min_hw_version: string | null, signature: string) =>
      verify(
        null,
        Buffer.from(firmwareStatement({ ...about, min_hw_version })),
        publicKey,
        Buffer.from(signature, 'base64'),
      );
    const [withHardware, without] = [run('--min-hw', '2.0'), run()];
    expect([good('2.0', withHardware), good(null, without)]).toEqual([true, true]);
    expect([good('2.1', withHardware), good('2.0', without)]).toEqual([false, false]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
