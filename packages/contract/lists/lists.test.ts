import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { backofficeWork } from '../calls/backoffice-home.ts';
import { thingEvent } from '../calls/events.ts';
import { upgradableThing } from '../calls/firmware.ts';
import { logRow } from '../calls/log.ts';
import { report } from '../calls/reporting.ts';
import { eventRule } from '../calls/rules.ts';
import { site } from '../calls/sites.ts';
import { staffDetail } from '../calls/staff.ts';
import { stockContent } from '../calls/stock.ts';
import { thing } from '../calls/things.ts';
import { invitation, user } from '../calls/users.ts';
import { defineList, fileColumnIds, fileColumnsOf, type List, words } from './define-list.ts';
import { devicesList } from './devices.list.ts';
import { eventsList } from './events.list.ts';
import { firmwareDevicesList } from './firmware-devices.list.ts';
import { invitationsList } from './invitations.list.ts';
import { logList } from './log.list.ts';
import { monitoringList } from './monitoring.list.ts';
import { reportsList } from './reports.list.ts';
import { rulesList } from './rules.list.ts';
import { sitesList } from './sites.list.ts';
import { staffList } from './staff.list.ts';
import { stockContentsList } from './stock-contents.list.ts';
import { usersList } from './users.list.ts';
import { workList } from './work.list.ts';

/** The lists, with the rows that they show and export. */
const lists: [List, z.ZodObject][] = [
  [staffList, staffDetail],
  [usersList, user],
  [invitationsList, invitation],
  [logList, logRow],
  [sitesList, site],
  [devicesList, thing],
  [monitoringList, thing],
  [reportsList, report],
  [stockContentsList, stockContent],
  [firmwareDevicesList, upgradableThing],
  [workList, (backofficeWork.reply as NonNullable<typeof backofficeWork.reply>).shape.list.element],
  [eventsList, thingEvent],
  [rulesList, eventRule],
];

/** Whether rows of a schema have a property, `power.soc` for one inside. */
function has(schema: unknown, [name = '', ...inside]: string[]): boolean {
  if (schema instanceof z.ZodNullable) return has(schema.unwrap(), [name, ...inside]);
  const property = schema instanceof z.ZodObject ? schema.shape[name] : undefined;
  return property !== undefined && (inside.length === 0 || has(property, inside));
}

test.each(lists.map(([list, row]) => ({ name: list.name, list, row })))(
  'the columns of the list $name are properties of its rows',
  ({ list, row }) => {
    const fields = [
      ...Object.entries(list.columns).flatMap(([id, { field = id, fileOnly }]) => (fileOnly ? [] : [field])),
      ...Object.values(fileColumnsOf(list)).flatMap(({ field, zone }) => (zone ? [field, zone] : [field])),
    ];
    expect(fields.filter((field) => !has(row, field.split('.')))).toEqual([]);
  },
);

describe('the file of a list', () => {
  it('has the visible columns in their order, with both names separately', () => {
    expect(fileColumnIds(staffList, ['name', 'role', 'twoFactor', 'created_at', 'actions'])).toEqual([
      'name',
      'user_name',
      'role',
      'two_factor',
      'created_at',
    ]);
    expect(fileColumnIds(usersList, ['things', 'name', 'last_login_time', 'unknown'])).toEqual([
      'things',
      'name',
      'user_name',
      'last_login_time',
    ]);
  });

  it('has the headings of the screen, or its own', () => {
    const { things, company } = fileColumnsOf(usersList);
    expect([things?.label.zh, company?.label.zh]).toEqual(['设备数', '公司']);
  });

  it('needs a column for each of its own', () => {
    const list = { ...sitesList, file: { name: words('sites', '站点'), columns: ['nothing'] } };
    expect(() => defineList(list)).toThrow('no column becomes nothing of the file');
  });
});
