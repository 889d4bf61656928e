/** What a firmware signature covers, and what travels for an upgrade; docs/protocol.md section 6 is the prose. */

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
 * The text that the operator signs (Ed25519) and a device checks. It names kind, version and hardware besides the file's
 * digest, so that a file with a good signature cannot be passed off as another kind or a newer version.
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
  /** Names the attempt; the device repeats it in every {@link UpgradeMessage}. */
  job: string;
  /** Where the file is: a path on the device's own server, or an address of that server. */
  url: string;
  /** Ed25519 over {@link firmwareStatement}, base64. */
  signature: string;
  /** The device does not begin below this charge, %. */
  min_soc: number;
  allow_downgrade: boolean;
}

export const upgradeNews = ['downloading', 'installing', 'done', 'failed', 'cancelled'] as const;

/** `things/{devid}/upgrade`: how far a job is. */
export interface UpgradeMessage {
  job: string;
  state: (typeof upgradeNews)[number];
  /** Per cent of the state. */
  progress?: number;
  /** What runs now; with `done` it must be the requested version. */
  version?: string;
  /** Why it failed: one of the words of docs/protocol.md, or any text. */
  error?: string;
}

/** Negative, zero or positive, as version `a` is below, like or above `b`. Only their numbers count. */
export function compareVersions(a: string, b: string): number {
  const [x, y] = [a, b].map((v) => (v.match(/\d+/g) ?? []).map((n) => Number(n.slice(0, 9))));
  for (let i = 0; i < Math.max(x?.length ?? 0, y?.length ?? 0); i += 1) {
    const difference = (x?.[i] ?? -1) - (y?.[i] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}
