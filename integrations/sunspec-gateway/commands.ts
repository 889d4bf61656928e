/** Replies of the gateway to commands. It only reads and never changes an inverter. */
import type { CommandMessage, ReplyMessage } from '@voltloop/protocol';
import { canonicalKey } from '@voltloop/protocol';

export interface CommandContext {
  now_ms: number;
  /** The newest values, or null while no inverter has answered. */
  values: Record<string, number> | null;
}

export interface Answer {
  reply: ReplyMessage;
  /** A frame is due immediately. */
  report: boolean;
  /** Live reports until then, epoch ms. */
  live_until_ms?: number;
}

const MAX_REPLIES = 50;
const LIVE_S = { usual: 60, least: 5, most: 600 };
const READ_ONLY = 'this gateway reads the inverter only and changes no settings';

export function answer(command: CommandMessage, { now_ms, values }: CommandContext): Answer {
  const reply = (more: Pick<ReplyMessage, 'ok'> & Partial<ReplyMessage>): ReplyMessage => ({
    id: command.id,
    ...more,
    device_time: now_ms,
  });
  const refuse = (error: string): Answer => ({ reply: reply({ ok: false, error }), report: false });
  switch (command.cmd) {
    case 'report': {
      if (!values) return refuse('no inverter has answered yet');
      const requested = command.params.keys;
      const chosen = Array.isArray(requested) && requested.length > 0 ? pick(values, requested) : values;
      if (typeof chosen === 'string') return refuse(chosen);
      const live = command.params.live === true ? { live_until_ms: now_ms + leaseOf(command.params) } : {};
      return { reply: reply({ ok: true, values: chosen }), report: true, ...live };
    }
    case 'report_pack':
      return refuse('SunSpec inverters report no packs');
    case 'set_config':
    case 'reset':
      return refuse(READ_ONLY);
    default:
      return refuse(`unknown command ${command.cmd}`);
  }
}

function pick(values: Record<string, number>, keys: readonly unknown[]): Record<string, number> | string {
  const picked: Record<string, number> = {};
  for (const key of keys) {
    const name = canonicalKey(String(key));
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return `unknown key ${String(key)}`;
    picked[name] = value;
  }
  return picked;
}

function leaseOf({ ttl_s }: Record<string, unknown>): number {
  const wanted_s = typeof ttl_s === 'number' && Number.isFinite(ttl_s) ? ttl_s : LIVE_S.usual;
  return Math.min(LIVE_S.most, Math.max(LIVE_S.least, wanted_s)) * 1000;
}

/** The command in a payload, null when invalid. */
export function readCommand(payload: Uint8Array): CommandMessage | null {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(payload).toString('utf8'));
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { id, cmd, params, expires } = value as Record<string, unknown>;
  if (typeof id !== 'string' || typeof cmd !== 'string' || typeof expires !== 'number') return null;
  const isObject = typeof params === 'object' && params !== null && !Array.isArray(params);
  return { id, cmd, expires, params: isObject ? (params as Record<string, unknown>) : {} };
}

/** Replies by command id: a repeated command gets the same reply. */
export class Replies {
  readonly #kept = new Map<string, ReplyMessage>();

  get(id: string): ReplyMessage | undefined {
    return this.#kept.get(id);
  }

  keep(reply: ReplyMessage): void {
    this.#kept.set(reply.id, reply);
    if (this.#kept.size > MAX_REPLIES) this.#kept.delete(this.#kept.keys().next().value as string);
  }
}
