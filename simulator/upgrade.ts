/**
 * The upgrade of a device: it fetches the package by ranges, verifies it, writes it to its second bank and boots from
 * it. Fetched and verified data survive a power cut, as in flash.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  compareVersions,
  firmwareStatement,
  type UpgradeMessage,
  type UpgradeParams,
} from '@voltloop/protocol';
import { hardwareOf, installedVersion, type System } from './fleet/index.ts';
import { hash32, seedOf, stream, uniform } from './fleet/random.ts';

/** Size of one range: what a small device can buffer. */
const RANGE_BYTES = 64 * 1024;
/** One device in this many fails its first attempt to install a version, as flash sometimes does. */
const FAILS_ONE_IN = 12;
const PROGRESS_EACH_MS = 1000;

export interface UpgraderOptions {
  system: System;
  /** Origin of the server that devices fetch from. */
  httpUrl: string;
  secret: string;
  /** Raw Ed25519 public key installed at manufacture, base64. */
  publicKey: string;
  /** Reports the progress of a job; the server requests lost reports again. */
  report: (message: UpgradeMessage) => void;
  /** The new firmware is running: the device restarts. */
  restart: () => void;
  /** Minimum durations of one range and of installing, ms; default 250 and 6000. */
  pace?: { range_ms: number; install_ms: number };
}

interface Job {
  params: UpgradeParams;
  /** Fetched bytes so far. */
  parts: Buffer[];
  received: number;
  /** Completely fetched and verified. */
  checked: boolean;
  /** Final report; repeated on request of the server. */
  outcome: UpgradeMessage | null;
}

/** The upgrades of one device, one at a time. */
export class Upgrader {
  readonly #options: UpgraderOptions;
  #job: Job | null = null;
  #power: AbortController | null = null;
  /** Versions that this device has failed to install once. */
  readonly #failed = new Set<string>();
  #last: UpgradeMessage | null = null;

  constructor(options: UpgraderOptions) {
    this.#options = options;
  }

  /** Phase of the running job, in which scenarios cut the power. */
  get progress(): { state: UpgradeMessage['state']; progress: number } | null {
    if (!this.#job || this.#job.outcome || !this.#last) return null;
    return { state: this.#last.state, progress: this.#last.progress ?? 0 };
  }

  /** A device accepts no settings while it writes its flash. */
  get installing(): boolean {
    return this.progress?.state === 'installing';
  }

  /** Executes `upgrade`: begins, resumes, or repeats the outcome. */
  begin(params: UpgradeParams): void {
    const known = this.#job?.params.job === params.job ? this.#job : null;
    if (known?.outcome) this.#report(known.outcome);
    else if (known && this.#power) this.#repeat();
    else if (!known && this.#job && !this.#job.outcome) {
      this.#options.report({ job: params.job, state: 'failed', error: 'busy' });
    } else {
      this.#job = known ?? { params, parts: [], received: 0, checked: false, outcome: null };
      this.#resume();
    }
  }

  /** Executes `upgrade_cancel`, unless it is too late. */
  cancel(job: string): void {
    const current = this.#job?.params.job === job ? this.#job : null;
    if (current?.outcome) this.#report(current.outcome);
    else if (current && this.installing) this.#repeat();
    else {
      const outcome: UpgradeMessage = { job, state: 'cancelled' };
      if (current) {
        this.powerOff();
        current.outcome = outcome;
      }
      this.#options.report(outcome);
    }
  }

  /** Cuts the power: nothing proceeds until {@link powerOn}. */
  powerOff(): void {
    this.#power?.abort();
    this.#power = null;
  }

  /** Restores power and connection: an unfinished job resumes. */
  powerOn(): void {
    if (this.#job && !this.#job.outcome && !this.#power) this.#resume();
  }

  #resume(): void {
    const job = this.#job;
    if (!job) return;
    const power = new AbortController();
    this.#power = power;
    void this.#run(job, power.signal)
      .catch((error: unknown) => {
        if (power.signal.aborted) return;
        this.#end(job, { state: 'failed', error: error instanceof Refused ? error.message : 'download' });
      })
      .finally(() => {
        if (this.#power === power) this.#power = null;
      });
  }

  async #run(job: Job, signal: AbortSignal): Promise<void> {
    const { system } = this.#options;
    this.#refuseUnfit(job.params);
    if (!job.checked) {
      await this.#download(job, signal);
      this.#check(job);
      job.checked = true;
    }
    // Once the new image is complete it is installed from the beginning after each power cut.
    const pace_ms = this.#options.pace?.install_ms ?? 6000;
    const steps = Math.max(2, Math.round(pace_ms / PROGRESS_EACH_MS));
    for (let i = 0; i < steps; i += 1) {
      this.#report({ job: job.params.job, state: 'installing', progress: Math.round((100 * i) / steps) });
      await sleep(pace_ms / steps, undefined, { signal });
      if (i >= steps / 2 && this.#failsNow(job.params)) throw new Refused('install');
    }
    system.state.firmware = { ...system.state.firmware, [job.params.pkgtype]: job.params.version };
    this.#end(job, { state: 'done', progress: 100, version: job.params.version });
    this.#options.restart();
  }

  /** The reason to refuse a job. */
  #refuseUnfit({ min_hw_version, min_soc, pkgtype, version, allow_downgrade }: UpgradeParams): void {
    const { system } = this.#options;
    if (system.state.soc * 100 < min_soc) throw new Refused('low_soc');
    if (min_hw_version && compareVersions(hardwareOf(system), min_hw_version) < 0)
      throw new Refused('hardware');
    const installed = installedVersion(system, pkgtype);
    if (installed === null) throw new Refused('hardware');
    if (!allow_downgrade && compareVersions(installed, version) > 0) throw new Refused('newer');
  }

  async #download(job: Job, signal: AbortSignal): Promise<void> {
    const { httpUrl, secret, system } = this.#options;
    const { params } = job;
    // Only from its own server: the request contains the device's secret.
    const url = new URL(new URL(params.url, httpUrl).pathname, httpUrl);
    const authorization = `Basic ${Buffer.from(`${system.spec.devid}:${secret}`).toString('base64')}`;
    let failures = 0;
    let reported_ms = 0;
    while (job.received < params.size) {
      const last = Math.min(params.size, job.received + RANGE_BYTES) - 1;
      const pause = sleep(this.#options.pace?.range_ms ?? 250, undefined, { signal });
      pause.catch(() => {});
      if (Date.now() - reported_ms >= PROGRESS_EACH_MS) {
        reported_ms = Date.now();
        const progress = Math.floor((100 * job.received) / params.size);
        this.#report({ job: params.job, state: 'downloading', progress });
      }
      try {
        const reply = await fetch(url, {
          headers: { authorization, range: `bytes=${job.received}-${last}` },
          signal,
        });
        const part = Buffer.from(await reply.arrayBuffer());
        if (reply.status === 404 || reply.status === 401) throw new Refused('download');
        if (reply.status === 416) throw new Refused('size');
        if (reply.status === 206) {
          job.parts.push(part);
          job.received += part.length;
          failures = 0;
        } else failures += 1;
      } catch (error) {
        if (error instanceof Refused || signal.aborted) throw error;
        failures += 1;
      }
      if (failures > 20) throw new Refused('download');
      await pause;
      if (failures > 0) await sleep(Math.min(500 * failures, 5000), undefined, { signal });
    }
  }

  #check(job: Job): void {
    const { params } = job;
    const file = Buffer.concat(job.parts);
    job.parts = [file];
    if (file.length !== params.size) throw new Refused('size');
    const sha256 = createHash('sha256').update(file).digest('hex');
    if (sha256 !== params.sha256) throw new Refused('digest');
    const key = createPublicKey({
      key: {
        kty: 'OKP',
        crv: 'Ed25519',
        x: Buffer.from(this.#options.publicKey, 'base64').toString('base64url'),
      },
      format: 'jwk',
    });
    const statement = Buffer.from(firmwareStatement(params));
    if (!verify(null, statement, key, Buffer.from(params.signature, 'base64')))
      throw new Refused('signature');
  }

  #failsNow({ version }: UpgradeParams): boolean {
    if (this.#failed.has(version) || !failsFirst(this.#options.system.spec.seed, version)) return false;
    this.#failed.add(version);
    return true;
  }

  #end(job: Job, outcome: Omit<UpgradeMessage, 'job'>): void {
    job.outcome = { job: job.params.job, ...outcome };
    // The bytes are in their bank, or useless.
    job.parts = [];
    this.#report(job.outcome);
  }

  /** Repeats the current progress. */
  #repeat(): void {
    if (this.#last) this.#report(this.#last);
  }

  #report(message: UpgradeMessage): void {
    this.#last = message;
    this.#options.report(message);
  }
}

/** Why a device stopped, as a code of docs/protocol.md. */
class Refused extends Error {}

/** Whether a device fails its first installation of a version: seeded, so that a demo or a test can predict it. */
export function failsFirst(seed: number, version: string): boolean {
  return uniform(hash32(stream(seed, 'upgrade'), seedOf(version)), 1) < 1 / FAILS_ONE_IN;
}
