// Signs a firmware package for upload: prints the signature, which goes into the upload dialog's field.
// Usage: node scripts/sign-firmware.mjs --key KEY.pem --pkgtype KIND --version V [--min-hw V] FILE
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const kinds = ['master_firmware_2001_3.0', 'slave_firmware_6_3.0', 'EMS_V2_firmware'];
const usage =
  'Usage: node scripts/sign-firmware.mjs --key KEY.pem --pkgtype KIND --version V [--min-hw V] FILE\n' +
  `KIND is one of ${kinds.join(', ')}`;

function fail(message) {
  console.error(`${message}\n\n${usage}`);
  process.exit(2);
}

let values;
let positionals;
try {
  ({ values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      key: { type: 'string' },
      pkgtype: { type: 'string' },
      version: { type: 'string' },
      'min-hw': { type: 'string' },
    },
  }));
} catch (error) {
  fail(error.message);
}
const [path] = positionals;
if (!values.key || !values.version || !path) fail('--key, --version and a file are needed');
if (!kinds.includes(values.pkgtype)) fail(`unknown kind: ${values.pkgtype ?? 'none'}`);

let file;
let key;
try {
  file = readFileSync(path);
  key = createPrivateKey(readFileSync(values.key));
} catch (error) {
  fail(error.message);
}
if (key.asymmetricKeyType !== 'ed25519') fail(`${values.key} is no Ed25519 key`);
const sha256 = createHash('sha256').update(file).digest('hex');
// The same text as packages/protocol/firmware.ts makes; a test holds the two together.
const statement = [
  'voltloop-firmware-1',
  values.pkgtype,
  values.version,
  values['min-hw'] || '-',
  file.length,
  sha256,
  '',
];
console.log(sign(null, Buffer.from(statement.join('\n')), key).toString('base64'));
