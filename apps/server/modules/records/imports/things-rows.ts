import { registerThing } from '@voltloop/contract';
import { date as checkDate, isImplausibleDay, readDayOfCell } from '@voltloop/domain/checks/index.ts';
import { readDecimal } from '@voltloop/domain/checks/read-decimal.ts';
import { isTimeZone } from '@voltloop/domain/clock/time-zone.ts';
import { isoDay } from '@voltloop/domain/clock/zone-time.ts';
import { zoneOfNew } from '@voltloop/domain/place/zone-of.ts';
import type { NewThing } from '../../fleet/things/index.ts';
import { dayMessages, type ImportColumn, type ImportKind, type RowError, type SheetRow } from './kinds.ts';

/** Pure: a thing from a row of a workbook. */

/** Device id of the template's example row. */
export const exampleDevid = 'HB26A00001';

export const thingColumns: readonly ImportColumn[] = [
  { key: 'devid', label: { en: 'Device id', zh: '设备编号' }, required: true, example: exampleDevid },
  { key: 'devname', label: { en: 'Device', zh: '设备名称' }, example: 'Lake house' },
  { key: 'devtype', label: { en: 'Type', zh: '设备类型' }, example: 'HE_BAT' },
  { key: 'account', label: { en: 'Account', zh: '绑定账号' }, example: '' },
  { key: 'time_zone', label: { en: 'Time zone', zh: '时区' }, example: 'Europe/Berlin' },
  { key: 'longitude', label: { en: 'Longitude', zh: '经度' }, example: '10.3711' },
  { key: 'latitude', label: { en: 'Latitude', zh: '纬度' }, example: '47.5046' },
  { key: 'name', label: { en: 'Name', zh: '姓名' }, example: 'Anna Berg' },
  { key: 'mobile', label: { en: 'Mobile', zh: '手机' }, example: '+49 170 1234567' },
  { key: 'email', label: { en: 'E-mail', zh: '邮箱' }, example: 'anna@works.example' },
  { key: 'company', label: { en: 'Company', zh: '公司' }, example: '' },
  { key: 'address', label: { en: 'Address', zh: '地址' }, example: 'Seeweg 9, 87541 Hindelang' },
  { key: 'installTime', label: { en: 'Installed on', zh: '安装日期' }, example: '2026-02-03' },
];

export const thingMessages: ImportKind['messages'] = {
  ...dayMessages,
  devid: { en: '4 to 64 letters, digits, - or _', zh: '4 至 64 位字母、数字、- 或 _' },
  devidTwice: { en: 'Duplicate of row {{value}}', zh: '与第 {{value}} 行重复' },
  devidTaken: { en: 'This device id is registered already', zh: '该设备编号已注册' },
  exampleId: { en: 'This is the device id of the template’s example row', zh: '此为模板示例行的设备编号' },
  devtype: { en: 'Not a known device type', zh: '未知的设备类型' },
  timeZone: { en: 'Not a known time zone, as Europe/Berlin', zh: '时区无效，应如 Asia/Shanghai' },
  longitude: { en: 'Degrees from -180 to 180', zh: '经度应在 -180 至 180 之间' },
  latitude: { en: 'Degrees from -90 to 90', zh: '纬度应在 -90 至 90 之间' },
  ambiguous: { en: 'Can mean {{value}}: write it without a comma', zh: '可能是 {{value}}，请勿使用逗号' },
  position: { en: 'Longitude and latitude belong together', zh: '经度和纬度须同时填写' },
  date: { en: 'A day, such as 2026-02-03', zh: '请填写日期，例如 2026-02-03' },
  dateEither: {
    en: 'Day and month could be either: write {{value}}',
    zh: '日和月无法区分，请写作 {{value}}',
  },
  account: { en: 'No account below yours has this user name', zh: '下级中没有该用户名的账号' },
  accountKind: { en: 'Devices cannot be bound to this account', zh: '设备不能绑定到该账号' },
  email: { en: 'Not an e-mail address', zh: '邮箱格式不正确' },
  mobile: {
    en: '5 to 15 digits, or + and the country code',
    zh: '5 至 15 位数字，或以 + 和国家代码开头',
  },
  wrong: { en: 'Not in the right form', zh: '格式不正确' },
};

/** Maximum lengths of texts, from the contract's description of a thing. */
const longest: Record<string, number> = {
  devname: 100,
  name: 100,
  email: 200,
  company: 200,
  address: 300,
};

/** Columns of the free description. */
const ofDescription: ReadonlySet<string> = new Set([
  'name',
  'mobile',
  'email',
  'company',
  'address',
  'installTime',
]);

/** Columns whose contract rule has a message of its own. */
const ownWords: ReadonlySet<string> = new Set(['devid', 'email', 'mobile']);

export interface ReadThing {
  thing: NewThing;
  /** User name of the account to bind it to. */
  account: string | null;
}

/** A row as a thing, or the errors of the row alone. */
export function readThing(row: SheetRow): { read: ReadThing | null; errors: RowError[] } {
  const { cells } = row;
  const errors: RowError[] = [];
  for (const [column, most] of Object.entries(longest)) {
    if ((cells[column]?.length ?? 0) > most) errors.push({ column, key: 'tooLong', value: String(most) });
  }
  if (!cells.devid) errors.push({ column: 'devid', key: 'required' });
  const devtype = cells.devtype ?? 'HE_BAT';
  if (cells.time_zone && !isTimeZone(cells.time_zone)) errors.push({ column: 'time_zone', key: 'timeZone' });
  const installed = cells.installTime ? readDayOfCell(cells.installTime) : null;
  if (installed && 'either' in installed)
    errors.push({ column: 'installTime', key: 'dateEither', value: installed.either.join(' / ') });
  else if (cells.installTime && (installed === null || checkDate(installed.day) !== null))
    errors.push({ column: 'installTime', key: 'date' });
  const installTime = installed && 'day' in installed ? installed.day : undefined;
  const longitude = degrees(cells.longitude, 180);
  const latitude = degrees(cells.latitude, 90);
  if (longitude === null) errors.push(notDegrees('longitude', cells.longitude));
  if (latitude === null) errors.push(notDegrees('latitude', cells.latitude));
  if ((longitude === undefined) !== (latitude === undefined))
    errors.push({ column: longitude === undefined ? 'longitude' : 'latitude', key: 'position' });
  const desc = Object.fromEntries(
    Object.entries({ ...cells, installTime }).filter(([key, text]) => ofDescription.has(key) && text),
  );
  const parsed = registerThing.body?.safeParse({
    devid: cells.devid ?? '',
    devtype,
    ...(cells.devname ? { devname: cells.devname } : {}),
    ...(cells.time_zone ? { time_zone: cells.time_zone } : {}),
    ...(typeof longitude === 'number' && typeof latitude === 'number'
      ? { gps: { longitude, latitude } }
      : {}),
    ...(Object.keys(desc).length > 0 ? { desc } : {}),
  });
  // Errors of the contract that no check above has reported.
  for (const issue of parsed?.error?.issues ?? []) {
    const column = String(issue.path.at(-1) ?? 'devid');
    if (errors.some((e) => e.column === column)) continue;
    errors.push({ column, key: ownWords.has(column) ? column : 'wrong' });
  }
  if (errors.length > 0 || !parsed?.data) return { read: null, errors };
  return { read: { thing: parsed.data, account: cells.account ?? null }, errors };
}

/** Degrees with at most six decimals; undefined without a text, null if invalid. */
function degrees(text: string | undefined, most: number): number | null | undefined {
  if (!text) return undefined;
  const read = readDecimal(text);
  if (!read || 'problem' in read || Math.abs(Number(read.text)) > most) return null;
  return Math.round(Number(read.text) * 1e6) / 1e6;
}

/** The error of a position; of an ambiguous number with both its readings. */
function notDegrees(column: 'longitude' | 'latitude', text = ''): RowError {
  const read = readDecimal(text);
  return read && 'problem' in read && read.readings
    ? { column, key: 'ambiguous', value: read.readings.join(' / ') }
    : { column, key: column };
}

/** The warning about a day of installation that is in the future where the device is, or long before there were such devices. */
export function implausibleInstallation(
  { cells }: SheetRow,
  { thing }: Partial<ReadThing>,
  now_ms: number,
  tenantZone: string,
): RowError[] {
  const today = isoDay(now_ms, zoneOfNew(thing ?? {}, tenantZone));
  const read = cells.installTime ? readDayOfCell(cells.installTime) : null;
  if (!read || !('day' in read) || !(isImplausibleDay(read.day, today) || read.day > today)) return [];
  return [{ column: 'installTime', key: 'implausibleDay', value: read.day }];
}

/** Rows whose devid appears in an earlier row, with the number of that row, by index in the list. */
export function repeatedDevids(rows: readonly SheetRow[]): Map<number, number> {
  const first = new Map<string, number>();
  const repeated = new Map<number, number>();
  rows.forEach(({ number, cells }, i) => {
    if (!cells.devid) return;
    // In any case, as registering compares them.
    const devid = cells.devid.toLowerCase();
    const before = first.get(devid);
    if (before === undefined) first.set(devid, number);
    else repeated.set(i, before);
  });
  return repeated;
}
