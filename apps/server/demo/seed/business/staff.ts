import { passportRights } from '@voltloop/contract';
import { rights } from '@voltloop/contract/rights.ts';
import { type Resource, rightOfStep } from '@voltloop/resource-kit';
import { collection } from '@voltloop/resources/collection/collection.resource.ts';
import { documentKinds } from '@voltloop/resources/documents.ts';
import { menus } from '@voltloop/resources/menus.ts';
import { registry } from '@voltloop/resources/registry.ts';

/** The staff of the demo's back office, and the rights of their roles. */

export const staff = [
  { userName: 'demo_staff', name: '林晓', role: '系统管理员' },
  { userName: 'demo_keeper', name: '何建国', role: '仓库管理员' },
  { userName: 'demo_product', name: '郭明', role: '生产主管' },
  { userName: 'demo_rules', name: '马丽', role: '合规专员' },
  { userName: 'demo_sales', name: '高洋', role: '销售主管' },
] as const;
export type StaffName = (typeof staff)[number]['userName'];

const documents = documentKinds.map(({ resource }) => resource.name);
/** Kinds of documents that are reported. */
const reported = documentKinds
  .filter(({ presets }) => Object.values(presets).some(({ reports }) => reports))
  .map(({ resource }) => resource.name);
const menusOf = (...names: string[]) => names.flatMap((name) => registry[name]?.menu ?? []);
/** Buttons that ordinary roles do not get. */
const excludedButtons: ReadonlySet<string> = new Set(['Delete', 'Override refusals']);
/** The menu entry of a resource and its buttons, without those. */
const working = (...names: string[]) =>
  menusOf(...names).flatMap((menu) =>
    menus
      .filter((each) => each.id === menu || (each.parentId === menu && !excludedButtons.has(each.name.en)))
      .map((each) => each.id),
  );

const stepsOf = (resource: Resource, ...names: string[]) =>
  names.flatMap((name) => {
    const step = resource.life?.steps[name];
    return step ? [rightOfStep(resource, step)] : [];
  });

/** Roles by name, with the ids of their rights (interpretation B37). */
export const roles: Readonly<
  Record<(typeof staff)[number]['role'], { description: string; menuIds: number[] }>
> = {
  系统管理员: { description: '全部功能', menuIds: menus.map((menu) => menu.id) },
  仓库管理员: {
    description: '电池出入库、仓库与网点、溯源查询',
    menuIds: [
      rights.home,
      rights.labels,
      rights.stock.see,
      ...working('store', 'battery', ...documents),
      rights.query.see,
      ...menusOf('recycleSite', 'deviceCategory', 'vehicle', 'enterprise', 'collection'),
      ...stepsOf(collection, 'receive', 'inspect'),
    ],
  },
  生产主管: {
    description: '检测、梯次利用生产、再生利用、物料清单与资产',
    menuIds: [
      rights.home,
      rights.labels,
      ...Object.values(rights.matching),
      rights.stock.see,
      ...working('battery', 'deviceCategory', 'bom', 'asset', 'testReport', 'gradingScheme'),
      ...working('production', 'recyclingRun', 'assay', 'passport', 'passportModel'),
      ...menusOf('store', 'enterprise'),
    ],
  },
  合规专员: {
    description: '企业与网点资质、数据上报、电池护照、检测与溯源查询、操作日志',
    menuIds: [
      rights.home,
      rights.reporting.see,
      rights.reporting.submit,
      rights.reporting.correct,
      rights.reporting.configs,
      ...Object.values(rights.query),
      ...working('enterprise', 'recycleSite'),
      ...menusOf(
        'testReport',
        'battery',
        'vehicle',
        'customer',
        'order',
        ...reported,
      ),
      ...Object.values(passportRights),
      ...Object.values(rights.log),
    ],
  },
  销售主管: {
    description: '客户、订单与发票',
    menuIds: [
      rights.home,
      rights.uninvoiced,
      rights.stock.see,
      ...working('customer', 'order', 'issue', 'invoice', 'collection'),
      ...menusOf('battery', 'deviceCategory', 'store', 'receipt'),
    ],
  },
};
