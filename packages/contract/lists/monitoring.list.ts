import { defineList, words } from './define-list.ts';
import { thingColumns, thingFilters, thingSearch } from './thing-columns.ts';
import { thingSorts } from './thing-sorts.ts';

const { subusers, address } = thingColumns;

/** Monitoring: every device with its live values. Its file is that of the Device List. */
export const monitoringList = defineList({
  name: 'monitoring',
  columns: {
    devname: { ...thingColumns.devname, minWidth: 136 },
    status: thingColumns.status,
    problem: { ...thingColumns.problem, minWidth: 202 },
    soc: { ...thingColumns.soc, width: 136 },
    battery: { ...thingColumns.battery, width: 148, hideBelow: 600 },
    grid: { ...thingColumns.grid, width: 148, hideBelow: 740 },
    pv: { ...thingColumns.pv, hideBelow: 860 },
    load: { ...thingColumns.load, hideBelow: 880 },
    last_time: thingColumns.last_time,
    soh: { ...thingColumns.soh, optional: true },
    subusers: { ...subusers, label: words('Accounts', '所属账号'), optional: true },
    address: { ...address, label: words('Place', '地址'), optional: true },
    sw_version: { ...thingColumns.sw_version, width: 120, optional: true },
    hw_version: { ...thingColumns.hw_version, width: 120, optional: true },
    time_zone: { ...thingColumns.time_zone, minWidth: 140, optional: true },
  },
  search: thingSearch,
  filters: {
    /** State and problem are set by the buttons of the page. */
    state: { ...thingFilters.state, chip: false },
    problem: { ...thingFilters.problem, chip: false },
    site: thingFilters.site,
  },
  sort: { by: thingSorts, first: 'devname' },
  noMatch: {
    title: words('No device matches', '没有符合条件的设备'),
    text: words('Try another word or state.', '请换一个关键词或状态。'),
    clear: words('Clear search and filter', '清除搜索和筛选'),
  },
  file: {
    name: words('devices', '设备列表'),
    columns: [
      'devname',
      'devid',
      'status',
      'problem',
      'soc',
      'battery',
      'grid',
      'pv',
      'load',
      'last_time',
      'soh',
      'subusers',
      'address',
      'sw_version',
      'hw_version',
      'time_zone',
    ],
  },
});
