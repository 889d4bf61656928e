import { compileMapping, emptyState } from '@voltloop/device-models/mapping.ts';
import { checkModel } from '@voltloop/device-models/model.ts';
import type { BenchRow } from './ingest.ts';

const KEYS = 22;
const MESSAGES = 200_000;
const label = { en: 'X', zh: 'X' };

function readerOf(message: object) {
  const checked = checkModel({
    format: 1,
    id: 'bench',
    name: label,
    vendor: 'Bench',
    version: 1,
    silence_s: 300,
    points: Array.from({ length: KEYS }, (_, n) => ({ key: `X${n}`, label })),
    mapping: { device: { topic: 'bench/{device}/{...rest}' }, messages: [message] },
    samples: [],
  });
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems));
  return compileMapping(checked.model);
}

/** Messages of other makers through a compiled mapping, on one thread. */
export function benchMapping(): BenchRow[] {
  const values = Object.fromEntries(Array.from({ length: KEYS }, (_, n) => [`value_${n}`, 1234.5 + n]));
  const fields = Array.from({ length: KEYS }, (_, n) => ({
    point: `X${n}`,
    path: `/value_${n}`,
    scale: 0.1,
  }));
  const topics = Array.from({ length: KEYS }, (_, n) => ({
    at: `value_${n}/state`,
    point: `X${n}`,
    scale: 0.1,
  }));
  const json = readerOf({ topic: 'bench/{device}/{...rest}', format: 'json', fields });
  const plain = readerOf({ topic: 'bench/{device}/{...rest}', format: 'number', fields: topics });
  return [
    time(`JSON of ${KEYS} keys`, json, 'bench/device-1/data', JSON.stringify(values), '≤ 6 µs'),
    time('one value per topic', plain, 'bench/device-1/value_7/state', '-1234.5', ''),
  ];
}

function time(
  what: string,
  read: ReturnType<typeof compileMapping>,
  topic: string,
  text: string,
  budget: string,
): BenchRow {
  const payload = new TextEncoder().encode(text);
  const message = { topic, payload, received_ms: Date.UTC(2026, 2, 1), zone: null };
  for (let n = 0; n < MESSAGES / 10; n++) read(message, emptyState);
  const begun = performance.now();
  for (let n = 0; n < MESSAGES; n++) read(message, emptyState);
  const each_us = ((performance.now() - begun) * 1000) / MESSAGES;
  return { what, measured: `${each_us.toFixed(1)} µs a message`, budget };
}
