import { type PointDefinition, wireKey } from '@voltloop/protocol';

/** Cells of an exported file (decisions B32, C29). Pure. */

/** `State of charge (%)`, for a pack or cell with its place: `Pack voltage (V) @2`. */
export function columnLabel(point: PointDefinition, part: number, language: 'en' | 'zh'): string {
  const unit = point.unit ? ` (${point.unit})` : '';
  const place = wireKey('', part);
  return `${point.label[language]}${unit}${place ? ` ${place}` : ''}`;
}

export const fixedLabels = {
  en: { time: 'Time', devid: 'Device' },
  zh: { time: '时间', devid: '设备编号' },
} as const;

/** A file name that no file system or header minds. */
export function fileName(devid: string, from: string, to: string, extension: string): string {
  return `${devid.replace(/[^A-Za-z0-9_-]/g, '_')}_${from}_${to}.${extension}`;
}
