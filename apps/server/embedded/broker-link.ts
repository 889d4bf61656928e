import type { Client } from 'aedes';
import { RateLimit } from '../platform/rate-limit.ts';
import type { BrokerDevice } from './broker-sign-in.ts';

/** The state of one connection of a device that has signed in. */
export interface Link {
  client: Client;
  devid: string;
  thingId: string | undefined;
  tenantId: string | undefined;
  /** Its model maps topics of its own. */
  foreign: boolean;
  pendingBytes: number;
  limit: RateLimit;
  /** Delayed messages: while there are any, the device is not read. */
  delayed: number;
  paused: boolean;
  /** Message ids to be acknowledged together. */
  acks: number[];
}

/** @param rate sustained messages per second; bursts of four seconds' worth */
export const newLink = (
  client: Client,
  devid: string,
  { id: thingId, tenantId, foreign = false }: BrokerDevice,
  rate: number,
): Link => ({
  client,
  devid,
  thingId,
  tenantId,
  foreign,
  pendingBytes: 0,
  limit: new RateLimit(rate, rate * 4),
  delayed: 0,
  paused: false,
  acks: [],
});
