import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import { Repeated } from '../platform/rounds.ts';
import { schedule } from '../platform/schedule.ts';
import { StartError } from '../platform/start-error.ts';
import type { TlsFiles } from './tls-files.ts';

const SETTINGS: Record<keyof TlsFiles, string> = {
  certificate: 'TLS_CERT_FILE',
  key: 'TLS_KEY_FILE',
  clientCa: 'MQTT_CLIENT_CA_FILE',
  clientCrl: 'MQTT_CLIENT_CRL_FILE',
};

const SOON_MS = 14 * 24 * 3600_000;

const expiry = new Gauge({
  name: 'voltloop_tls_certificate_expires_timestamp_seconds',
  help: 'When the certificate of this node expires.',
});
// A gauge starts at 0, which would be an expired certificate on nodes without TLS.
expiry.remove();

type Read = Record<keyof TlsFiles, string | undefined>;

/**
 * Receives the new contexts; `clients` is whether the authorities or revocations of device certificates have changed.
 */
type Listener = (
  contexts: { server: SecureContextOptions; devices: SecureContextOptions },
  clients: boolean,
) => void;

/**
 * The certificate of this node, reloaded while it runs: new connections use the newest valid one. Files that do not
 * match, as between two writes, change nothing.
 */
export class CertificateFiles {
  readonly #files: TlsFiles;
  readonly #log: Logger;
  readonly #listeners: Listener[] = [];
  #current: Read;
  #digest: string;
  #refused = '';

  private constructor(files: TlsFiles, read: Read, log: Logger) {
    this.#files = files;
    this.#current = read;
    this.#digest = digestOf(read);
    this.#log = log;
  }

  /** @throws StartError naming the file that is unreadable or invalid */
  static async open(files: TlsFiles, log: Logger): Promise<CertificateFiles> {
    const read = await readAll(files).catch((e) => Promise.reject(unreadable(e)));
    try {
      check(read);
    } catch (cause) {
      throw new StartError(
        `The TLS files can't be used: ${(cause as Error).message}.`,
        'TLS_CERT_FILE and TLS_KEY_FILE must be PEM, a certificate with its chain and its key without a passphrase; MQTT_CLIENT_CA_FILE and MQTT_CLIENT_CRL_FILE certificates and lists of the authorities.',
        { cause },
      );
    }
    const opened = new CertificateFiles(files, read, log);
    opened.#reportExpiry();
    return opened;
  }

  /** For HTTPS. */
  get server(): SecureContextOptions {
    return { cert: this.#current.certificate, key: this.#current.key };
  }

  /** For MQTT, where devices may show certificates too. */
  get devices(): SecureContextOptions {
    return contextOf(this.#current);
  }

  onChange(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /**
   * Polls the files until it is stopped. Polling is cheap, and unlike notifications of the file system it detects
   * symbolic links that point to another folder.
   */
  watch(): { stop(): Promise<void> } {
    const failure = 'the TLS files could not be checked; retrying';
    const looking = new Repeated({ work: schedule.certificates, services: { log: this.#log }, failure }, () =>
      this.look(),
    );
    looking.start();
    return looking;
  }

  /** Loads changed files if they are valid. */
  async look(): Promise<void> {
    try {
      const read = await readAll(this.#files);
      const digest = digestOf(read);
      if (digest === this.#digest) {
        this.#refused = '';
        return;
      }
      if (digest === this.#refused) return;
      // Logged once for each state of the files.
      this.#refused = digest;
      check(read);
      const clients = read.clientCa !== this.#current.clientCa || read.clientCrl !== this.#current.clientCrl;
      this.#current = read;
      this.#digest = digest;
      for (const listener of this.#listeners)
        listener({ server: this.server, devices: this.devices }, clients);
      this.#log.info({ validTo: certificateOf(read).validTo }, 'the changed TLS files are in use');
      this.#reportExpiry();
    } catch (err) {
      this.#log.error(
        { reason: (err as Error).message },
        'the new TLS files cannot be used; the former ones stay in use',
      );
    }
  }

  #reportExpiry(): void {
    const { validToDate } = certificateOf(this.#current);
    expiry.set(validToDate.getTime() / 1000);
    if (validToDate.getTime() - Date.now() < SOON_MS)
      this.#log.warn({ validTo: validToDate }, 'the TLS certificate expires soon or has expired');
  }
}

async function readAll(files: TlsFiles): Promise<Read> {
  const entries = Object.entries(files).map(async ([name, path]) => [
    name,
    path === undefined ? undefined : await readFile(path, 'utf8'),
  ]);
  return Object.fromEntries(await Promise.all(entries));
}

function unreadable(error: NodeJS.ErrnoException): StartError {
  return new StartError(
    `The file ${error.path} for TLS can't be read: ${error.code}.`,
    `Check the paths in ${Object.values(SETTINGS).join(', ')}, and that this user may read them.`,
    { cause: error },
  );
}

/** @throws when a file is not PEM, or the key does not match the certificate */
function check(read: Read): void {
  createSecureContext(contextOf(read));
  const certificate = certificateOf(read);
  // createSecureContext accepts an empty file as a key.
  if (!certificate.checkPrivateKey(createPrivateKey(read.key ?? '')))
    throw new Error('the key does not match the certificate');
  if (certificate.validToDate.getTime() < Date.now())
    throw new Error(`the certificate expired on ${certificate.validTo}`);
  if (read.clientCa !== undefined && !/-BEGIN CERTIFICATE-/.test(read.clientCa))
    throw new Error('MQTT_CLIENT_CA_FILE contains no certificate');
  if (read.clientCrl !== undefined && !/-BEGIN X509 CRL-/.test(read.clientCrl))
    throw new Error('MQTT_CLIENT_CRL_FILE contains no revocation list');
}

const certificateOf = ({ certificate }: Read) => new X509Certificate(certificate ?? '');

const contextOf = ({ certificate, key, clientCa, clientCrl }: Read): SecureContextOptions => ({
  cert: certificate,
  key,
  ...(clientCa === undefined ? {} : { ca: clientCa }),
  ...(clientCrl === undefined ? {} : { crl: clientCrl }),
});

const digestOf = (read: Read) => createHash('sha256').update(JSON.stringify(read)).digest('hex');
