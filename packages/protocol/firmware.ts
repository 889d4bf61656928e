/** Firmware signatures and upgrade payloads; docs/protocol.md section 6 describes them. */

export interface FirmwareStatement {
  pkgtype: string;
  version: string;
  /** Null or empty: any hardware. */
  min_hw_version?: string | null;
  /** Bytes. */
  size: number;
  /** Of the file, hexadecimal. */
  sha256: string;
}

/**
 * The text that the operator signs (Ed25519) and a device verifies. Besides the file's digest it contains kind,
 * version and hardware, so that a file with a valid signature cannot pass as another kind or a newer version.
 */
export function firmwareStatement(s: FirmwareStatement): string {
  return [
    'voltloop-firmware-1',
    s.pkgtype,
    s.version,
    s.min_hw_version || '-',
    String(s.size),
    s.sha256.toLowerCase(),
    '',
  ].join('\n');
}

/** `params` of the command `upgrade`. */
export interface UpgradeParams extends FirmwareStatement {
  /** Id of the attempt; the device repeats it in every {@link UpgradeMessage}. */
  job: string;
  /** Address of the file: a path on the device's own server, or an address of that server. */
  url: string;
  /** Ed25519 over {@link firmwareStatement}, base64. */
  signature: string;
  /** Minimum charge to start the upgrade, %. */
  min_soc: number;
  allow_downgrade: boolean;
}

export const upgradeNews = ['downloading', 'installing', 'done', 'failed', 'cancelled'] as const;

/** `things/{devid}/upgrade`: progress of a job. */
export interface UpgradeMessage {
  job: string;
  state: (typeof upgradeNews)[number];
  /** Progress within the state, %. */
  progress?: number;
  /** The running version; with `done` it must be the requested version. */
  version?: string;
  /** Reason of the failure: a code of docs/protocol.md, or any text. */
  error?: string;
}

/** Compares versions like a sort function: negative, zero or positive. Only numbers count. */
export function compareVersions(a: string, b: string): number {
  const [x, y] = [a, b].map((v) => (v.match(/\d+/g) ?? []).map((n) => Number(n.slice(0, 9))));
  for (let i = 0; i < Math.max(x?.length ?? 0, y?.length ?? 0); i += 1) {
    const difference = (x?.[i] ?? -1) - (y?.[i] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}
