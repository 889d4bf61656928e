import 'reflect-metadata';
import { KeyObject, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 24 * 3600_000;

/** A certificate and its key, both PEM. */
export interface Pair {
  cert: string;
  key: string;
  serial: string;
}

/** A certificate authority for tests. */
export interface Authority {
  cert: string;
  /** For a server on this machine. */
  server(options?: { from_days?: number; to_days?: number }): Promise<Pair>;
  /** For a device. */
  device(
    commonName: string,
    options?: { from_days?: number; to_days?: number; usage?: 'client' | 'server' },
  ): Promise<Pair>;
  /** Its revocation list, PEM. */
  revoke(...serials: string[]): Promise<string>;
}

let serial = 1;

/** Creates an authority that issues real certificates and revocation lists. */
export async function makeAuthority(name: string): Promise<Authority> {
  x509.cryptoProvider.set(webcrypto as Crypto);
  const keys = await newKeys();
  const day = (days: number) => new Date(Date.now() + days * DAY_MS);
  const issuer = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: hex(serial++),
    name: `CN=${name}`,
    notBefore: day(-30),
    notAfter: day(365),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 1, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });

  async function issue(
    subject: string,
    extensions: x509.Extension[],
    { from_days = -2, to_days = 30 } = {},
  ): Promise<Pair> {
    const own = await newKeys();
    const number = hex(serial++);
    const certificate = await x509.X509CertificateGenerator.create({
      serialNumber: number,
      subject,
      issuer: issuer.subject,
      notBefore: day(from_days),
      notAfter: day(to_days),
      signingAlgorithm: algorithm,
      publicKey: own.publicKey,
      signingKey: keys.privateKey,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        await x509.AuthorityKeyIdentifierExtension.create(keys.publicKey),
        ...extensions,
      ],
    });
    return { cert: certificate.toString('pem'), key: pemOf(own.privateKey), serial: number };
  }

  const usage = { client: '1.3.6.1.5.5.7.3.2', server: '1.3.6.1.5.5.7.3.1' };
  return {
    cert: issuer.toString('pem'),
    server: (options) =>
      issue(
        'CN=localhost',
        [
          new x509.ExtendedKeyUsageExtension([usage.server]),
          new x509.SubjectAlternativeNameExtension([
            { type: 'dns', value: 'localhost' },
            { type: 'ip', value: '127.0.0.1' },
          ]),
        ],
        options,
      ),
    device: (commonName, options) =>
      issue(
        `CN=${commonName}`,
        [new x509.ExtendedKeyUsageExtension([usage[options?.usage ?? 'client']])],
        options,
      ),
    async revoke(...serials) {
      const list = await x509.X509CrlGenerator.create({
        issuer: issuer.subject,
        thisUpdate: day(-1),
        nextUpdate: day(30),
        entries: serials.map((serialNumber) => ({ serialNumber, revocationDate: day(-1) })),
        signingAlgorithm: algorithm,
        signingKey: keys.privateKey,
      });
      // The label that OpenSSL knows.
      return list.toString('pem').replaceAll(' CRL-----', ' X509 CRL-----');
    },
  };
}

const hex = (n: number) => n.toString(16).padStart(4, '0');

const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

const pemOf = (key: webcrypto.CryptoKey): string =>
  KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }) as string;
