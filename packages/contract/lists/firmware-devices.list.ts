import { defineList, words } from './define-list.ts';

/** The devices of an account with their firmware, to choose those to upgrade. */
export const firmwareDevicesList = defineList({
  name: 'firmware-devices',
  columns: {
    devname: { label: words('Device', '设备'), kind: 'text', minWidth: 170, grow: 2 },
    /** Of the chosen kind; the other kinds have a column each. */
    version: {
      label: words('Installed version', '已装版本'),
      kind: 'text',
      field: 'versions',
      minWidth: 130,
    },
    /** Its unfinished job. */
    job: { label: words('Upgrade', '升级'), kind: 'text', field: 'jobs', minWidth: 170, grow: 2 },
    ems: { label: words('EMS', 'EMS'), kind: 'text', field: 'versions', width: 120, hideBelow: 980 },
    master: {
      label: words('Master BMS', '主控 BMS'),
      kind: 'text',
      field: 'versions',
      width: 120,
      hideBelow: 980,
    },
    slave: {
      label: words('Battery packs', '电池包'),
      kind: 'text',
      field: 'versions',
      width: 120,
      hideBelow: 980,
    },
    hardware: {
      label: words('Hardware', '硬件'),
      kind: 'text',
      field: 'hw_version',
      width: 96,
      hideBelow: 820,
    },
    soc: {
      label: words('State of charge', '荷电状态'),
      kind: 'number',
      unit: '%',
      width: 120,
      hideBelow: 700,
    },
    status: { label: words('State', '状态'), kind: 'number', width: 128 },
  },
  search: { label: words('Search name or id', '搜索名称或编号') },
  filters: {
    /** The page sets it; every list is of one kind. */
    kind: {
      label: words('Kind of firmware', '固件类型'),
      kind: 'choice',
      values: {
        ems: words('EMS', 'EMS'),
        master: words('Master BMS', '主控 BMS'),
        slave: words('Battery packs', '电池包'),
      },
      first: 'ems',
      place: 'link',
      chip: false,
    },
    /** An installed version, or `unknown`. */
    version: { label: words('All versions', '全部版本'), kind: 'one', max: 60, chip: false },
  },
  sort: { by: ['devname', 'version', 'status', 'soc'], first: 'devname' },
  pages: { sizes: [10, 20, 50, 100], first: 20 },
  noMatch: {
    title: words('No device matches', '没有符合条件的设备'),
    clear: words('Clear filters', '清除筛选'),
  },
});
