/** Payload types of the topics, described in docs/protocol.md. Times are epoch ms (10 digits mean seconds). */

/** One pack of a frame. `P_no` counts from 1; arrays have one entry per cell or sensor. */
export type PackData = { P_no: number } & Record<string, number | number[]>;

/** `things/{devid}/telemetry`: one of these, or an array of them. */
export interface Frame {
  ts: number;
  /** Frame counter within a boot. */
  seq: number;
  /** Counter of the device's starts. */
  boot: number;
  /** 0 live, 1 back-fill. */
  q?: 0 | 1;
  data?: Record<string, number>;
  packs?: PackData[];
}

/** `things/{devid}/state`: retained, and the last will with `online: false`. */
export interface StateMessage {
  online: boolean;
  ts?: number;
  hw_version?: string;
  sw_version?: string;
  [attribute: string]: unknown;
}

/** `things/{devid}/events`. `end` absent or null: the event is active. */
export interface EventMessage {
  code: string;
  level: 1 | 2 | 3;
  source: string;
  value?: number;
  threshold?: number;
  begin: number;
  end?: number | null;
}

/** `things/{devid}/commands`. */
export interface CommandMessage {
  id: string;
  cmd: string;
  params: Record<string, unknown>;
  /** Epoch ms; a device discards a command that it receives later. */
  expires: number;
}

/** `things/{devid}/replies`: one per command id; the device answers a repeated command with the same reply. */
export interface ReplyMessage {
  id: string;
  ok: boolean;
  values?: Record<string, unknown>;
  error?: string;
  device_time?: number;
}
