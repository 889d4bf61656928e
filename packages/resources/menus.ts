import { type Menu, roleRights } from '@voltloop/contract/calls/roles.ts';
import { type Button, buttons, rightOf, type Words } from '@voltloop/resource-kit';
import { resources } from './index.ts';

const words: Record<Button, Words> = {
  insert: { en: 'Create', zh: '新增' },
  update: { en: 'Edit', zh: '编辑' },
  delete: { en: 'Delete', zh: '删除' },
  export: { en: 'Export', zh: '导出' },
  import: { en: 'Import', zh: '导入' },
  step: { en: 'Change state', zh: '变更状态' },
  personal: { en: 'See personal data', zh: '查看个人信息' },
};

/** Every menu entry and button that a role can have, in the order of the menu. */
export const menus: readonly Menu[] = [
  ...resources.flatMap((resource, index): Menu[] => [
    {
      id: rightOf(resource),
      parentId: null,
      name: resource.many,
      path: `/backoffice/${resource.name}`,
      type: 'menu',
      sort: (index + 1) * 10,
    },
    ...buttons
      .filter((button) => button !== 'step' || resource.life)
      .filter((button) => button !== 'personal' || Object.values(resource.fields).some((f) => f.personal))
      .map(
        (button, place): Menu => ({
          id: rightOf(resource, button),
          parentId: rightOf(resource),
          name: words[button],
          path: null,
          type: 'button',
          sort: place + 1,
        }),
      ),
  ]),
  {
    id: roleRights.see,
    parentId: null,
    name: { en: 'Roles', zh: '角色管理' },
    path: '/backoffice/roles',
    type: 'menu',
    sort: 9000,
  },
  {
    id: roleRights.change,
    parentId: roleRights.see,
    name: { en: 'Change roles and what they may', zh: '编辑角色与权限' },
    path: null,
    type: 'button',
    sort: 1,
  },
];
