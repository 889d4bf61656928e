import {
  type ExportSchedule,
  energyIntervals,
  exportContents,
  exportFormats,
  exportIntervals,
  exportPeriods,
  type exportScheduleFields,
  exportScopes,
  MAX_EXPORT_DEVICES,
  MAX_EXPORT_POINTS,
} from '@voltloop/contract/calls/exports.ts';
import { aggTypes } from '@voltloop/contract/calls/telemetry.ts';
import { keysOf } from '@voltloop/device-models/roles.ts';
import { z } from 'zod';

/** The form of a scheduled export: choices are texts, as in selects. */
export const exportForm = z
  .object({
    name: z.string().trim().min(1, 'resource.required').max(100),
    scope: z.enum(exportScopes),
    site: z.string(),
    devices: z.array(z.string()).max(MAX_EXPORT_DEVICES),
    content: z.enum(exportContents),
    data_points: z.array(z.string()).max(MAX_EXPORT_POINTS),
    agg_interval: z.enum(exportIntervals),
    agg_type: z.enum(aggTypes),
    format: z.enum(exportFormats),
    every: z.enum(exportPeriods),
    time_zone: z.string().min(1, 'resource.required'),
    hour: z.string().regex(/^\d{1,2}$/),
    language: z.enum(['en', 'zh']),
  })
  .check(({ value, issues }) => {
    const missing = (field: keyof typeof value) =>
      issues.push({ code: 'custom', input: value[field], path: [field], message: 'resource.required' });
    if (value.scope === 'site' && !value.site) missing('site');
    if (value.scope === 'devices' && value.devices.length === 0) missing('devices');
    if (value.content === 'history' && value.data_points.length === 0) missing('data_points');
  });
export type ExportValues = z.input<typeof exportForm>;

/** Default points of history. */
const USUAL_POINTS = keysOf(['soc', 'battery_power', 'pv_power', 'grid_power', 'load_power']);

/** The initial values: of a schedule, or of a new one. */
export function valuesOf(
  schedule: ExportSchedule | null,
  fresh: { zone: string; language: 'en' | 'zh'; device: string | null },
): ExportValues {
  return {
    name: schedule?.name ?? '',
    scope: schedule?.scope ?? (fresh.device ? 'devices' : 'subtree'),
    site: schedule?.site?.id ?? '',
    devices: schedule?.devices ?? (fresh.device ? [fresh.device] : []),
    content: schedule?.content ?? (fresh.device ? 'history' : 'energy'),
    data_points: schedule?.data_points.length ? schedule.data_points : USUAL_POINTS,
    agg_interval: schedule?.agg_interval ?? (fresh.device ? '15m' : '1d'),
    agg_type: schedule?.agg_type ?? 'avg',
    format: schedule?.format ?? 'csv',
    every: schedule?.every ?? 'day',
    time_zone: schedule?.time_zone ?? fresh.zone,
    hour: String(schedule?.hour ?? 6),
    language: schedule?.language ?? fresh.language,
  };
}

/** The body to send, without hidden fields. */
export function bodyOf(values: ExportValues): z.input<typeof exportScheduleFields> {
  const { scope, site, devices, content, data_points, agg_interval, hour, ...rest } = values;
  return {
    ...rest,
    scope,
    content,
    hour: Number(hour),
    site: scope === 'site' ? site : null,
    devices: scope === 'devices' ? devices : [],
    data_points: content === 'history' ? data_points : [],
    agg_interval: intervalsOf(content).includes(agg_interval) ? agg_interval : '1d',
  };
}

export const intervalsOf = (content: ExportValues['content']): readonly ExportValues['agg_interval'][] =>
  content === 'energy' ? energyIntervals : exportIntervals;
