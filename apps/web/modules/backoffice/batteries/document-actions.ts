import {
  IconArrowsExchange,
  IconClipboardList,
  IconFlask,
  IconFlask2,
  IconHandStop,
  IconLockOpen,
  IconPackageExport,
  IconPackageImport,
  IconPackageOff,
  IconRecycle,
  IconShoppingCart,
  IconTrashX,
  IconTruckDelivery,
  IconTruckReturn,
} from '@tabler/icons-react';
import { rightOf } from '@voltloop/resource-kit';
import { registry } from '@voltloop/resources/registry.ts';
import { type Action, newLink, type Row } from '../../resources/index.ts';

/** A document that moves batteries in these states, or changes their condition. */
interface Way {
  kind: string;
  preset?: string;
  words: [en: string, zh: string];
  Icon: NonNullable<Action['Icon']>;
  states: readonly string[];
  daily?: true;
  danger?: true;
  /** Only before or only after its health has been determined. */
  tested?: boolean;
}

const unmoved = ['registered', 'in_use'];
const ways: readonly Way[] = [
  {
    kind: 'receipt',
    preset: 'collection',
    words: ['Take into stock', '入库'],
    Icon: IconPackageImport,
    states: [...unmoved, 'handed_over'],
    daily: true,
  },
  {
    kind: 'receipt',
    preset: 'return',
    words: ['Take back', '退回入库'],
    Icon: IconTruckReturn,
    states: ['sold'],
    daily: true,
  },
  {
    kind: 'receipt',
    preset: 'production',
    words: ['Back from production', '退料入库'],
    Icon: IconPackageImport,
    states: ['in_production'],
    daily: true,
  },
  {
    kind: 'conditionChange',
    preset: 'toTest',
    words: ['Send to test', '送检'],
    Icon: IconFlask,
    states: ['in_stock', 'on_hold'],
    daily: true,
    tested: false,
  },
  {
    kind: 'issue',
    preset: 'sale',
    words: ['Sell', '售出'],
    Icon: IconShoppingCart,
    states: ['in_stock'],
    daily: true,
  },
  {
    kind: 'issue',
    preset: 'production',
    words: ['Send to production', '领料出库'],
    Icon: IconPackageExport,
    states: ['in_stock'],
    daily: true,
  },
  {
    kind: 'conditionChange',
    preset: 'fromTest',
    words: ['Back from test', '检测完成'],
    Icon: IconFlask2,
    states: ['in_test'],
    daily: true,
  },
  {
    kind: 'conditionChange',
    preset: 'release',
    words: ['Release from hold', '解除隔离'],
    Icon: IconLockOpen,
    states: ['on_hold'],
    daily: true,
  },
  {
    kind: 'issue',
    preset: 'handover',
    words: ['Hand over', '报废移交'],
    Icon: IconTruckDelivery,
    states: ['scrapped'],
    daily: true,
  },
  {
    kind: 'movement',
    words: ['Move', '移库'],
    Icon: IconArrowsExchange,
    states: ['in_stock', 'on_hold', 'in_test', 'scrapped'],
  },
  {
    kind: 'conditionChange',
    preset: 'hold',
    words: ['Put on hold', '隔离'],
    Icon: IconHandStop,
    states: ['in_stock', 'in_test'],
  },
  {
    kind: 'scrap',
    preset: 'coded',
    words: ['Scrap', '报废'],
    Icon: IconTrashX,
    states: ['in_stock', 'on_hold', 'in_test'],
    danger: true,
  },
  {
    kind: 'conditionChange',
    preset: 'toTest',
    words: ['Test again', '复检'],
    Icon: IconFlask,
    states: ['in_stock', 'on_hold'],
    tested: true,
  },
  {
    kind: 'issue',
    preset: 'recycling',
    words: ['Recycle', '再生利用'],
    Icon: IconRecycle,
    states: ['in_stock', 'in_test', 'scrapped'],
  },
];

/** The common store of rows, if they have one. */
function storeOf(rows: readonly Row[]) {
  const stores = new Set(rows.map(({ storeId }) => storeId));
  return stores.size === 1 ? rows[0]?.storeId : null;
}

function action(
  { kind, preset, words: [en, zh], Icon, daily, danger }: Omit<Way, 'states'>,
  id: string,
  when: (row: Row) => boolean,
): Action {
  return {
    id,
    label: { en, zh },
    Icon,
    right: rightOf(registry[kind] as { menu: number }, 'insert'),
    at: ['row', 'selection'],
    when,
    ...(daily ? { daily } : {}),
    ...(danger ? { danger } : {}),
    to: (rows) =>
      newLink(
        kind,
        { preset, storeId: storeOf(rows) },
        { codes: rows.map(({ batteryCode }) => String(batteryCode)) },
      ),
  };
}

/** Whether a battery has a store that no document has brought it to. */
export const needsOpening = (row: Row) => row.storeId !== null && row.movedOn === null;

/**
 * The actions on batteries in their state: each opens a new document of a kind, prefilled. A part moves with its
 * whole, until it is removed; one without moves may be received alone.
 */
export const documentActions: readonly Action[] = [
  ...ways.map((way) =>
    action(way, `${way.kind}.${way.preset ?? ''}${way.tested ? '.again' : ''}`, (row) => {
      const state = String(row.state);
      const isFree = row.parentId === null || unmoved.includes(state);
      const isItsTurn = way.tested === undefined || way.tested === (row.testedOn !== null);
      return way.states.includes(state) && isItsTurn && isFree && !needsOpening(row);
    }),
  ),
  action(
    {
      kind: 'conditionChange',
      preset: 'remove',
      words: ['Remove from pack', '拆出'],
      Icon: IconPackageOff,
      daily: true,
    },
    'conditionChange.remove',
    (row) => row.parentId !== null && row.storeId !== null && !needsOpening(row),
  ),
  action(
    { kind: 'opening', words: ['Opening stock', '期初入账'], Icon: IconClipboardList, daily: true },
    'opening',
    needsOpening,
  ),
];
