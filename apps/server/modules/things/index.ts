import type { Caller } from '../../platform/ctx.ts';
import type { Module } from '../../platform/module.ts';
import type { Services } from '../../platform/services.ts';
import type { Accounts } from '../accounts/index.ts';

/** A thing as other modules see it. */
export interface ThingRow {
  id: string;
  /** Short id in ClickHouse (UInt32). */
  key: number;
  tenantId: string;
  devid: string;
  devname: string;
  timeZone: string;
  infoModelId: string;
}

/** What ingest knows of a device. */
export interface DeviceRow {
  id: string;
  key: number;
  tenantId: string;
  timeZone: string;
  infoModelId: string;
}

/** The registry of things. */
export interface Things extends Module {
  /** One thing the caller sees, by its id or devid (decisions A50). @throws notFound */
  find(caller: Caller, idOrDevid: string): Promise<ThingRow>;
  /** Several, in the order asked, each once. @throws notFound when any is unknown or not the caller's to see */
  findMany(caller: Caller, idsOrDevids: readonly string[]): Promise<ThingRow[]>;
  /** Every thing the caller sees. */
  visibleKeys(caller: Caller): Promise<{ key: number; devid: string; timeZone: string }[]>;
  /** Devids the caller sees now, for live streams; `all` only where the instance has one tenant and the caller is its main account. */
  visibleDevids(caller: Caller): Promise<ReadonlySet<string> | 'all'>;
  /** The device behind MQTT credentials, null when they are wrong. Takes the same time for either. */
  authenticateDevice(devid: string, secret: string): Promise<DeviceRow | null>;
  /** A registered device by devid, from a short cache; null when unknown. */
  byDevid(devid: string): Promise<DeviceRow | null>;
}

export async function createThings(_services: Services, _accounts: Accounts): Promise<Things> {
  throw new Error('not written yet');
}
