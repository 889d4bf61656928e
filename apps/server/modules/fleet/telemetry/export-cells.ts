import { wireKey } from '@voltloop/protocol';
import type { Dictionary } from '@voltloop/protocol/dictionary.ts';

/** Texts of an exported file (interpretations B32, C29). Pure. */

/** `State of charge (%)`, for a pack or cell with its place: `Pack voltage (V) @2`. `id` is `point * 65536 + part`. */
export function columnLabel(dictionary: Pick<Dictionary, 'byId'>, id: number, language: 'en' | 'zh'): string {
  const point = dictionary.byId.get(Math.floor(id / 65536));
  const place = wireKey('', id % 65536);
  const unit = point?.unit ? ` (${point.unit})` : '';
  return `${point?.label[language] ?? `?${Math.floor(id / 65536)}`}${unit}${place ? ` ${place}` : ''}`;
}

export const fixedLabels = {
  en: { time: 'Time', devid: 'Device', comparison: 'comparison' },
  zh: { time: '时间', devid: '设备编号', comparison: '数据对比' },
} as const;

/** A file name that is safe for file systems and headers. */
export function fileName(devid: string, from: string, to: string): string {
  return `${devid.replace(/[^A-Za-z0-9_-]/g, '_')}_${from}_${to}`;
}
