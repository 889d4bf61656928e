import { HE_BAT, upKinds } from '@voltloop/protocol';

/** Mulberry32: a seeded generator of numbers from 0 to 1. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A larger message ends its connection by the protocol, together with those in flight. */
const MAX_BYTES = 250_000;
const keys = HE_BAT.points.map((p) => p.key);
/** Pieces of JSON text: lone surrogates, NUL, and strings that break parsers, SQL and terminals. */
const texts = [
  '',
  'M_SOC',
  '__proto__',
  'constructor',
  'toString',
  'P_no',
  '\u202e',
  '😀'.repeat(40),
  "'; drop table points; --",
  `${'a'.repeat(39)}😀`,
  `${'v'.repeat(199)}😀`,
  `${'x'.repeat(499)}😀`,
  'x'.repeat(5000),
  '\u0000',
  '\ud800',
  '\udc00',
  'a\ud83d',
  '\ude00\ud83d',
  '\ufffd',
  '\\ud800',
  '\\',
  '"',
  '\t\n',
  '单体',
];
const numbers = [
  '0',
  '-0',
  '-1',
  '1.5',
  '100',
  '500',
  '-50',
  '900000',
  '-99999',
  '2147483648',
  '4294967296',
  '9007199254740993',
  '1e25',
  '-1e308',
  '1e999',
  '-1e999',
  '5e-324',
  '0.1e1',
  '8640000000000001',
  '1e9',
  '9999999999',
];

/**
 * One message that no honest device sends, as bytes: frames with wrong types, lone surrogates, huge numbers and
 * deep nesting, broken JSON, other kinds of messages with the same faults, and noise.
 */
export function hostileMessage(next: () => number): { kind: string; payload: Buffer } {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const text = () => JSON.stringify(pick(texts));
  const deep = () => {
    const levels = pick([20, 500, 20_000]);
    return next() < 0.5
      ? '['.repeat(levels) + ']'.repeat(levels)
      : `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  };
  const leaf = () => {
    const p = next();
    if (p < 0.3) return text();
    if (p < 0.75) return pick(numbers);
    return pick(['true', 'false', 'null', '{}', '[]', '{"toString":1}', '{"length":1e9}', '[1,[2,[3]]]']);
  };
  const value = () => (next() < 0.03 ? deep() : leaf());
  const object = (named: readonly string[], size: number) => {
    const entries = Array.from({ length: Math.floor(next() * size) + 1 }, () => {
      const key = next() < 0.75 ? JSON.stringify(pick(named)) : text();
      return `${key}:${value()}`;
    });
    return `{${entries.join(',')}}`;
  };
  const now = Date.now();
  const time = () => (next() < 0.7 ? String(now - Math.floor(next() * 1e6)) : value());
  const pack = () => {
    const cells = Array.from({ length: Math.floor(next() * 20) }, value).join(',');
    return next() < 0.8
      ? `{"P_no":${next() < 0.7 ? pick(['1', '2', '32']) : value()},"P_CELL_V":[${cells}],${object(keys, 4).slice(1)}`
      : value();
  };
  const frame = () => {
    const packs = next() < 0.3 ? `,"packs":${next() < 0.8 ? `[${pack()},${pack()}]` : value()}` : '';
    const data = next() < 0.9 ? object(keys, 8) : value();
    return `{"ts":${time()},"boot":${value()},"seq":${value()},"q":${pick(['0', '1', value()])},"data":${data}${packs}}`;
  };
  const telemetry = () => {
    const p = next();
    if (p < 0.8) return frame();
    if (p < 0.97) return `[${Array.from({ length: Math.floor(next() * 5) }, frame).join(',')}]`;
    return value();
  };
  const messages: Record<string, () => string> = {
    telemetry,
    state: () =>
      `{"online":${pick(['true', 'false', value()])},${object(['hw_version', 'sw_version', 'M_SN', 'packs', 'E_FW'], 6).slice(1)}`,
    events: () =>
      `{"code":${pick(['"M_PROT1.2"', text()])},"level":${pick(['1', '2', '3', value()])},"source":${text()},"value":${value()},"threshold":${value()},"begin":${time()},"end":${pick(['null', time()])}}`,
    replies: () =>
      `{"id":${pick(['"6b0e0c9a-2f4e-4a50-9a5c-0d5f3b1f7a11"', text()])},"ok":${pick(['true', 'false', value()])},"values":${object(keys, 4)},"error":${value()},"device_time":${time()}}`,
    upgrade: () =>
      `{"job":${pick(['"6b0e0c9a-2f4e-4a50-9a5c-0d5f3b1f7a11"', text()])},"state":${pick(['"downloading"', '"done"', value()])},"progress":${value()},"version":${value()},"error":${value()}}`,
  };
  const kind = next() < 0.6 ? 'telemetry' : pick(upKinds);
  const payload = Buffer.from((messages[kind] ?? telemetry)()).subarray(0, MAX_BYTES);
  const p = next();
  if (p < 0.04) return { kind, payload: payload.subarray(0, Math.floor(next() * payload.length)) };
  // Invalid UTF-8, and single bytes changed in transit.
  if (p < 0.07) payload[Math.floor(next() * payload.length)] = Math.floor(next() * 256);
  return { kind, payload };
}
