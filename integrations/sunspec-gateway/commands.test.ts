import { describe, expect, it } from 'vitest';
import { answer, Replies, readCommand } from './commands.ts';

const values = { M_SOC: 55.5, E_PV_P: 1200 };
const ask = (cmd: string, params: Record<string, unknown> = {}, known: typeof values | null = values) =>
  answer({ id: 'c1', cmd, params, expires: 9e12 }, { now_ms: 1000, values: known });

describe('commands', () => {
  it('report returns all values, or the requested ones, and a frame', () => {
    expect(ask('report')).toEqual({
      reply: { id: 'c1', ok: true, values, device_time: 1000 },
      report: true,
    });
    expect(ask('report', { keys: ['M_SOC'] }).reply.values).toEqual({ M_SOC: 55.5 });
  });

  it('report refuses a key that the inverter does not have', () => {
    for (const key of ['M_ENV_T', 'toString', '__proto__'])
      expect(ask('report', { keys: [key] }).reply).toMatchObject({ ok: false, error: `unknown key ${key}` });
    expect(ask('report', {}, null).reply).toMatchObject({ ok: false, error: 'no inverter has answered yet' });
  });

  it('report leases live mode for at most ten minutes', () => {
    expect(ask('report', { live: true }).live_until_ms).toBe(61_000);
    expect(ask('report', { live: true, ttl_s: 1e9 }).live_until_ms).toBe(601_000);
    expect(ask('report', { live: true, ttl_s: 'x' }).live_until_ms).toBe(61_000);
  });

  it('commands that would change the inverter are refused', () => {
    for (const cmd of ['set_config', 'reset'])
      expect(ask(cmd, { keys: { E_SOC_RSV: 20 } })).toMatchObject({
        reply: { ok: false, error: expect.stringMatching(/changes no settings/) },
        report: false,
      });
    expect(ask('report_pack', { P_no: 1 }).reply.error).toMatch(/no packs/);
    expect(ask('dance').reply.error).toBe('unknown command dance');
  });

  it('are read from valid JSON only', () => {
    const read = (text: string) => readCommand(Buffer.from(text));
    expect(read('{"id":"a","cmd":"report","expires":5}')).toEqual({
      id: 'a',
      cmd: 'report',
      expires: 5,
      params: {},
    });
    for (const text of ['', '{', 'null', '[]', '{"id":1,"cmd":"report","expires":5}'])
      expect(read(text)).toBeNull();
  });

  it('have their last 50 replies cached', () => {
    const replies = new Replies();
    for (let i = 0; i < 51; i += 1) replies.keep({ id: `c${i}`, ok: true });
    expect([replies.get('c0'), replies.get('c1')?.id, replies.get('c50')?.id]).toEqual([
      undefined,
      'c1',
      'c50',
    ]);
  });
});
