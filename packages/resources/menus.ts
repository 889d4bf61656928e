import type { Menu } from '@voltloop/contract/calls/roles.ts';
import { rights } from '@voltloop/contract/rights.ts';
import {
  type Button,
  buttons,
  hasButton,
  type Resource,
  rightOf,
  rightsOfSteps,
  rightToOverride,
  type Words,
} from '@voltloop/resource-kit';
import { resources } from './index.ts';
import { type Group, groups } from './names.ts';
import { registry } from './registry.ts';
import { type Screen, screens } from './screens.ts';

const words: Record<Button, Words> = {
  insert: { en: 'Create', zh: '新增' },
  update: { en: 'Edit', zh: '编辑' },
  delete: { en: 'Delete', zh: '删除' },
  export: { en: 'Export', zh: '导出' },
  import: { en: 'Import', zh: '导入' },
  step: { en: 'Change state', zh: '变更状态' },
  personal: { en: 'See personal data', zh: '查看个人信息' },
};

/** The right to override refusals of counterparty rules, if the resource has one. */
function overrideOf(resource: Resource): Screen['buttons'] {
  const right = rightToOverride(resource);
  return right === null ? [] : [{ right, name: { en: 'Override refusals', zh: '特批放行' } }];
}

/** Buttons below a resource's menu entry that are not part of its declaration. */
const beside: Readonly<Record<string, Screen['buttons']>> = {
  order: [{ right: rights.settleDeliveries, name: { en: 'Settle deliveries', zh: '按金属结算' } }],
};

/** The menu entry of a resource, with the buttons of its declaration. */
function screenOf(resource: Resource): Screen {
  return {
    right: rightOf(resource),
    group: registry[resource.name]?.group ?? null,
    name: resource.many,
    path: `/backoffice/${resource.name}`,
    buttons: [
      ...buttons
        .filter((button) => hasButton(resource, button))
        .map((button) => ({ right: rightOf(resource, button), name: words[button] })),
      ...rightsOfSteps(resource).map(([right, { label }]) => ({ right, name: label })),
      ...(resource.rights ?? []).map(({ right, label }) => ({ right: resource.menu + right, name: label })),
      ...overrideOf(resource),
      ...(beside[resource.name] ?? []),
    ],
  };
}

const all: readonly Screen[] = [...resources.map(screenOf), ...Object.values(screens)];
const inOrder = [null, ...(Object.keys(groups) as Group[])].flatMap((group) =>
  all.filter((screen) => screen.group === group),
);

/** Every menu entry and button that a role can have, in menu order. */
export const menus: readonly Menu[] = inOrder.flatMap(
  ({ right, group, name, path, buttons }, index): Menu[] => [
    { id: right, parentId: null, group, name, path, type: 'menu', sort: (index + 1) * 10 },
    ...buttons.map(
      (button, place): Menu => ({
        id: button.right,
        parentId: right,
        group,
        name: button.name,
        path: null,
        type: 'button',
        sort: place + 1,
      }),
    ),
  ],
);
